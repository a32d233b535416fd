import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cronOf, schedule, scheduleOptions } from './schedule.ts'

const crons: Record<(typeof scheduleOptions)[number], string> = {
  every_minute: '* * * * *',
  every_5_minutes: '*/5 * * * *',
  every_10_minutes: '*/10 * * * *',
  every_15_minutes: '*/15 * * * *',
  every_30_minutes: '*/30 * * * *',
  hourly: '0 * * * *',
  daily: '0 0 * * *',
  twice_daily: '0 1,13 * * *',
  weekly: '0 0 * * 1',
  monthly: '0 0 1 * *',
  quarterly: '0 0 1 1,4,7,10 *',
  yearly: '0 0 1 1 *',
  cron: '0 6 * * 1-5',
}
for (const option of scheduleOptions)
  test(`${option} means ${crons[option]}`, () => {
    assert.equal(schedule.settings.parse({ option, cron: '0 6 * * 1-5' }).cron, crons[option])
    assert.equal(cronOf({ option, weekday: '1', cron: '0 6 * * 1-5' }), crons[option])
  })

test('the time moves the run', () => {
  assert.equal(schedule.settings.parse({ option: 'weekly', time: '06:30', weekday: '0' }).cron, '30 6 * * 0')
  assert.equal(schedule.settings.parse({ option: 'twice_daily', time: '18:15' }).cron, '15 6,18 * * *')
  assert.equal(schedule.settings.parse({ option: 'hourly', time: '00:45' }).cron, '45 * * * *')
})

test('a cron of the wrong shape, a zone nobody knows and a time that is none are refused', () => {
  for (const [wrong, place] of [
    [{ option: 'cron', cron: '0 6 * *' }, 'cron'],
    [{ zone: 'Europe/Atlantis' }, 'zone'],
    [{ time: '24:00' }, 'time'],
  ] as const)
    assert.equal(schedule.settings.safeParse(wrong).error?.issues[0]?.path[0], place)
})
