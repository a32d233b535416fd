import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesRead, countWritten, created, isDisk, listed, negotiated, sessionSet } from './answers.ts'
import { Malformed } from './bytes.ts'
import { headOf } from './header.ts'
import { ntlmAuthenticate, ntlmChallenge, ntlmNegotiate } from './ntlm.server.ts'

const identity = { user: 'u', domain: '', password: 'p' }
const readers: [size: number, read: (message: Buffer) => unknown][] = [
  [0, headOf],
  [65, negotiated],
  [9, sessionSet],
  [16, isDisk],
  [89, created],
  [17, bytesRead],
  [17, countWritten],
  [9, listed],
  [0, (message) => ntlmAuthenticate(identity, ntlmNegotiate(), ntlmChallenge(message))],
]

/** A message that begins well and goes on with small numbers, so that more than its first field is read. */
const message = (size: number) =>
  fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 64, 72, 80, 255)), { maxLength: 400 }).map((bytes) => {
    const whole = Buffer.from([0xfe, 0x53, 0x4d, 0x42, ...bytes])
    if (whole.length > 66) whole.writeUInt16LE(size, 64)
    if (whole.length > 24) whole.writeUInt32LE(0, 20)
    return whole
  })

test('whatever bytes come, they are read or said to make no sense', () => {
  for (const [size, read] of readers)
    fc.assert(
      fc.property(message(size), (bytes) => {
        const challenge = Buffer.concat([Buffer.from('NTLMSSP\0\x02\0\0\0', 'latin1'), bytes])
        for (const one of [bytes, challenge])
          try {
            read(one)
          } catch (error) {
            assert.ok(error instanceof Malformed, String(error))
          }
      }),
      { numRuns: 500 },
    )
})

/** An entry of a list: where the next one lies, when it was changed, its size, what it is, and its name. */
function entry(next: number, name: string, { attributes = 0x80, size = 0n, time = 125_911_584_000_000_000n } = {}) {
  const text = Buffer.from(name, 'utf16le')
  const head = Buffer.alloc(64)
  head.writeUInt32LE(next, 0)
  head.writeBigUInt64LE(time, 24)
  head.writeBigUInt64LE(size, 40)
  head.writeUInt32LE(attributes, 56)
  head.writeUInt32LE(text.length, 60)
  return Buffer.concat([head, text])
}
function list(...entries: Buffer[]) {
  const all = Buffer.concat(entries)
  const head = Buffer.alloc(72)
  head.writeUInt16LE(9, 64)
  head.writeUInt16LE(72, 66)
  head.writeUInt32LE(all.length, 68)
  return Buffer.concat([head, all])
}

test('a list tells files, folders and links apart, and when they were changed', () => {
  const found = listed(
    list(
      entry(66, '.', { attributes: 0x10 }),
      entry(72, 'scan', { size: 5_000_000_000n }),
      entry(66, 'a', { attributes: 0x10, time: 0n }),
      entry(0, 'ä', { attributes: 0x410 }),
    ),
  )
  assert.deepEqual(found, [
    { name: 'scan', kind: 'file', size: 5_000_000_000, modified_at: '2000-01-01T00:00:00.000Z' },
    { name: 'a', kind: 'folder', size: 0, modified_at: '1970-01-01T00:00:00.000Z' },
    { name: 'ä', kind: 'link', size: 0, modified_at: '2000-01-01T00:00:00.000Z' },
  ])
})

test('a list that turns in a circle, or points out of itself, is none', () => {
  for (const next of [1, 63, 4_000_000_000])
    assert.throws(() => listed(list(entry(next, 'a'))), Malformed, String(next))
})
