import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BSON, Decimal128, Double, Int32, Long, MaxKey, Timestamp } from 'mongodb'
import { asTheyAre, fromBson, toBson, typeOf } from './values.server.ts'

// FerretDB has no Decimal128: what the server of the other tests cannot keep goes through the driver's own encoding here.
const through = (value: unknown) => BSON.deserialize(BSON.serialize({ value }), asTheyAre)['value'] as unknown

test('decimals keep all their digits in both directions', () => {
  const exact = '12345678901234567890.12345678901234'
  assert.equal(fromBson(through(Decimal128.fromString(exact))), exact)
  assert.equal(fromBson(through(Decimal128.fromString('1.20E+3'))), '1200')
  assert.equal(fromBson(through(Decimal128.fromString('-1E-7'))), '-0.0000001')
  assert.equal(fromBson(through(Decimal128.fromString('NaN'))), 'NaN')
  assert.equal(String(toBson(exact, 'decimal')), exact)
  assert.deepEqual(fromBson(through({ price: Decimal128.fromString('1.10'), n: new Int32(1), x: new Double(0.5) })), {
    price: '1.10',
    n: 1,
    x: 0.5,
  })
})

test('a value is kept as the type of its field, and as another where it does not fit', () => {
  const kept = (value: unknown, native: string) => [typeOf(toBson(value, native)), String(toBson(value, native))]
  assert.deepEqual(kept('7', 'int'), ['int', '7'])
  assert.deepEqual(kept('3000000000', 'int|long'), ['long', '3000000000'])
  assert.deepEqual(kept('9223372036854775808', 'long'), ['string', '9223372036854775808'])
  assert.deepEqual(kept('0.1', 'double'), ['double', '0.1'])
  assert.deepEqual(kept('0.12345678901234567890', 'double|decimal'), ['decimal', '0.12345678901234567890'])
  assert.deepEqual(kept('about', 'int'), ['string', 'about'])
  assert.deepEqual(kept('2026-11-22T13:58:07.1234Z', 'date'), ['string', '2026-11-22T13:58:07.1234Z'])
  assert.deepEqual(toBson('2026-11-22T13:58:07.123000', 'date'), new Date('2026-11-22T13:58:07.123Z'))
  assert.deepEqual(kept(5, ''), ['int', '5'])
  assert.deepEqual(kept(0.5, ''), ['double', '0.5'])
  assert.equal(toBson(null, 'int'), null)
})

test('what only this server knows is told as a text or as extended JSON', () => {
  assert.equal(fromBson(through(Timestamp.fromBits(1, 5))), Long.fromBits(1, 5).toString())
  assert.deepEqual(fromBson(through(new MaxKey())), { $maxKey: 1 })
  assert.deepEqual(fromBson(through(/^a.b$/i)), { $regularExpression: { pattern: '^a.b$', options: 'i' } })
})
