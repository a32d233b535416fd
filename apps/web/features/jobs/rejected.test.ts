import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readValue } from './rejected.ts'

test('a corrected value stays of its kind where it can be read so', () => {
  const read = (before: unknown, written?: string) => readValue(before, written).value
  assert.deepEqual([read('12,50', '12.50'), read('7', '8'), read('x', '')], ['12.50', '8', ''])
  assert.deepEqual([read(12, '13'), read(12, '12,5'), read(true, 'false'), read(12, '')], [13, '12,5', false, null])
  assert.deepEqual([read(null, 'DE'), read(null), read(12)], ['DE', null, 12])
  assert.deepEqual(read([{ qty: 1 }], '[{ "qty": 2 }]'), [{ qty: 2 }])
})

test('a list or an object that cannot be read is broken, and nothing else is', () => {
  assert.deepEqual(
    [
      readValue([1], '[1').isBroken,
      readValue({ a: 1 }, 'a').isBroken,
      readValue(1, 'one').isBroken,
      readValue('a', '{').isBroken,
    ],
    [true, true, false, false],
  )
})
