import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { mostAtOnce, openMachines } from './testing/machines.ts'

// How many runs of one workflow may be under way, over machines and queues. A run's last words may still be on their way to the
// journal while the next one begins, so the ends are allowed to overlap by that.
const lastWords = 150

const database = await testDatabase()
const { pool, jobs, machines, aMachine, aQueue, aWorkflow, read, over, reaches } = await openMachines(database)
const tenant = await aTenant(database)
await aMachine('one')
await aMachine('two')

const paused =
  'weft: 1\nlabel: A\nsteps: [{ id: a, element: start }, { id: p, element: pause }, { id: b, element: behave }]\nedges: [{ from: a.out, to: p.in }, { from: p.out, to: b.in }]\n'
const started = async (ids: string[]) => (await read(ids)).map((row) => row.id)

test('one run of a workflow at a time, in the order they were asked for, and the rest hold no worker', async () => {
  const queue = await aQueue(tenant, { instances: 8 })
  const { enqueueInOrder } = await aWorkflow(tenant, queue)
  const others = await aWorkflow(tenant, queue)
  const ids = await enqueueInOrder(...Array.from({ length: 6 }, () => ({ rest: 400 })))
  await reaches(ids[0]!, 'working')
  assert.deepEqual(
    (await read(ids)).map((row) => row.status),
    ['working', 'pending', 'pending', 'pending', 'pending', 'pending'],
  )
  const quick = await others.enqueue()
  await over([quick])
  assert.equal((await read(ids)).at(-1)!.status, 'pending')
  const { rows: slots } = await pool.query('select from queue_slots where queue_id = $1', [queue])
  assert.ok(slots.length <= 2)
  const rows = await over(ids)
  assert.deepEqual(new Set(rows.map((row) => row.status)), new Set(['stopped']))
  assert.deepEqual(await started(ids), ids)
  assert.equal(mostAtOnce(rows, lastWords), 1)
})

test('a backlog of short runs keeps its order, too', async () => {
  const { enqueue } = await aWorkflow(tenant, await aQueue(tenant, { instances: 4 }))
  const ids: string[] = []
  for (let i = 0; i < 10; i++) ids.push(...(await Promise.all(Array.from({ length: 30 }, () => enqueue()))))
  await over(ids)
  const { rows } = await pool.query<{ id: string }>(
    'select id from jobs where id = any($1) order by started_at, finished_at',
    [ids],
  )
  const place = new Map(ids.map((id, i) => [id, i]))
  const early = rows.filter(({ id }, i) => Math.abs(place.get(id)! - i) > 30) // those asked for at once have no order among themselves
  assert.deepEqual(early, [])
})

test('as many runs as the workflow allows, though its queues would take more', async () => {
  const { enqueue, workflow_id } = await aWorkflow(tenant, await aQueue(tenant, { instances: 5 }), {
    concurrency_limit: 2,
  })
  const first = await Promise.all(Array.from({ length: 4 }, () => enqueue({ rest: 400 })))
  const other = await aQueue(tenant, { instances: 5 })
  await inScope(database.db, tenant.scope, (trx) =>
    trx.updateTable('workflows').set({ queue_id: other }).where('id', '=', workflow_id).execute(),
  )
  const second = await Promise.all(Array.from({ length: 4 }, () => enqueue({ rest: 400 })))
  assert.equal(mostAtOnce(await over([...first, ...second]), lastWords), 2)
})

test('a run that waits keeps its turn, and those behind it in the same list wait for it', async () => {
  const { enqueue, enqueueInOrder } = await aWorkflow(tenant, await aQueue(tenant, { instances: 3 }), {
    source: paused,
  })
  await over(await Promise.all(Array.from({ length: 20 }, () => enqueue()))) // short runs are claimed in lists from here on
  const ids = await enqueueInOrder({ pause: 700 }, {}, {})
  await reaches(ids[0]!, 'waiting')
  assert.deepEqual(
    (await read(ids)).map((row) => row.status),
    ['waiting', 'pending', 'pending'],
  )
  const rows = await over(ids)
  assert.deepEqual(
    rows.map((row) => row.id),
    ids,
  )
  assert.equal(mostAtOnce(rows, lastWords), 1)
  assert.ok(Date.parse(rows[1]!.started_at) - Date.parse(rows[0]!.started_at) >= 700)
})

