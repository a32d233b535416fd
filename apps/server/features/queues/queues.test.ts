import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { workOffBulkActions } from '@weft/engine/queue/bulk.server.ts'
import type { JobDeps } from '@weft/engine/queue/deps.server.ts'
import { superviseMachine } from '@weft/engine/workers/supervision.server.ts'
import { ended, sessionsGone } from '@weft/engine/testing/killed.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

// Queues, machines and what is done with many jobs: as the provider sees them over all tenants, and a tenant its own.
const server = await aServer()
const { app, context, test: database } = server
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const parts: JobDeps = {
  db: context.db,
  pool,
  enqueuer: openEnqueuer(pool),
  jobFiles: context.fileStore.jobs,
}
const machine = await superviseMachine({
  url: database.app_url,
  pool,
  machine: 'here',
  host: 'here',
  version: '1',
  processors: 2,
  beat_ms: 200,
  configure: async () => ({ places: 8, warm_workers: 1, processors: 2 }),
  start: async () => ({
    workers: () => [{ pid: 1, limit_mb: 256, used_mb: 80, busy: false, job_id: null, since: null }],
    leave: async () => {},
  }),
})
after(async () => {
  await machine.close()
  await pool.end()
})
const [hanse, south] = [
  await aTenant({ ...database, key: context.key }),
  await aTenant({ ...database, key: context.key }),
]
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const olga = await signedIn(server, { email: 'olga@hanse.test', role: 'operator', tenant_id: hanse.tenant_id })
const boss_of = await signedIn(server, { email: 'boss@hanse.test', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const eve = await signedIn(server, { email: 'eve@south.test', role: 'tenant_admin', tenant_id: south.tenant_id })

async function call(
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await app.inject({
    method,
    url: `/api/${headers === admin ? 'admin' : 'app'}/${url}`,
    headers,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as {
      data: any
      meta: any
      code: string
      errors: Record<string, string[]>
      message: string
    }),
  }
}
const source = 'weft: 1\nlabel: Import\nsteps: [{ id: go, element: manual }]\n'
async function aWorkflow(of: typeof hanse, label: string) {
  const id = await inScope(
    context.db,
    of.scope,
    async (trx) =>
      (
        await trx
          .insertInto('workflows')
          .values({ label, class_name: label, source, active: true, published: true })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
  return async (minutes = 0) => {
    const job = await context.jobs.enqueue({
      tenant_id: of.tenant_id,
      project_id: of.project_id,
      workflow_id: id,
      started_by: 'hand',
    })
    await pool.query('update jobs set created_at = created_at - make_interval(mins => $2) where id = $1', [
      job.id,
      minutes,
    ])
    return job.id
  }
}
const statusOf = async (id: string) =>
  (await pool.query<{ status: string }>('select status from jobs where id = $1', [id])).rows[0]!.status
const [imports, exports] = [await aWorkflow(hanse, 'Imports'), await aWorkflow(south, 'Exports')]

test('queued jobs say what they are, whose, in which queue, since when and by whom, and are found by how long they have been available', async () => {
  const ids = [await imports(31), await imports(16), await imports(11), await imports(6), await imports(1)]
  await exports(31)
  const { data } = await call(olga, 'GET', 'queued_jobs')
  const [first] = data
  assert.deepEqual(
    [
      first.job_class,
      first.process_name,
      first.process_iteration_id,
      first.tenant_id,
      first.reserved_at,
      first.started_by,
      first.status,
    ],
    ['Imports', 'Imports', ids[0], hanse.tenant_id, null, 'hand', 'pending'],
  )
  assert.equal(typeof first.process_id, 'string')
  assert.equal(first.available_at, first.created_at)
  for (const [minutes, count] of [
    [5, 4],
    [10, 3],
    [15, 2],
    [30, 1],
  ])
    assert.equal((await call(olga, 'GET', `queued_jobs?filter[available_before]=${minutes}`)).meta.total, count)
  const all = await call(admin, 'GET', 'supervisor/queued_jobs?filter[available_before]=30')
  assert.deepEqual(
    new Set(all.data.map((job: { tenant_id: string }) => job.tenant_id)),
    new Set([hanse.tenant_id, south.tenant_id]),
  )
  assert.equal((await call(olga, 'GET', 'supervisor/queued_jobs')).status, 403)
})

test('the provider sees the queues of all tenants with depth, age, workers and throughput, and stops one and goes on with it', async () => {
  const { data, meta } = await call(admin, 'GET', `supervisor/queues?filter[tenant_id]=${hanse.tenant_id}`)
  const queue = data.find((one: { id: string }) => one.id === hanse.queue_id)
  assert.deepEqual(
    [
      queue.pending,
      queue.running,
      queue.workers,
      queue.finished_last_hour,
      queue.throughput.length,
      queue.active,
      queue.tenant_id,
    ],
    [5, 0, 0, 0, 12, true, hanse.tenant_id],
  )
  assert.ok(Date.now() - Date.parse(queue.oldest_at) > 30 * 60_000)
  assert.deepEqual([meta.states.pending, meta.states.paused], [6, 0])
  assert.equal((await call(admin, 'POST', `supervisor/queues/${hanse.queue_id}/pause`)).data.active, false)
  assert.deepEqual(
    (await call(admin, 'GET', 'supervisor/queues?filter[state]=paused')).data.map((one: { id: string }) => one.id),
    [hanse.queue_id],
  )
  assert.deepEqual(
    (await call(olga, 'GET', 'queues/interruption')).data.stopped.map((one: { id: string }) => one.id),
    [hanse.queue_id],
  )
  assert.equal((await call(admin, 'POST', `supervisor/queues/${hanse.queue_id}/resume`)).data.active, true)
  assert.equal((await call(boss_of, 'POST', `supervisor/queues/${south.queue_id}/pause`)).status, 403)
})

test('a machine does what it is asked, says so, and whoever looks at queues is warned meanwhile', async () => {
  const { data } = await call(admin, 'GET', 'supervisor')
  assert.deepEqual(
    [
      data.length,
      data[0].state,
      data[0].configuration.places,
      data[0].workers[0].used_mb,
      data[0].silent,
      data[0].outdated,
    ],
    [1, 'running', 8, 80, false, false],
  )
  assert.equal((await call(olga, 'GET', 'queues/interruption')).data.interruption, null)
  const stopped = await call(admin, 'POST', 'supervisor/stop')
  assert.deepEqual(
    [
      stopped.status,
      stopped.data.length,
      stopped.data[0].machine,
      ['acknowledged', 'done'].includes(stopped.data[0].state),
    ],
    [202, 1, 'here', true],
  )
  await until(async () => (await call(admin, 'GET', 'supervisor')).data[0].state === 'stopped')
  assert.deepEqual((await call(olga, 'GET', 'queues/interruption')).data.interruption, {
    kind: 'stopped',
    restarts: false,
    machines: { all: 1, running: 0 },
  })
  await call(admin, 'POST', 'supervisor/restart', { id: data[0].id })
  await until(async () => (await call(admin, 'GET', 'supervisor')).data[0].state === 'running')
  const [last] = (await call(admin, 'GET', 'supervisor')).data[0].commands
  assert.equal(last.action, 'restart')
  await call(admin, 'PUT', 'settings/queues', { warm_workers: 3 })
  assert.equal((await call(admin, 'GET', 'supervisor')).data[0].outdated, true)
  assert.equal((await call(admin, 'DELETE', `supervisor/machines/${data[0].id}`)).code, 'SUPERVISOR_ALIVE')
  assert.equal((await call(boss_of, 'POST', 'supervisor/stop')).status, 403)
})

test('a machine that does not answer is not waited for, and what it was asked is withdrawn', async () => {
  const { rows } = await pool.query<{ id: string; machine: string }>(
    `insert into supervisors (machine, host, state, beat_at) values ('gone', 'gone', 'running', now() - interval '1 minute'), ('deaf', 'deaf', 'running', now()) returning id, machine`,
  )
  const [gone, deaf] = [rows.find((row) => row.machine === 'gone')!.id, rows.find((row) => row.machine === 'deaf')!.id]
  assert.equal((await call(admin, 'POST', 'supervisor/stop', { id: gone })).code, 'SUPERVISOR_SILENT')
  assert.deepEqual(
    (await call(admin, 'POST', 'supervisor/generate_config', { id: deaf })).data.map(
      (one: { state: string }) => one.state,
    ),
    ['expired'],
  )
  assert.equal((await call(admin, 'DELETE', `supervisor/machines/${gone}`)).status, 204)
  await pool.query(`update supervisors set state = 'draining', beat_at = now() where id = $1`, [deaf])
  assert.deepEqual((await call(olga, 'GET', 'queues/interruption')).data.interruption, {
    kind: 'finishing',
    restarts: true,
    machines: { all: 2, running: 1 },
  })
  await pool.query('delete from supervisors where id = $1', [deaf])
})

test('many jobs are cancelled by filter in the background, with progress, and those that were over are named', async () => {
  const over = await imports()
  await pool.query(`update jobs set status = 'stopped', queued_at = null, finished_at = now() where id = $1`, [over])
  const begun = await call(olga, 'POST', 'bulk_actions', {
    action: 'cancel',
    filter: { available_before: '10', status: 'pending,stopped' },
  })
  assert.deepEqual([begun.status, begun.data.state, begun.data.total, begun.data.affected], [202, 'running', 3, 0])
  const chosen = await call(olga, 'POST', 'bulk_actions', { action: 'cancel', ids: [over] })
  await workOffBulkActions(parts)
  assert.deepEqual(
    [
      (await call(olga, 'GET', `bulk_actions/${begun.data.id}`)).data.state,
      (await call(olga, 'GET', `bulk_actions/${begun.data.id}`)).data.affected,
    ],
    ['done', 3],
  )
  assert.deepEqual((await call(olga, 'GET', `bulk_actions/${chosen.data.id}/refused`)).data, [
    { id: over, tenant_id: hanse.tenant_id, status: 'stopped', message: null },
  ])
  assert.equal((await call(eve, 'GET', `bulk_actions/${begun.data.id}`)).status, 404)
  assert.equal(
    (await call(olga, 'POST', 'bulk_actions', { action: 'move', ids: [over] })).errors['queue_id']?.[0],
    'Queue is required.',
  )
})

test('an action killed half-way goes on where it was, and no job is run again twice', async () => {
  const jobs = [await imports(), await imports(), await imports()]
  await call(olga, 'POST', 'jobs/bulk_cancel', { ids: jobs })
  const { data } = await call(olga, 'POST', 'bulk_actions', { action: 'requeue', ids: jobs })
  // Killed after the first was done and before that was written down.
  await pool.query("update bulk_actions set created_at = created_at - interval '1 second' where id = $1", [data.id])
  await call(olga, 'POST', `jobs/${jobs[0]}/requeue`)
  await workOffBulkActions(parts)
  const { rows } = await pool.query('select retry_of from jobs where retry_of = any($1)', [jobs])
  assert.equal(rows.length, 3)
  const done = (await call(olga, 'GET', `bulk_actions/${data.id}`)).data
  assert.deepEqual([done.state, done.affected, done.refused], ['done', 3, 0])
  const stopped = await call(olga, 'POST', 'bulk_actions', { action: 'cancel', ids: [jobs[0]!] })
  await call(olga, 'POST', `bulk_actions/${stopped.data.id}/stop`)
  await workOffBulkActions(parts)
  assert.equal((await call(olga, 'GET', `bulk_actions/${stopped.data.id}`)).data.state, 'stopped')
})

test(
  'actions over a filter whose process is killed again and again go on where they were, and nothing is done twice',
  { timeout: 300_000 },
  async () => {
    const worker = path.resolve(import.meta.dirname, '../../../../engine/testing/bulk-worker.ts')
    const many = await Promise.all(Array.from({ length: 60 }, () => imports(60)))
    const { data: aside } = await call(boss_of, 'POST', 'queues', { name: 'aside' })
    const counts = async () =>
      (
        await pool.query<{ status: string; queue_id: string; jobs: number; queued: number }>(
          `select j.status, j.queue_id, count(*)::int as jobs, count(j.queued_at)::int as queued from jobs j where j.id = any($1) or j.retry_of = any($1) group by 1, 2 order by 1`,
          [many],
        )
      ).rows
    for (const [order, expected] of [
      [{ action: 'move', queue_id: aside.id }, [{ status: 'pending', queue_id: aside.id, jobs: 60, queued: 60 }]],
      [{ action: 'cancel' }, [{ status: 'aborted', queue_id: aside.id, jobs: 60, queued: 0 }]],
      [
        { action: 'requeue' },
        [
          { status: 'aborted', queue_id: aside.id, jobs: 60, queued: 0 },
          { status: 'pending', queue_id: hanse.queue_id, jobs: 60, queued: 60 },
        ],
      ],
    ] as const) {
      const { data } = await call(olga, 'POST', 'bulk_actions', {
        ...order,
        filter: { available_before: '45' },
        list: order.action === 'requeue' ? 'jobs' : 'queued_jobs',
      })
      assert.equal(data.total, 60, order.action)
      let kills = 0
      for (
        let statements = 2;
        (await ended(worker, database.app_url, context.home, String(statements))) === 'SIGKILL';
        statements += order.action === 'requeue' ? 60 : 3
      ) {
        kills++
        await sessionsGone(pool, 'bulk worker')
        // Its beat is too old for it to be alive, half a minute later.
        await pool.query(
          `update bulk_actions set beat_at = now() - interval '31 seconds' where id = $1 and beat_at is not null`,
          [data.id],
        )
      }
      assert.ok(kills > 1, `${order.action}: killed ${kills} times`)
      const { state, affected, refused } = (await call(olga, 'GET', `bulk_actions/${data.id}`)).data
      assert.deepEqual([state, affected, refused], ['done', 60, 0], order.action)
      assert.deepEqual(await counts(), expected, order.action)
    }
  },
)

test('jobs move to another queue with all that waits for them there, those with a worker stay', async () => {
  const { data: other } = await call(boss_of, 'POST', 'queues', { name: 'other' })
  const [moving, taken] = [await imports(), await imports()]
  await pool.query(`update jobs set status = 'working', queued_at = null where id = $1`, [taken])
  const { data } = await call(olga, 'POST', 'bulk_actions', {
    action: 'move',
    queue_id: other.id,
    ids: [moving, taken],
    list: 'queued_jobs',
  })
  await workOffBulkActions(parts)
  assert.deepEqual(
    (await call(olga, 'GET', `bulk_actions/${data.id}/refused`)).data.map((one: { id: string; status: string }) => [
      one.id,
      one.status,
    ]),
    [[taken, 'working']],
  )
  const { rows } = await pool.query<{ queue_id: string; queued: boolean }>(
    'select queue_id, queued_at is not null as queued from jobs where id = $1',
    [moving],
  )
  assert.deepEqual(rows, [{ queue_id: other.id, queued: true }])
  // The provider's over all tenants; a queue there is not stays what it was.
  await call(admin, 'POST', 'supervisor/bulk_actions', {
    action: 'cancel',
    list: 'queued_jobs',
    filter: { tenant_id: south.tenant_id },
  })
  await workOffBulkActions(parts)
  assert.equal((await call(admin, 'GET', `supervisor/queued_jobs?filter[tenant_id]=${south.tenant_id}`)).meta.total, 0)
  assert.equal(await statusOf(taken), 'working')
})

test('a tenant’s queues stay within what the provider allows, and new tenants start with the provider’s presets', async () => {
  await call(admin, 'PUT', 'settings/queues', { most_instances: 2, most_memory: 1_024 })
  assert.equal(
    (await call(boss_of, 'POST', 'queues', { name: 'big', instances: 3 })).errors['instances']?.[0],
    'At most 2 instances are allowed here.',
  )
  assert.equal(
    (await call(boss_of, 'PUT', `queues/${hanse.queue_id}`, { max_memory: 2_000 })).errors['max_memory']?.[0],
    'At most 1024 MB are allowed here.',
  )
  const refused = await call(admin, 'PUT', 'settings/queues', {
    presets: [{ name: 'default', instances: 5, tries: 3, timeout: 60, max_memory: 128, priority: 'low' }],
  })
  assert.equal(refused.errors['presets']?.[0], 'The queue default goes beyond the limits of tenants.')
  await call(admin, 'PUT', 'settings/queues', {
    presets: [{ name: 'default', instances: 1, tries: 3, timeout: 60, max_memory: 128, priority: 'low' }],
  })
  assert.deepEqual(
    (await context.provisioning.queuePresets!()).map((preset) => [preset.name, preset.instances]),
    [['default', 1]],
  )
})

async function until(is: () => Promise<boolean>) {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await is()) return
  throw new Error('never')
}
