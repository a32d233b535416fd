import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDue } from './next-due.ts'

const due = (every: 'day' | 'week' | 'month', day: number, after: string, zone = 'Europe/Berlin') =>
  nextDue({ every, day, at: '07:30', zone }, new Date(after)).toISOString()

test('a mail is due by the clock of its zone, on its day of the week or month', () => {
  assert.equal(due('day', 1, '2026-11-27T06:29:00Z'), '2026-11-27T06:30:00.000Z')
  assert.equal(due('day', 1, '2026-11-27T06:30:00Z'), '2026-11-28T06:30:00.000Z')
  // The clock goes back on 25 October 2026.
  assert.equal(due('day', 1, '2026-10-24T12:00:00Z'), '2026-10-25T06:30:00.000Z')
  assert.equal(due('day', 1, '2026-10-23T12:00:00Z'), '2026-10-24T05:30:00.000Z')
  assert.equal(due('week', 1, '2026-11-27T12:00:00Z'), '2026-11-30T06:30:00.000Z')
  assert.equal(due('week', 7, '2026-11-27T12:00:00Z'), '2026-11-29T06:30:00.000Z')
  assert.equal(due('month', 28, '2026-02-28T12:00:00Z', 'America/New_York'), '2026-02-28T12:30:00.000Z')
})
