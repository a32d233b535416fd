import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, daysFrom, lastOfMonth, monthBefore } from './month.ts'
import { earliestEnd } from './term.ts'

test('a contract ends with the term that notice still comes in time for', () => {
  const contract = { start_on: '2026-01-15', term_months: 12, notice_months: 3 }
  assert.equal(earliestEnd(contract, '2026-02-01'), '2027-01-14')
  assert.equal(earliestEnd(contract, '2026-10-14'), '2027-01-14')
  assert.equal(earliestEnd(contract, '2026-10-15'), '2028-01-14')
  assert.equal(earliestEnd({ start_on: '2026-01-31', term_months: 1, notice_months: 0 }, '2026-02-10'), '2026-02-27')
  assert.equal(earliestEnd(contract, '2025-12-01'), '2027-01-14')
})

test('months have their lengths, leap years too', () => {
  assert.deepEqual(
    [
      lastOfMonth('2028-02-10'),
      lastOfMonth('2026-02-10'),
      monthBefore('2026-01-31'),
      addMonths('2026-01-31', 1),
      daysFrom('2026-10-01', '2026-10-31'),
    ],
    ['2028-02-29', '2026-02-28', '2025-12-01', '2026-02-28', 31],
  )
})
