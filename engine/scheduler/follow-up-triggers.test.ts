import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { cancelJobs } from '../queue/cancel.server.ts'
import { startFollowUpTriggers } from './follow-up-triggers.server.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const other = await aTenant(database)
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const enqueuer = openEnqueuer(pool)
const home = mkdtempSync(path.join(tmpdir(), 'weft-follow-'))
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

const aWorkflow = (of = tenant) =>
  inScope(database.db, of.scope, async (trx) => {
    const label = `W ${crypto.randomUUID()}`
    return {
      label,
      ...(await trx
        .insertInto('workflows')
        .values({ label, class_name: label, source: 'weft: 1\nlabel: A\n', active: true, published: true })
        .returning('id')
        .executeTakeFirstOrThrow()),
    }
  })

type Following = { watched?: string[]; statuses?: string[]; delay?: number; element?: string }
async function aFollower(
  { watched = [], statuses = ['stopped'], delay = 0, element = 'predecessor' }: Following,
  of = tenant,
) {
  const workflow = await aWorkflow(of)
  await inScope(database.db, of.scope, (trx) =>
    trx
      .insertInto('workflow_followers')
      .values({ workflow_id: workflow.id, step: 'after', element, watched, statuses, delay })
      .execute(),
  )
  return workflow.id
}

async function aRun(workflow_id: string, status: string, { payload = {}, started_by = 'hand' } = {}) {
  const { id } = await enqueuer.enqueue({
    tenant_id: tenant.tenant_id,
    project_id: tenant.project_id,
    workflow_id,
    started_by,
    payload: { record: payload },
  })
  await pool.query(
    `update jobs set status = $2, queued_at = null, started_at = now(), finished_at = '2026-05-01T10:00:00Z', return_values = '{"orders": 7}' where id = $1`,
    [id, status],
  )
  return id
}
const at = (time: string) => startFollowUpTriggers(pool, enqueuer, new Date(`2026-05-01T${time}Z`))
const runsOf = async (workflow_id: string) =>
  (
    await pool.query<{ trigger_step: string; started_by: string; payload: { record: Record<string, unknown> } }>(
      'select trigger_step, started_by, payload from jobs where workflow_id = $1',
      [workflow_id],
    )
  ).rows

test('a run starts once when one it watches has ended so, with what became of it', async () => {
  const watched = await aWorkflow()
  const follower = await aFollower({ watched: [watched.id] })
  await aRun(watched.id, 'error')
  await aRun((await aWorkflow()).id, 'stopped')
  const job_id = await aRun(watched.id, 'stopped')
  await Promise.all([at('10:00:01'), at('10:00:01'), at('10:00:01')])
  await at('10:00:02')
  const [run, ...more] = await runsOf(follower)
  assert.deepEqual([run!.trigger_step, run!.started_by, more.length], ['after', 'predecessor', 0])
  const { workflow, status, return_values, depth, error } = run!.payload.record
  assert.deepEqual(
    { job_id: run!.payload.record['job_id'], workflow, status, return_values, depth, error },
    { job_id, workflow: watched.label, status: 'stopped', return_values: { orders: 7 }, depth: 1, error: null },
  )
})

for (const [seconds, before, due] of [
  [300, '10:04:59', '10:05:00'],
  [28800, '17:59:59', '18:00:00'],
] as const)
  test(`a delay of ${seconds} seconds is waited for`, async () => {
    const watched = await aWorkflow()
    const follower = await aFollower({ watched: [watched.id], delay: seconds })
    await aRun(watched.id, 'stopped')
    await at(before)
    assert.equal((await runsOf(follower)).length, 0)
    await at(due)
    assert.equal((await runsOf(follower)).length, 1)
  })

test('no other delays are stored', async () => {
  await assert.rejects(aFollower({ delay: 60 }), { code: '23514' })
})

test('a start that was accepted just before a crash does not come twice', async () => {
  const watched = await aWorkflow()
  const follower = await aFollower({ watched: [watched.id] })
  await aRun(watched.id, 'stopped')
  const { rows } = await pool.query('select * from due_starts where workflow_id = $1', [follower])
  await at('10:00:01')
  await pool.query('insert into due_starts select * from jsonb_populate_record(null::due_starts, $1)', [
    JSON.stringify(rows[0]),
  ])
  await at('10:00:02')
  assert.equal((await runsOf(follower)).length, 1)
})

test('whoever watches all hears of every failure but its own, also of a job that is cancelled', async () => {
  const alarm = await aFollower({ statuses: ['error', 'aborted'], element: 'workflow_failed' })
  const { id: failing } = await aWorkflow()
  await aRun(failing, 'error')
  await aRun(failing, 'stopped')
  const { id } = await enqueuer.enqueue({
    tenant_id: tenant.tenant_id,
    project_id: tenant.project_id,
    workflow_id: failing,
    started_by: 'hand',
  })
  await cancelJobs({ db: database.db, pool }, tenant.scope, [id])
  await startFollowUpTriggers(pool, enqueuer, new Date(Date.now() + 60_000))
  assert.deepEqual((await runsOf(alarm)).map((run) => String(run.payload.record['status'])).toSorted(), [
    'aborted',
    'error',
  ])
  await aRun(alarm, 'error')
  await startFollowUpTriggers(pool, enqueuer, new Date(Date.now() + 60_000))
  assert.equal((await runsOf(alarm)).filter((run) => run.started_by === 'workflow_failed').length, 2)
  await pool.query('delete from workflow_followers where workflow_id = $1', [alarm])
})

test('another tenant hears of nothing', async () => {
  const watched = await aWorkflow()
  const foreign = await aFollower({ watched: [watched.id] }, other)
  await aRun(watched.id, 'stopped')
  await at('10:00:01')
  assert.deepEqual(await runsOf(foreign), [])
})

test('a workflow that was switched off meanwhile does not start', async () => {
  const watched = await aWorkflow()
  const follower = await aFollower({ watched: [watched.id], delay: 300 })
  await aRun(watched.id, 'stopped')
  await pool.query('update workflows set active = false where id = $1', [follower])
  await at('10:05:00')
  assert.deepEqual(await runsOf(follower), [])
})

test('workflows that follow one another in a circle stop, and say so', async () => {
  const watched = await aWorkflow()
  const follower = await aFollower({ watched: [watched.id] })
  const last = await aRun(watched.id, 'stopped', { payload: { depth: 50 }, started_by: 'predecessor' })
  await at('10:00:01')
  assert.deepEqual(await runsOf(follower), [])
  const { rows } = await pool.query<{ message: Parameters<typeof say>[0] }>(
    'select message from job_logs where job_id = $1',
    [last],
  )
  assert.match(say(rows[0]!.message, 'en'), /^50 runs have started one another by now, so the workflow “W /)
})
