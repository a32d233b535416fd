import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseKey, ringOf, ringOfBytes } from './keyring.server.ts'
import { encryptUnbound } from '../testing/unbound-secret.ts'
import { keyIdOf, seal, sealText, unseal, unsealText } from './seal.server.ts'
import type { SecretPlace } from './sealed-columns.ts'

const [first, second] = [parseKey('the first key of this test'), parseKey('the second key of this test')]
const keys = ringOf(first)
const part = fc.oneof(
  fc.constantFrom('a', 'b', 'users', 'users.secret', '', '"', '["', ','),
  fc.string({ maxLength: 8 }),
)
const place: fc.Arbitrary<SecretPlace> = fc.record({
  table: part,
  tenant_id: fc.oneof(fc.constant(null), fc.constantFrom('t1', 't2'), fc.uuid()),
  row: part,
  column: part,
})

test('what was sealed opens at its place, whatever it is', () => {
  fc.assert(
    fc.property(place, fc.string({ unit: 'grapheme', maxLength: 200 }), (at, plain) => {
      assert.equal(unseal(keys, at, seal(keys, at, plain)), plain)
      assert.equal(unsealText(keys, at, sealText(keys, at, plain)), plain)
    }),
    { numRuns: 2_000 },
  )
})

test('copied to another tenant, table, row or column, it does not open', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      fc.pre(
        JSON.stringify([from.tenant_id ?? '', from.table, from.row, from.column]) !==
          JSON.stringify([to.tenant_id ?? '', to.table, to.row, to.column]),
      )
      assert.throws(
        () => unseal(keys, to, seal(keys, from, 'secret')),
        /does not open: it was changed, or sealed for another place/,
      )
    }),
    { numRuns: 5_000 },
  )
  const at: SecretPlace = { table: 'database_servers', tenant_id: 't1', row: 'r1', column: 'password' }
  for (const other of [
    { table: 'storage_servers' },
    { tenant_id: 't2' },
    { tenant_id: null },
    { row: 'r2' },
    { column: 'new_password' },
  ]) {
    assert.throws(() => unseal(keys, { ...at, ...other }, seal(keys, at, 'secret')))
  }
})

test('with any bit changed, it does not open', () => {
  const at: SecretPlace = { table: 'users', tenant_id: null, row: 'r', column: 'c' }
  const sealed = seal(keys, at, 'a secret')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(() => unseal(keys, at, changed), `bit ${bit}`)
  }
})

test('it names its key, opens while that key is known, and is told apart from one whose key is gone', () => {
  const at: SecretPlace = { table: 'users', tenant_id: null, row: 'r', column: 'c' }
  const old = seal(ringOf(first), at, 'kept')
  assert.equal(keyIdOf(old), first.id)
  const both = ringOf(second, first)
  assert.equal(unseal(both, at, old), 'kept')
  assert.equal(keyIdOf(seal(both, at, 'new')), second.id)
  assert.throws(
    () => unseal(ringOf(second), at, old),
    new RegExp(`sealed with the key ${first.id}, which this Weft does not have`),
  )
})

test('what an older Weft encrypted opens with any known key and with no other', () => {
  const [bytes, other] = [randomBytes(32), randomBytes(32)]
  const at: SecretPlace = { table: 'users', tenant_id: null, row: 'r', column: 'c' }
  const before = encryptUnbound(ringOfBytes(bytes), 'from before')
  assert.equal(unseal(ringOfBytes(bytes), at, before), 'from before')
  assert.equal(unseal(ringOf(second, { id: 'old', bytes }), at, before), 'from before')
  assert.throws(() => unseal(ringOfBytes(other), at, before), /No key of this Weft opens this secret/)
})
