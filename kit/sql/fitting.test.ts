import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingSize } from './fitting.ts'

const records = (count: number, bytes: number) => Array.from({ length: count }, () => ({ text: 'x'.repeat(bytes) }))

test('small records come by the thousand, large ones one by one, and the size follows them', () => {
  const fitting = fittingSize(1_000)
  assert.equal(fitting.next(), 100)
  fitting.learn(records(100, 200))
  assert.equal(fitting.next(), 1_000)
  fitting.learn(records(1_000, 40_000))
  assert.equal(fitting.next(), 99)
  fitting.learn(records(99, 4_000_000))
  assert.equal(fitting.next(), 1)
  fitting.learn(records(1, 10))
  assert.equal(fitting.next(), 10)
  assert.equal(fittingSize(7).next(), 7)
})
