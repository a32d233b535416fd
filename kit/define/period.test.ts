import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinChoices, rangeOf, splitChoices } from './dashboard.ts'
import { dayAfter, periodBefore, periodOf, startOfDay } from './period.ts'

test('a period ends with the day it is asked on, or is what it says', () => {
  assert.deepEqual(periodOf('7d', '2026-03-03'), { from: '2026-02-25', to: '2026-03-03' })
  assert.deepEqual(periodOf('2026-01-01..2026-01-31', '2026-03-03'), { from: '2026-01-01', to: '2026-01-31' })
  for (const wrong of ['soon', '2026-01-31..2026-01-01', '2026-02-30..2026-03-01', '2026-01-01'])
    assert.equal(periodOf(wrong, '2026-03-03'), undefined, wrong)
})

test('the period before is as long and ends the day before', () => {
  assert.deepEqual(periodBefore({ from: '2026-03-01', to: '2026-03-28' }), { from: '2026-02-01', to: '2026-02-28' })
  assert.equal(dayAfter('2026-12-31'), '2027-01-01')
})

test('a day begins at midnight of its zone, also when the clock changes', () => {
  assert.equal(startOfDay('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z')
  assert.equal(startOfDay('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(startOfDay('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(startOfDay('2026-10-26', 'America/New_York'), '2026-10-26T04:00:00.000Z')
})

test('values keep their commas in an address, and a range may be open', () => {
  const values = ['A, B', 'C\\', 'D']
  assert.deepEqual(splitChoices(joinChoices(values)), values)
  assert.deepEqual(splitChoices(''), [])
  assert.deepEqual(rangeOf('-1.5..'), { from: '-1.5' })
  assert.deepEqual(rangeOf('..20'), { to: '20' })
  for (const wrong of ['..', '1', 'a..b', '1..2..3']) assert.equal(rangeOf(wrong), undefined, wrong)
})
