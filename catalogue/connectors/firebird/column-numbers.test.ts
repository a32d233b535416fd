import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { distrustColumnNumbers } from './column-numbers.server.ts'

test('a described column whose number cannot be is refused, others are read', () => {
  distrustColumnNumbers()
  const part = createRequire(import.meta.url)
  const { BlrReader } = part('node-firebird/lib/wire/serialize.js') as {
    BlrReader: new (bytes: Buffer) => { readByteCode(): number; readInt(): number }
  }
  const read = (hex: string) => {
    const reader = new BlrReader(Buffer.from(hex, 'hex'))
    return [reader.readByteCode(), reader.readInt()]
  }
  assert.deepEqual(read('09040003000000'), [9, 3])
  assert.deepEqual(read('0b0400c4010000'), [11, 452], 'a type')
  assert.deepEqual(read('0b0400ffffff7f'), [11, 2147483647], 'no number of a column')
  assert.throws(() => read('09040001ffff00'), new RangeError('a number of a column that cannot be'))
})
