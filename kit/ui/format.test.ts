// In a process of its own: it changes the time zone.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { today } from './calendar-day.ts'
import { formatsOf } from './format.ts'

const zone = process.env['TZ']
after(() => (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)))

for (const TZ of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])
  test(`a calendar day stays the day it is in ${TZ}, however it is shown`, () => {
    process.env['TZ'] = TZ
    const [en, de] = [formatsOf('en'), formatsOf('de')]
    for (const show of ['date', 'dateTime', 'exactTime', 'ago'] as const)
      assert.deepEqual([en[show]('2026-01-01'), de[show]('2026-01-01')], ['Jan 1, 2026', '01.01.2026'], show)
    assert.deepEqual([en.ago(today()), en.date(today())], ['today', formatsOf('en').date(new Date())])
  })

test('a moment is shown in the zone of whoever reads it', () => {
  process.env['TZ'] = 'America/Los_Angeles'
  assert.equal(formatsOf('en').date('2026-01-01T03:00:00Z'), 'Dec 31, 2025')
  process.env['TZ'] = 'Pacific/Kiritimati'
  assert.equal(formatsOf('en').date('2026-01-01T13:00:00Z'), 'Jan 2, 2026')
})

test('today is the day where the reader is', () => {
  const moment = new Date('2026-03-01T05:00:00Z')
  process.env['TZ'] = 'America/Los_Angeles'
  assert.equal(today(moment), '2026-02-28')
  process.env['TZ'] = 'Pacific/Kiritimati'
  assert.equal(today(moment), '2026-03-01')
})
