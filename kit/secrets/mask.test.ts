import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskerOf } from './mask.server.ts'

const secret = 'Gr3en "door" + key/7'

test('a secret is taken out of texts, however it stands there', () => {
  const mask = maskerOf(new Set([secret]))
  assert.deepEqual(mask({ a: `x ${secret} y`, list: [secret, 7, null], url: `https://shop.example/?key=${encodeURIComponent(secret)}`, [secret]: true }), { a: 'x •••• y', list: ['••••', 7, null], url: 'https://shop.example/?key=••••', '••••': true })
  assert.equal(mask(JSON.stringify({ key: secret })), '{"key":"••••"}')
})

test('no part of it is left in base64, wherever it begins, as in a basic sign-in', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ0189:-_ '), minLength: 0, maxLength: 9 }), fc.stringMatching(/^[A-Za-z0-9!#]{9,40}$/), fc.string({ maxLength: 5 }), (before, hidden, after) => {
    fc.pre(!before.includes(hidden))
    const masked = maskerOf(new Set([hidden]))(Buffer.from(`${before}${hidden}${after}`).toString('base64'))
    assert.ok(masked.includes('••••'), masked)
  }))
})

test('what becomes known later is masked from then on; where nothing is known, a value stays the very same', () => {
  const known = new Set<string>()
  const mask = maskerOf(known)
  const value = { text: 'a later secret' }
  assert.equal(mask(value), value)
  known.add('later secret')
  assert.deepEqual(mask(value), { text: 'a ••••' })
})
