import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineMessages, languages, say } from './messages.ts'
import { sizeOf } from './size.ts'

const texts = defineMessages({ size: { en: '{size, number} {unit}', de: '{size, number} {unit}' } })

test('a size is told in the largest unit that leaves a number before the point, as the reader writes numbers', () => {
  const told = (bytes: number) => languages.map((language) => say(texts.size(sizeOf(bytes)), language))
  assert.deepEqual([0, 999, 1_000, 132_533, 4_194_304, 9.99e15].map(told), [
    ['0 B', '0 B'],
    ['999 B', '999 B'],
    ['1 KB', '1 KB'],
    ['132.5 KB', '132,5 KB'],
    ['4.2 MB', '4,2 MB'],
    ['9,990 TB', '9.990 TB'],
  ])
})
