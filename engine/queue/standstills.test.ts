import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { standstills } from './standstills.server.ts'
import { openMachines } from '../workers/testing/machines.ts'

// No dispatcher runs here: what is accepted stays where it is.
const database = await testDatabase()
const tenant = await aTenant(database)
const { pool, aQueue, aWorkflow, aBusyQueue } = await openMachines(database)

const aMachine = (more: object) => {
  const row = {
    machine: 'here',
    host: 'here',
    state: 'running',
    configuration: JSON.stringify({ places: 4 }),
    ...more,
  } as Record<string, unknown>
  return pool.query(
    `insert into supervisors (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_, i) => `$${i + 1}`)
      .join(', ')}) on conflict (machine) do update set ${Object.keys(row)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`,
    Object.values(row),
  )
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const wait = (id: string, seconds: number) =>
  pool.query('update jobs set created_at = $2 where id = $1', [id, ago(seconds)])
const kinds = async () => (await standstills(pool)).map((one) => one.kind)

test('jobs that nobody takes up although there is room are a queue that stands still; those that wait rightly are not', async () => {
  await aMachine({})
  const { queue_id, enqueue } = await aBusyQueue(tenant)
  const id = await enqueue()
  assert.deepEqual(await standstills(pool), [])
  await wait(id, 700)
  const [found] = await standstills(pool)
  assert.ok(found?.kind === 'queue')
  assert.deepEqual(
    [found.queue_id, found.tenant_id, found.jobs, Date.parse(found.since) < Date.now() - 600_000],
    [queue_id, tenant.tenant_id, 1, true],
  )
  const set = (change: object) =>
    inScope(database.db, tenant.scope, (trx) =>
      trx.updateTable('queues').set(change).where('id', '=', queue_id).execute(),
    )
  await set({ active: false })
  assert.deepEqual(await kinds(), [])
  await set({ active: true })
  assert.deepEqual(await kinds(), ['queue'])
  await pool.query(
    `insert into queue_slots (tenant_id, queue_id, machine, instance) select $1, $2, 'here', 'x' from queues where id = $2`,
    [tenant.tenant_id, queue_id],
  )
  await set({ instances: 1 })
  assert.deepEqual(await kinds(), [])
  await pool.query('delete from queue_slots')
  await aMachine({ configuration: JSON.stringify({ places: 0 }) })
  assert.deepEqual(await kinds(), [])
  await aMachine({})
  await pool.query('update jobs set wake_at = $2 where id = $1', [id, new Date(Date.now() + 60_000).toISOString()])
  assert.deepEqual(await kinds(), [])
  await pool.query(`update jobs set status = 'aborted', queued_at = null, finished_at = now() where id = $1`, [id])
})

test('a job that waits for its workflow’s turn stands in nobody’s way', async () => {
  await aMachine({})
  const { enqueue } = await aWorkflow(tenant, await aQueue(tenant), { concurrency_limit: 1 })
  const [begun, next] = [await enqueue(), await enqueue()]
  await pool.query(`update jobs set status = 'waiting' where id = $1`, [begun])
  await wait(next, 700)
  assert.deepEqual(await kinds(), [])
  await pool.query(`update jobs set status = 'stopped', queued_at = null, finished_at = now() where id = $1`, [begun])
  assert.deepEqual(await kinds(), ['queue'])
  await pool.query(`update jobs set status = 'aborted', queued_at = null, finished_at = now() where id = $1`, [next])
})

test('a job that pauses because the installation was in trouble is told of as itself, not as a queue', async () => {
  await aMachine({})
  const { enqueue } = await aBusyQueue(tenant)
  const id = await enqueue()
  await wait(id, 700)
  await pool.query('update jobs set setback = $2 where id = $1', [
    id,
    JSON.stringify({
      times: 9,
      said: true,
      problem: { code: 'X', message: { text: { en: 'full', de: 'voll' }, values: {} } },
    }),
  ])
  assert.deepEqual(await kinds(), ['job'])
  await pool.query(`update jobs set status = 'aborted', queued_at = null, finished_at = now() where id = $1`, [id])
})

test('machines that are silent, failed or cannot claim are told, one that was stopped by hand is not', async () => {
  await aMachine({ beat_at: ago(30) })
  assert.deepEqual(await kinds(), ['machine_silent'])
  await aMachine({ beat_at: ago(30), wanted: 'stopped', state: 'stopped' })
  assert.deepEqual(await kinds(), [])
  await aMachine({ beat_at: ago(0), wanted: 'running', state: 'failed', problem: 'no more processes' })
  assert.deepEqual(await standstills(pool), [
    { kind: 'machine_failed', machine: 'here', since: null, problem: 'no more processes' },
  ])
  const since = ago(3)
  await aMachine({
    beat_at: ago(0),
    state: 'running',
    problem: null,
    claiming: JSON.stringify({ since, problem: 'permission denied' }),
  })
  assert.deepEqual(await kinds(), [])
  await aMachine({ beat_at: ago(0), claiming: JSON.stringify({ since: ago(11), problem: 'permission denied' }) })
  assert.deepEqual(
    (await standstills(pool)).map((one) => [one.kind, 'problem' in one && one.problem]),
    [['claiming_fails', 'permission denied']],
  )
  await aMachine({ claiming: '{}' })
})

test('a database server that cannot be reached is told with what it said', async () => {
  await pool.query(`with s as (insert into database_servers (name, engine, host, port, username) values ('Far', 'postgres', 'db.example', 5432, 'weft') returning id)
    insert into database_server_health (server_id, reachable, checked_at, detail) select id, false, now(), 'getaddrinfo ENOTFOUND db.example' from s`)
  assert.deepEqual(
    (await standstills(pool)).map((one) => one.kind === 'database' && [one.server, one.problem]),
    [['Far', 'getaddrinfo ENOTFOUND db.example']],
  )
})
