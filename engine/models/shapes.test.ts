import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalOf, parseMoment, usualDate, usualTime } from './shapes.ts'

const digits = (least: number, most: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: least, maxLength: most }).map((all) => all.join(''))

test('a number in groups is what it is without them, and with a point for its fraction', () => {
  const groups = fc.tuple(
    fc.constantFrom('', '-'),
    fc.integer({ min: 1, max: 999 }),
    fc.array(digits(3, 3), { maxLength: 4 }),
  )
  fc.assert(
    fc.property(groups, fc.option(digits(1, 12)), fc.boolean(), ([sign, first, more], fraction, comma) => {
      const [group, point] = comma ? ['.', ','] : [',', '.']
      const written = [first, ...more].join(group) + (fraction === null ? '' : point + fraction)
      const plain = [first, ...more].join('') + (fraction === null ? '' : `.${fraction}`)
      assert.equal(decimalOf(sign + written, comma), sign + plain)
    }),
  )
})

test('what is no number in a notation stays none', () => {
  for (const text of [
    '',
    '-',
    '.',
    ',',
    '1.',
    '1,',
    ',5',
    '.5',
    '1.23.456',
    '0.123,4',
    '1234.567,8',
    '1.234.56',
    '12a',
    '1 2',
    '--1',
    '1.234,',
    '1,2,3',
  ])
    assert.equal(decimalOf(text, true), undefined, text)
  for (const text of ['', '-', '.', '1.', '.5', '0,123.4', '1234,567.8', '1.2.3', '12a', '1,234.', '1,23'])
    assert.equal(decimalOf(text, false), undefined, text)
})

test('dates and times that are recognised at once are those that are taken apart', () => {
  const order = fc.constantFrom('ymd' as const, 'dmy' as const, 'mdy' as const)
  const part = fc.nat(34).map((n) => String(n).padStart(2, '0'))
  const year = fc.constantFrom('0000', '0004', '1900', '2000', '2023', '2024', '9999')
  const written = fc
    .record({
      order,
      part: fc.tuple(part, part),
      year,
      separators: fc.tuple(fc.constantFrom('.', '-', '/'), fc.constantFrom('.', '.', '-', '/')),
    })
    .map(({ order, part: [a, b], year, separators: [s, t] }) => ({
      order,
      text: order === 'ymd' ? `${year}${s}${a}${t}${b}` : `${a}${s}${b}${t}${year}`,
    }))
  const clock = fc
    .tuple(fc.constantFrom(' ', 'T', '  ', '-'), fc.nat(25), fc.nat(61), fc.option(fc.nat(61)))
    .map(([before, h, m, s]) =>
      [
        before + String(h).padStart(2, '0'),
        ...[m, s].flatMap((n) => (n === null ? [] : String(n).padStart(2, '0'))),
      ].join(':'),
    )
  let [days, moments] = [0, 0]
  fc.assert(
    fc.property(written, clock, ({ order, text }, time) => {
      const [day, found] = [usualDate(text, order), parseMoment(text, order)]
      if (day !== undefined) assert.equal(day, found?.date, text)
      const [usual, whole] = [usualTime(text + time), parseMoment(text + time, order)]
      if (day !== undefined && usual !== undefined) assert.deepEqual({ date: day, time: usual, zone: '' }, whole)
      days += Number(day !== undefined)
      moments += Number(day !== undefined && usual !== undefined)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(days > 100 && moments > 50, `${days} days and ${moments} moments were recognised`)
})
