import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchFiles, filesBetween, isWhole, olderThan } from './batch-files.ts'

const counting = (...files: string[]) => [...batchFiles(files).values()]

test('of each batch the newest attempt counts, in the order of the numbers', () => {
  assert.deepEqual(counting('10.1.jsonl', '2.2.jsonl', '2.1.jsonl', '1.1.jsonl'), ['1.1.jsonl', '2.2.jsonl'])
  assert.deepEqual(counting('1.1.jsonl', '2.2.jsonl', '10.2.jsonl'), ['1.1.jsonl', '2.2.jsonl', '10.2.jsonl'])
  assert.deepEqual(counting('0.jsonl', '1.jsonl', '2.1.jsonl', 'whole', '3.1.jsonl.partial'), ['0.jsonl', '1.jsonl'])
})

test('what a machine that was cut off writes after another has gone on is not seen', () => {
  assert.deepEqual(counting('4.1.jsonl', '5.2.jsonl', '6.1.jsonl', '7.1.jsonl'), ['4.1.jsonl', '5.2.jsonl'])
  assert.deepEqual(counting('0.2.jsonl', '1.2.jsonl', 'whole.2.2', '2.1.jsonl', '0.1.jsonl'), [
    '0.2.jsonl',
    '1.2.jsonl',
  ])
})

test('a spool is whole when all is there of an attempt that says so, and then only that attempt counts', () => {
  assert.equal(isWhole(['0.1.jsonl', '1.1.jsonl']), false)
  assert.equal(isWhole(['0.1.jsonl', '1.1.jsonl', 'whole.1.2']), true)
  assert.equal(isWhole(['1.1.jsonl', 'whole.1.2']), false)
  assert.equal(isWhole(['whole.1.0']), true)
  assert.equal(isWhole(['0.jsonl', 'whole']), true)
  // The third attempt was killed; the first, thawed, has come to its end meanwhile.
  assert.deepEqual(counting('0.1.jsonl', '1.1.jsonl', 'whole.1.2', '0.3.jsonl'), ['0.1.jsonl', '1.1.jsonl'])
})

test('files are named by their numbers, whoever wrote them, and by the attempts before one', () => {
  assert.deepEqual(filesBetween(['1.jsonl', '2.1.jsonl', '2.3.jsonl', '4.1.jsonl', 'whole.1.9'], 1, 3), [
    ...['1.jsonl', '2.1.jsonl', '2.3.jsonl'],
  ])
  assert.deepEqual(olderThan(['1.jsonl', '2.1.jsonl', '2.3.jsonl', 'whole', 'whole.2.9'], 2), [
    ...['1.jsonl', '2.1.jsonl', 'whole'],
  ])
})
