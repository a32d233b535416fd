import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { Exact } from './compare.ts'
import { smallOf, type SmallDecimal } from './small-decimal.ts'

const written = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat(16))
  .map(([sign, digits, places]) => {
    const text = String(digits).padStart(places + 1, '0')
    return sign + (places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`)
  })
const shorter = fc
  .tuple(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.nat(4))
  .map(([units, places]) => (units / 10 ** places).toFixed(places))
const number = fc.oneof(written, shorter)

test('what is computed with small decimals is what decimals give, digit by digit, wherever it is given', () => {
  let given = 0
  const same = (small: SmallDecimal | undefined, exact: Decimal) => {
    if (small === undefined) return
    given++
    assert.equal(small.toFixed(), exact.toFixed())
  }
  fc.assert(
    fc.property(number, number, fc.nat(6), (one, other, places) => {
      const [a, b] = [smallOf(one), smallOf(other)]
      const [x, y] = [new Exact(one), new Exact(other)]
      same(a, x)
      if (!a || !b) return
      same(a.times(b), x.times(y))
      same(a.plus(b), x.plus(y))
      same(a.minus(b), x.minus(y))
      same(a.rounded(places, 'half_up'), x.toDecimalPlaces(places, Decimal.ROUND_HALF_UP))
      same(a.rounded(places, 'half_even'), x.toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN))
    }),
    { numRuns: 5_000 },
  )
  assert.ok(given > 5_000, `${given} results`)
})

test('what may lose a digit, has a sign nobody sees, or is written otherwise is none', () => {
  for (const value of [
    '0',
    '-0',
    '0.00',
    '',
    '-',
    '.',
    '1.',
    '.5',
    '+1',
    ' 1',
    '1e3',
    '1,5',
    '1.2.3',
    '1234567890123456',
    0,
    -0,
    0.5,
    NaN,
    1e15,
    null,
    undefined,
    true,
    {},
  ])
    assert.equal(smallOf(value), undefined, String(value))
  const large = smallOf('99999999.99')!
  assert.equal(large.times(large), undefined)
  assert.equal(smallOf('1')!.minus(smallOf('1.0')!), undefined)
  assert.equal(smallOf('-0.001')!.rounded(2, 'half_up'), undefined)
})

test('fives are rounded as told', () => {
  const rounded = (text: string, five: 'half_up' | 'half_even') => smallOf(text)!.rounded(2, five)!.toFixed()
  assert.deepEqual(
    ['1.005', '-1.005', '1.015', '2.3449'].map((text) => [rounded(text, 'half_up'), rounded(text, 'half_even')]),
    [
      ['1.01', '1'],
      ['-1.01', '-1'],
      ['1.02', '1.02'],
      ['2.34', '2.34'],
    ],
  )
})
