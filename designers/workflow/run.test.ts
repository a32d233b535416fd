import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortCount } from './run.ts'

test('counts on cards stay short', () => {
  const number = (value: number) => value.toLocaleString('en')
  assert.deepEqual(
    [0, 9876, 12_345, 128_400, 999_499, 999_500, 4_230_000].map((count) => shortCount(count, number)),
    ['0', '9,876', '12.3k', '128k', '999k', '1M', '4.2M'],
  )
})
