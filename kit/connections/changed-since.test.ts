import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earlier } from './changed-since.ts'

test('looking back takes seconds from points in time, days from days and so much from numbers', () => {
  for (const [value, by, before] of [
    ['2026-11-22T13:58:07.123456Z', 300, '2026-11-22T13:53:07.123Z'],
    ['2026-11-22T00:01:00', 300, '2026-11-21T23:56:00.000'],
    ['2026-11-22T00:01:00+02:00', 60, '2026-11-21T22:00:00.000Z'],
    ['2026-11-22', 86_400, '2026-11-21'],
    ['9223372036854775807', 7, '9223372036854775800'],
    [12, 300, '-288'],
    ['https://erp.example/Orders?$deltatoken=7', 300, 'https://erp.example/Orders?$deltatoken=7'],
    ['2026-11-22T13:58:07.123456Z', 0, '2026-11-22T13:58:07.123456Z'],
  ] as const)
    assert.equal(earlier(value, by), before)
})
