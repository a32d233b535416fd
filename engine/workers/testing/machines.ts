import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { say } from '@weft/kit/messages/messages.ts'
import type { TestDatabase } from '@weft/kit/testing/database.ts'
import { folderJobFiles } from '../../runtime/folder-job-files.server.ts'
import type { TestTenant } from '../../testing/tenant.ts'
import { startDispatcher, type Dispatcher } from '../dispatcher.server.ts'
import { openJobs } from '../../queue/jobs.server.ts'
import { openWorkers } from '../workers.server.ts'

export type Row = {
  id: string
  status: string
  attempt: number
  started_at: string
  finished_at: string
  error: { code: string; message: Parameters<typeof say>[0] } | null
}
type Machine = { dispatcher: Dispatcher; pids(): number[]; stop(): Promise<void> }
type TestQueue = { instances?: number; timeout?: number; tries?: number; priority?: string; max_memory?: number }
type TestWorkflow = { concurrency?: string; concurrency_limit?: number; source?: string }

const source =
  'weft: 1\nlabel: A\nsteps: [{ id: a, element: start }, { id: b, element: behave }]\nedges: [{ from: a.out, to: b.in }]\n'

/** Dispatchers with tiny workers on one control database, as so many machines; gone after the test file. */
export async function openMachines(
  database: TestDatabase,
  { home = mkdtempSync(path.join(tmpdir(), 'weft-dispatch-')) } = {},
) {
  const pool = openPool(database.app_url, { max: 10, level: 'system' })
  const machines: Machine[] = []
  const jobs = openJobs({ url: database.app_url, db: database.db, jobFiles: folderJobFiles(home) })
  after(async () => {
    for (const machine of machines) await machine.stop()
    await jobs.close()
    await pool.end()
    rmSync(home, { recursive: true, force: true })
  })

  async function aMachine(name: string, most = 4, more: { lost_ms?: number } = {}): Promise<Machine> {
    const workers = openWorkers({
      file: path.resolve(import.meta.dirname, 'tiny-worker.ts'),
      env: { WEFT_APP_URL: database.app_url, WEFT_HOME: home },
      spare: 1,
      usual: 64,
    })
    const dispatcher = await startDispatcher({
      url: database.app_url,
      pool,
      workers,
      machine: name,
      most,
      sweep_ms: 200,
      ...more,
    })
    let stopped = false
    const machine = {
      dispatcher,
      pids: () => workers.pids(),
      async stop() {
        if (stopped) return
        stopped = true
        await dispatcher.drain()
        await workers.stop()
      },
    }
    machines.push(machine)
    return machine
  }

  const aQueue = (tenant: TestTenant, queue: TestQueue = {}) =>
    inScope(
      database.db,
      tenant.scope,
      async (trx) =>
        (
          await trx
            .insertInto('queues')
            .values({ name: `q ${crypto.randomUUID()}`, max_memory: 64, timeout: 60, ...queue })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    )

  async function aWorkflow(tenant: TestTenant, queue_id: string, workflow: TestWorkflow = {}) {
    const label = `W ${crypto.randomUUID()}`
    const { id: workflow_id } = await inScope(database.db, tenant.scope, (trx) =>
      trx
        .insertInto('workflows')
        .values({ label, class_name: label, queue_id, source, ...workflow })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const enqueue = async (parameters: DataRecord = {}) =>
      (
        await jobs.enqueue({
          tenant_id: tenant.tenant_id,
          project_id: tenant.project_id,
          workflow_id,
          started_by: 'hand',
          parameters,
        })
      ).id
    return {
      queue_id,
      workflow_id,
      enqueue,
      /** One after the other: what is asked for at once has no order among itself. */
      async enqueueInOrder(...each: DataRecord[]) {
        const ids: string[] = []
        for (const parameters of each) ids.push(await enqueue(parameters))
        return ids
      },
    }
  }

  /** A queue with a workflow that may run as often as the queue has instances. */
  const aBusyQueue = async (tenant: TestTenant, queue: TestQueue = {}) =>
    aWorkflow(tenant, await aQueue(tenant, queue), { concurrency_limit: 1_000 })

  const read = async (ids: string[]) =>
    (
      await pool.query<Row>(
        'select id, status, attempt, started_at, finished_at, error from jobs where id = any($1) order by started_at',
        [ids],
      )
    ).rows

  async function over(ids: string[], within = 60_000): Promise<Row[]> {
    for (const until = Date.now() + within; Date.now() < until; await sleep(30)) {
      const rows = await read(ids)
      if (rows.every((row) => row.finished_at)) return rows
    }
    throw new Error(`not over: ${JSON.stringify(await read(ids))}`)
  }

  async function reaches(id: string, status: string) {
    for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20))
      if ((await read([id]))[0]?.status === status) return
    throw new Error(`${id} never became ${status}`)
  }

  return { pool, jobs, machines, aMachine, aQueue, aWorkflow, aBusyQueue, read, over, reaches }
}

/** The most jobs that ran at the same time. */
export function mostAtOnce(rows: Row[], overlap_ms = 0) {
  const moments = rows
    .flatMap(
      (row) =>
        [
          [Date.parse(row.started_at), 1],
          [Math.max(Date.parse(row.started_at), Date.parse(row.finished_at) - overlap_ms), -1],
        ] as const,
    )
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  let [now, most] = [0, 0]
  for (const [, change] of moments) most = Math.max(most, (now += change))
  return most
}
