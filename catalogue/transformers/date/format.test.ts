import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reader, writer } from './format.ts'

const formats = fc.constantFrom(
  'yyyy-MM-dd',
  'dd.MM.yyyy',
  'yyyy-MM-dd HH:mm:ss.SSS',
  'dd/MM/yyyy HH:mm',
  'HH:mm dd.MM.yyyy',
  'MM/dd/yyyy',
  'yyyyMMddHHmmss',
)
const moments = fc.date({
  min: new Date('0100-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
})

test('the quick reader and writer of digits do what the date library does', () => {
  fc.assert(
    fc.property(formats, moments, (format, moment) => {
      const text = writer(format, 'en', 'UTC')(moment.getTime())
      assert.equal(text, writer(format, 'en', 'UTC', false)(moment.getTime()))
      assert.equal(reader(format, 'UTC')(text), reader(format, 'UTC', false)(text))
    }),
  )
})

test('the leap day of the year 0 is that day', () => {
  for (const fast of [true, false])
    assert.equal(new Date(reader('yyyy-MM-dd', 'UTC', fast)('0000-02-29')!).toISOString(), '0000-02-29T00:00:00.000Z')
})

test('texts that are no date are read by neither', () => {
  const almost = fc.tuple(
    fc.integer({ min: 0, max: 2_400 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 33 }),
  )
  fc.assert(
    fc.property(almost, ([year, month, day]) => {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      assert.equal(reader('yyyy-MM-dd', 'UTC')(text), reader('yyyy-MM-dd', 'UTC', false)(text))
    }),
    { numRuns: 1_000 },
  )
})