test('a workflow that skips answers info while as many as it allows are under way', async () => {
  const { enqueue, enqueueInOrder } = await aWorkflow(tenant, await aQueue(tenant, { instances: 5 }), {
    concurrency: 'skip',
    concurrency_limit: 2,
  })
  const ids = await enqueueInOrder({ rest: 500 }, { rest: 500 }, {}, {})
  const rows = new Map((await read(ids)).map((row) => [row.id, row.status]))
  assert.deepEqual(
    ids.slice(2).map((id) => rows.get(id)),
    ['info', 'info'],
  )
  assert.deepEqual(
    (await over(ids.slice(0, 2))).map((row) => row.status),
    ['stopped', 'stopped'],
  )
  const { rows: logs } = await pool.query<{ message: { text: { en: string } } }>(
    'select message from job_logs where job_id = $1',
    [ids[3]],
  )
  assert.deepEqual(
    logs.map((log) => log.message.text.en),
    ['As many runs of this workflow as it allows were under way, so this one was skipped.'],
  )
  const next = await enqueue()
  assert.equal((await over([next]))[0]!.status, 'info') // it ran, and there was nothing to do
  assert.equal((await read([next]))[0]!.attempt, 1)
})

test('a workflow that cancels its oldest run starts the newest once that one has stopped', async () => {
  const { enqueue } = await aWorkflow(tenant, await aQueue(tenant, { instances: 5 }), { concurrency: 'cancel_oldest' })
  const first = await enqueue({ rest: 20_000 })
  await reaches(first, 'working')
  const second = await enqueue({ rest: 20_000 })
  const third = await enqueue({ rest: 200 })
  const rows = new Map((await over([first, second, third])).map((row) => [row.id, row]))
  assert.deepEqual(
    [first, second, third].map((id) => rows.get(id)!.status),
    ['aborted', 'aborted', 'stopped'],
  )
  assert.ok(Date.parse(rows.get(third)!.started_at) >= Date.parse(rows.get(first)!.finished_at) - lastWords)
})

test('a workflow that cancels its oldest keeps so many as it allows', async () => {
  const { enqueue } = await aWorkflow(tenant, await aQueue(tenant, { instances: 5 }), {
    concurrency: 'cancel_oldest',
    concurrency_limit: 2,
  })
  const ids = [await enqueue({ rest: 20_000 }), await enqueue({ rest: 700 }), await enqueue({ rest: 300 })]
  const rows = new Map((await over(ids)).map((row) => [row.id, row.status]))
  assert.deepEqual(
    ids.map((id) => rows.get(id)),
    ['aborted', 'stopped', 'stopped'],
  )
})

test('a killed worker’s run goes on before those that wait behind it begin', async () => {
  const { enqueueInOrder } = await aWorkflow(tenant, await aQueue(tenant, { instances: 3 }))
  const ids = await enqueueInOrder({ rest: 1_200 }, {}, {})
  await reaches(ids[0]!, 'working')
  for (const machine of machines) for (const pid of machine.pids()) process.kill(pid, 'SIGKILL')
  const rows = await over(ids)
  assert.deepEqual(
    rows.map((row) => row.id),
    ids,
  )
  assert.ok(rows[0]!.attempt > 1)
})

test('a cancelled run that still waits for its turn is over at once', async () => {
  const { enqueueInOrder } = await aWorkflow(tenant, await aQueue(tenant, { instances: 3 }))
  const ids = await enqueueInOrder({ rest: 1_000 }, {}, {})
  await reaches(ids[0]!, 'working')
  assert.deepEqual((await jobs.cancel(tenant.scope, [ids[1]!])).affected, [{ id: ids[1]!, status: 'aborted' }])
  const rows = new Map((await over(ids)).map((row) => [row.id, row.status]))
  assert.deepEqual(
    ids.map((id) => rows.get(id)),
    ['stopped', 'aborted', 'info'],
  )
})
