import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { enqueueDue } from './scheduler.server.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const enqueuer = openEnqueuer(pool)
after(async () => {
  await pool.end()
})

async function aSchedule(next_at: string, { missed = 'once', active = true, cron = '0 1 * * *', of = tenant } = {}) {
  return inScope(database.db, of.scope, async (trx) => {
    const label = `W ${crypto.randomUUID()}`
    const { id: workflow_id } = await trx
      .insertInto('workflows')
      .values({ label, class_name: label, source: 'weft: 1\nlabel: A\n', active })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('schedules')
      .values({ workflow_id, step: 'clock', cron, zone: 'Europe/Berlin', missed, next_at })
      .execute()
    return workflow_id
  })
}
const runsOf = async (workflow_id: string) =>
  (
    await pool.query<{ trigger_step: string; started_by: string; payload: { record: object } }>(
      'select trigger_step, started_by, payload from jobs where workflow_id = $1',
      [workflow_id],
    )
  ).rows
const nextOf = async (workflow_id: string) =>
  (
    await pool.query<{ next_at: string; last_at: string }>(
      'select next_at, last_at from schedules where workflow_id = $1',
      [workflow_id],
    )
  ).rows[0]!

test('a schedule that is due starts one job, on whichever machine, and is due again at its next time', async () => {
  const workflow_id = await aSchedule('2026-03-28T00:00:00.000Z')
  const now = new Date('2026-03-28T00:00:01.000Z')
  await Promise.all([enqueueDue(pool, enqueuer, now), enqueueDue(pool, enqueuer, now), enqueueDue(pool, enqueuer, now)])
  await enqueueDue(pool, enqueuer, now)
  assert.deepEqual(await runsOf(workflow_id), [
    {
      trigger_step: 'clock',
      started_by: 'schedule',
      payload: { record: { zone: 'Europe/Berlin', missed: false, scheduled_at: '2026-03-28T00:00:00.000Z' } },
    },
  ])
  assert.deepEqual(await nextOf(workflow_id), {
    next_at: '2026-03-29T00:00:00.000Z',
    last_at: '2026-03-28T00:00:00.000Z',
  })
})

test('a run that was accepted just before a crash is not started twice', async () => {
  const workflow_id = await aSchedule('2026-05-01T23:00:00.000Z')
  const now = new Date('2026-05-01T23:00:01.000Z')
  await enqueueDue(pool, enqueuer, now)
  await pool.query(`update schedules set next_at = '2026-05-01T23:00:00.000Z' where workflow_id = $1`, [workflow_id])
  await enqueueDue(pool, enqueuer, now)
  assert.equal((await runsOf(workflow_id)).length, 1)
})

test('a missed run is made up for once, or skipped, as the schedule says', async () => {
  const once = await aSchedule('2026-06-01T23:00:00.000Z')
  const skip = await aSchedule('2026-06-01T23:00:00.000Z', { missed: 'skip' })
  await enqueueDue(pool, enqueuer, new Date('2026-06-05T10:00:00.000Z'))
  assert.deepEqual([(await runsOf(once)).length, (await runsOf(skip)).length], [1, 0])
  assert.deepEqual(
    [(await nextOf(once)).next_at, (await nextOf(skip)).next_at],
    ['2026-06-05T23:00:00.000Z', '2026-06-05T23:00:00.000Z'],
  )
})

test('a workflow that is switched off does not run', async () => {
  const workflow_id = await aSchedule('2026-07-01T23:00:00.000Z', { active: false })
  await enqueueDue(pool, enqueuer, new Date('2026-07-01T23:00:01.000Z'))
  assert.deepEqual(await runsOf(workflow_id), [])
})

test('a run that cannot be accepted holds up nobody else’s', async () => {
  const stranded = await aTenant(database, { name: 'Stranded' })
  await pool.query('delete from queues where tenant_id = $1', [stranded.tenant_id])
  const own = await aSchedule('2026-08-01T23:00:00.000Z', { of: stranded })
  const other = await aSchedule('2026-08-01T23:00:00.000Z')
  await enqueueDue(pool, enqueuer, new Date('2026-08-01T23:00:01.000Z'))
  assert.deepEqual([(await runsOf(own)).length, (await runsOf(other)).length], [0, 1])
  assert.deepEqual(
    [(await nextOf(own)).next_at, (await nextOf(other)).next_at],
    ['2026-08-02T23:00:00.000Z', '2026-08-02T23:00:00.000Z'],
  )
})
