import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextRun } from './next-run.ts'

const next = (cron: string, after: string) => nextRun(cron, 'Europe/Berlin', new Date(after))?.toISOString()

test('a time of day is local time, in summer and in winter', () => {
  assert.equal(next('30 2 * * *', '2026-07-01T12:00:00Z'), '2026-07-02T00:30:00.000Z')
  assert.equal(next('30 2 * * *', '2026-12-01T12:00:00Z'), '2026-12-02T01:30:00.000Z')
})

test('an hour that summer time skips runs once right after it', () => {
  assert.equal(next('30 2 * * *', '2027-03-27T12:00:00Z'), '2027-03-28T01:00:00.000Z')
  assert.equal(next('30 2 * * *', '2027-03-28T01:00:00Z'), '2027-03-29T00:30:00.000Z')
})

test('a repeated hour runs once', () => {
  assert.equal(next('30 2 * * *', '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z')
  assert.equal(next('30 2 * * *', '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z')
})

test('a day that never comes is nothing', () => assert.equal(next('0 0 30 2 *', '2026-01-01T00:00:00Z'), undefined))
