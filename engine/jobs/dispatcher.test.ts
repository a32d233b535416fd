import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant, type TestTenant } from '../testing/tenant.ts'
import { openBoss } from './boss.server.ts'
import { startDispatcher, type Dispatcher } from './dispatcher.server.ts'
import { reviveLost } from './endings.server.ts'
import { openJobs } from './jobs.server.ts'
import { openWorkers } from './workers.server.ts'

const database = await testDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'weft-dispatch-'))
const pool = openPool(database.app_url, { max: 10, level: 'system' })
const jobs = await openJobs({ url: database.app_url, db: database.db, home })
const machines: { stop(): Promise<void>; dispatcher: Dispatcher; pids(): number[] }[] = []
after(async () => {
  for (const machine of machines) await machine.stop()
  await jobs.close()
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

async function aMachine(name: string, most = 4) {
  const boss = await openBoss(database.app_url)
  const workers = openWorkers({ file: path.resolve(import.meta.dirname, 'testing/tiny-worker.ts'), env: { WEFT_APP_URL: database.app_url, WEFT_HOME: home }, spare: 1, usual: 64 })
  const dispatcher = await startDispatcher({ url: database.app_url, pool, boss, workers, machine: name, most, sweep_ms: 200 })
  let stopped = false
  const machine = {
    dispatcher,
    pids: () => workers.pids(),
    async stop() {
      if (stopped) return
      stopped = true
      await dispatcher.drain()
      await workers.stop()
      await boss.stop()
    },
  }
  machines.push(machine)
  return machine
}

async function aQueue(tenant: TestTenant, queue: { instances?: number; timeout?: number; tries?: number; priority?: string } = {}) {
  return inScope(database.db, tenant.scope, async (trx) => {
    const { id: queue_id } = await trx.insertInto('queues').values({ name: `q ${crypto.randomUUID()}`, max_memory: 64, timeout: 60, ...queue }).returning('id').executeTakeFirstOrThrow()
    const label = `W ${crypto.randomUUID()}`
    const { id: workflow_id } = await trx
      .insertInto('workflows')
      .values({ label, class_name: label, queue_id, source: 'weft: 1\nlabel: A\nsteps: [{ id: a, element: start }, { id: b, element: behave }]\nedges: [{ from: a.out, to: b.in }]\n' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { queue_id, accept: async (parameters: DataRecord = {}) => (await jobs.accept({ tenant_id: tenant.tenant_id, project_id: tenant.project_id, workflow_id, started_by: 'hand', parameters })).id }
  })
}

type Row = { id: string; status: string; attempt: number; started_at: string; finished_at: string; error: { code: string; message: Parameters<typeof say>[0] } | null }
const read = async (ids: string[]) => (await pool.query<Row>('select id, status, attempt, started_at, finished_at, error from jobs where id = any($1)', [ids])).rows
async function over(ids: string[], within = 60_000): Promise<Row[]> {
  for (const until = Date.now() + within; Date.now() < until; await sleep(30)) {
    const rows = await read(ids)
    if (rows.every((row) => row.finished_at)) return rows
  }
  throw new Error(`not over: ${JSON.stringify(await read(ids))}`)
}
async function reaches(id: string, status: string) {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) if ((await read([id]))[0]?.status === status) return
  throw new Error(`${id} never became ${status}`)
}
/** The most jobs that ran at the same time. */
function mostAtOnce(rows: Row[]) {
  const moments = rows.flatMap((row) => [[Date.parse(row.started_at), 1], [Date.parse(row.finished_at), -1]] as const).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  let [now, most] = [0, 0]
  for (const [, change] of moments) most = Math.max(most, (now += change))
  return most
}

const tenant = await aTenant(database)
await aMachine('one')
await aMachine('two')

test('over two machines never more jobs of a queue run than it has instances', async () => {
  const { accept } = await aQueue(tenant, { instances: 3 })
  const rows = await over(await Promise.all(Array.from({ length: 12 }, () => accept({ rest: 300 }))))
  assert.deepEqual(new Set(rows.map((row) => row.status)), new Set(['stopped']))
  assert.ok(mostAtOnce(rows) <= 3, `${mostAtOnce(rows)} at once`)
})

test('a tenant is not kept waiting by the backlog of another', async () => {
  const other = await aTenant(database)
  const busy = await aQueue(tenant, { instances: 10 })
  const backlog = await Promise.all(Array.from({ length: 200 }, () => busy.accept({ rest: 200 })))
  await sleep(300)
  const quick = await aQueue(other)
  const asked = Date.now()
  const [row] = await over([await quick.accept()])
  assert.ok(Date.parse(row!.started_at) - asked < 3_000, `waited ${Date.parse(row!.started_at) - asked} ms`)
  assert.ok((await read(backlog)).some((job) => job.status === 'pending'))
  await over(backlog)
})

test('a running job is cancelled at its next batch', async () => {
  const { accept } = await aQueue(tenant)
  const id = await accept({ rest: 20_000 })
  await reaches(id, 'working')
  assert.deepEqual((await jobs.cancel(tenant.scope, [id])).affected, [{ id, status: 'working' }])
  const [row] = await over([id], 5_000)
  assert.equal(row!.status, 'aborted')
})

test('a job that hangs is killed at its queue’s timeout, and only it fails', async () => {
  const { accept } = await aQueue(tenant, { timeout: 10, tries: 1, instances: 2 })
  const [hanging, fine] = await Promise.all([accept({ hang: true }), accept({ rest: 40 })])
  const rows = new Map((await over([hanging, fine], 30_000)).map((row) => [row.id, row]))
  assert.equal(rows.get(fine)!.status, 'stopped')
  assert.deepEqual([rows.get(hanging)!.status, rows.get(hanging)!.error!.code, say(rows.get(hanging)!.error!.message, 'en')], ['error', 'TIMEOUT', 'The job took longer than its queue allows (10 seconds).'])
})

test('a job that eats its memory fails as often as it may try, and the others go on', async () => {
  const { accept } = await aQueue(tenant, { tries: 2, instances: 1 })
  const ids = await Promise.all([accept(), accept({ eat: true }), accept(), accept()])
  const rows = new Map((await over(ids)).map((row) => [row.id, row]))
  assert.deepEqual(ids.map((id) => rows.get(id)!.status), ['info', 'error', 'info', 'info'])
  assert.equal(rows.get(ids[1]!)!.error!.code, 'MEMORY_EXCEEDED')
  assert.equal(rows.get(ids[1]!)!.attempt, 2)
})

test('a killed worker’s job goes on in another at once', async () => {
  const { accept } = await aQueue(tenant)
  const id = await accept({ rest: 1_500 })
  await reaches(id, 'working')
  for (const machine of machines) for (const pid of machine.pids()) process.kill(pid, 'SIGKILL')
  const [row] = await over([id], 30_000)
  assert.deepEqual([row!.status, row!.attempt], ['stopped', 2])
})

test('a machine that stops gives its jobs back, and the other goes on with them', async () => {
  const { accept } = await aQueue(tenant)
  const ids = await Promise.all([accept({ rest: 2_000 }), accept({ rest: 2_000 })])
  for (const id of ids) await reaches(id, 'working')
  await machines[0]!.stop()
  const rows = await over(ids)
  assert.deepEqual(rows.map((row) => row.status), ['stopped', 'stopped'])
  const { rows: slots } = await pool.query(`select from queue_slots where machine = 'one'`)
  assert.equal(slots.length, 0)
})

test('a queue that is switched off keeps its jobs until it is on again', async () => {
  const { queue_id, accept } = await aQueue(tenant)
  const set = (active: boolean) => inScope(database.db, tenant.scope, (trx) => trx.updateTable('queues').set({ active }).where('id', '=', queue_id).execute())
  await set(false)
  const id = await accept()
  await sleep(600)
  assert.equal((await read([id]))[0]!.status, 'pending')
  await set(true)
  assert.equal((await over([id]))[0]!.status, 'info')
})

test('a running job the job library knows nothing of any more goes back into its queue', async () => {
  const { accept } = await aQueue(tenant)
  const id = await accept({ rest: 40 })
  await over([id])
  await pool.query(`update jobs set status = 'working', finished_at = null, started_at = now() - interval '3 minutes' where id = $1`, [id])
  const boss = await openBoss(database.app_url)
  await reviveLost(pool, boss)
  await boss.stop()
  const [row] = await over([id])
  assert.deepEqual([row!.status, row!.attempt], ['stopped', 2])
})
