import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const tenant = await aTenant({ ...server.test, key: context.key })
const headers = {
  ...(await signedIn(server, { email: 'olga@reportings.test', role: 'operator', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const source = 'weft: 1\nlabel: Import\nsteps: [{ id: go, element: manual }]\n'
const workflow_id = await inScope(
  context.db,
  tenant.scope,
  async (trx) =>
    (
      await trx
        .insertInto('workflows')
        .values({ label: 'Import', class_name: 'Import', source, active: true, published: true })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
)

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as { data: any; code: string }) }
}
const ago = (hours: number, seconds = 0) => new Date(Date.now() - hours * 3_600_000 + seconds * 1_000).toISOString()
const ran = (hours: number, seconds: number, status = 'stopped') =>
  inScope(context.db, tenant.scope, async (trx) =>
    trx
      .insertInto('jobs')
      .values({
        workflow_id,
        queue_id: tenant.queue_id,
        status,
        source_id: await keptSourceIn(trx, workflow_id, source),
        version: 1,
        started_by: 'hand',
        created_at: ago(hours),
        started_at: ago(hours),
        finished_at: ago(hours, seconds),
      })
      .execute(),
  )

test('jobs are counted over 24, 48 or 72 hours, their average duration over the last seven days', async () => {
  await ran(1, 2)
  await ran(2, 4, 'error')
  await ran(30, 4)
  await ran(60, 6)
  await ran(24 * 6, 8)
  await ran(24 * 8, 1_000)
  for (const [hours, jobs, by_status] of [
    [24, 2, { stopped: 1, error: 1 }],
    [48, 3, { stopped: 2, error: 1 }],
    [72, 4, { stopped: 3, error: 1 }],
  ] as const) {
    const { data } = await call('GET', `/reportings?hours=${hours}`)
    const [one] = data.workflows
    assert.deepEqual(
      [data.hours, data.by_status, data.slots.length, one.jobs, one.average_ms],
      [hours, by_status, 24, jobs, 5_000],
    )
  }
  assert.equal((await call('GET', '/reportings?hours=96')).status, 422)
})

test('a job has one of nine statuses', async () => {
  const statuses = ['pending', 'started', 'working', 'waiting', 'stopped', 'error', 'warning', 'aborted', 'info']
  for (const status of statuses) await ran(24 * 20, 1, status)
  assert.deepEqual(
    new Set((await call('GET', '/jobs?noPagination=true')).data.map((job: { status: string }) => job.status)),
    new Set(statuses),
  )
  await assert.rejects(ran(1, 1, 'paused'))
  await inScope(context.db, tenant.scope, (trx) =>
    trx
      .deleteFrom('jobs')
      .where('created_at', '<', ago(24 * 19))
      .execute(),
  )
})

test('jobs are cancelled and run again by selection and by filter', async () => {
  const enqueue = () =>
    context.jobs.enqueue({
      tenant_id: tenant.tenant_id,
      project_id: tenant.project_id,
      workflow_id,
      started_by: 'hand',
    })
  const [a, b, c] = await Promise.all([enqueue(), enqueue(), enqueue()])
  assert.deepEqual((await call('POST', '/jobs/bulk_cancel', { ids: [a.id, b.id] })).data, { affected: 2, refused: [] })
  assert.equal((await call('GET', `/jobs/${a.id}`)).data.status, 'aborted')
  assert.equal((await call('POST', '/jobs/bulk_cancel', { filter: { status: 'pending' } })).data.affected, 1)
  assert.equal((await call('GET', `/jobs/${c.id}`)).data.status, 'aborted')
  assert.equal((await call('POST', '/jobs/bulk_requeue', { ids: [a.id, b.id] })).data.affected, 2)
  assert.equal((await call('POST', '/jobs/bulk_requeue', { filter: { status: 'error' } })).data.affected, 1)
  assert.equal((await call('POST', `/jobs/${c.id}/requeue`)).status, 202)
})

test('queued jobs say what waits where', async () => {
  const { data } = await call('GET', '/queued_jobs')
  assert.equal(data.length, 4)
  assert.deepEqual([data[0].status, data[0].workflow_id, data[0].started_by !== ''], ['pending', workflow_id, true])
})
