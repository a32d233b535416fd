import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { startDispatcher } from './dispatcher.server.ts'
import type { MachineConfiguration, SupervisorAction } from './machine.ts'
import type { RunningMachine } from './machine-lifecycle.server.ts'
import { commandChannel, superviseMachine } from './supervision.server.ts'
import { openMachines } from './testing/machines.ts'
import { openWorkers } from './workers.server.ts'

// A supervisor as the product has one, over tiny workers: what it is asked in the database, it does.
const database = await testDatabase()
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const home = mkdtempSync(path.join(tmpdir(), 'weft-supervision-'))
let places = 4
let broken = false
const configurations: MachineConfiguration[] = []
const open: { close(): Promise<void> }[] = []
after(async () => {
  for (const one of open) await one.close()
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})
const { aBusyQueue, read, over, reaches } = await openMachines(database)

async function start(configuration: MachineConfiguration): Promise<RunningMachine> {
  if (broken) throw new Error('no more processes')
  configurations.push(configuration)
  const workers = openWorkers({
    file: path.resolve(import.meta.dirname, 'testing/tiny-worker.ts'),
    env: { WEFT_APP_URL: database.app_url, WEFT_HOME: home },
    spare: 1,
    usual: 64,
  })
  const dispatcher = await startDispatcher({
    url: database.app_url,
    pool,
    workers,
    machine: 'here',
    most: configuration.places,
    sweep_ms: 200,
  })
  return {
    workers: () =>
      workers.all().map(({ pid, memory, busy }) => ({
        pid,
        limit_mb: memory,
        used_mb: null,
        busy,
        job_id: dispatcher.running().find((job) => job.pid === pid)?.job_id ?? null,
        since: null,
      })),
    async leave(how) {
      await dispatcher.drain(how)
      await workers.stop()
    },
  }
}
async function supervisor() {
  const supervision = await superviseMachine({
    url: database.app_url,
    pool,
    machine: 'here',
    host: 'here',
    version: '1',
    processors: 2,
    start,
    beat_ms: 100,
    configure: async () => ({ places, warm_workers: 1, processors: 2 }),
  })
  open.push(supervision)
  return supervision
}
type Row = {
  id: string
  state: string
  wanted: string
  problem: string | null
  workers: { job_id: string | null }[]
  configuration: MachineConfiguration
}
const row = async () => (await pool.query<Row>(`select * from supervisors where machine = 'here'`)).rows[0]!
async function ask(action: SupervisorAction, asked = '0 seconds') {
  const { id } = await row()
  const { rows } = await pool.query<{ id: string }>(
    'insert into supervisor_commands (supervisor_id, action, asked_at) values ($1, $2, now() - $3::interval) returning id',
    [id, action, asked],
  )
  await pool.query('select pg_notify($1, $2)', [commandChannel, id])
  return rows[0]!.id
}
async function done(id: string, state = 'done') {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(30)) {
    const { rows } = await pool.query<{ state: string }>('select state from supervisor_commands where id = $1', [id])
    if (rows[0]!.state === state) return
  }
  throw new Error(`never ${state}: ${JSON.stringify(await row())}`)
}
async function becomes(state: string) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(5)) {
    const now = await row()
    if (now?.state === state) return now
  }
  throw new Error(`never ${state}: ${JSON.stringify(await row())}`)
}

const first = await supervisor()

test('a new machine generates its configuration and starts', async () => {
  const { state, configuration } = await row()
  assert.deepEqual([state, configuration], ['running', { places: 4, warm_workers: 1, processors: 2 }])
  const { enqueue } = await aBusyQueue(tenant)
  assert.equal((await over([await enqueue()]))[0]!.status, 'info')
})

test('a restart lets running jobs end, begins no other meanwhile, and starts again with what was generated since', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const long = await enqueue({ rest: 1_500 })
  await reaches(long, 'working')
  places = 6
  await done(await ask('generate_config'))
  assert.equal((await row()).state, 'running')
  const restart = await ask('restart')
  await becomes('draining')
  const next = await enqueue()
  await done(restart)
  const [ended, begun] = [(await read([long]))[0]!, (await over([next]))[0]!]
  assert.deepEqual([ended.status, ended.attempt, begun.status], ['stopped', 1, 'info'])
  assert.ok(Date.parse(begun.started_at) >= Date.parse(ended.finished_at))
  assert.equal(configurations.at(-1)!.places, 6)
})

test('stopped behind its batch a job goes on after the start, and a machine that drains is hastened by a stop', async () => {
  const { enqueue } = await aBusyQueue(tenant)
  const id = await enqueue({ rest: 4_000 })
  await reaches(id, 'working')
  const drain = await ask('drain')
  await becomes('draining')
  await done(await ask('stop'))
  await done(drain)
  assert.deepEqual(
    [(await row()).state, (await row()).wanted, (await row()).workers, (await read([id]))[0]!.status],
    ['stopped', 'stopped', [], 'pending'],
  )
  await done(await ask('start'))
  const [job] = await over([id])
  assert.deepEqual([job!.status, job!.attempt], ['stopped', 2])
})

test('what a machine was asked too long ago it does not do', async () => {
  const id = await ask('stop', '40 seconds')
  await done(await ask('generate_config'))
  assert.equal(
    (await pool.query<{ state: string }>('select state from supervisor_commands where id = $1', [id])).rows[0]!.state,
    'asked',
  )
  assert.equal((await row()).state, 'running')
})

test('a start that fails says why, and the next one works', async () => {
  broken = true
  await done(await ask('restart'), 'failed')
  // It tries again by itself meanwhile.
  assert.equal((await becomes('failed')).problem, 'no more processes')
  broken = false
  await done(await ask('start'))
  assert.deepEqual([(await row()).state, (await row()).problem], ['running', null])
})

test('a machine that was taken off the list while it was silent comes back as it is', async () => {
  const before = await row()
  await pool.query('delete from supervisors where id = $1', [before.id])
  await becomes('running')
  assert.deepEqual([(await row()).configuration, (await row()).id === before.id], [before.configuration, false])
  await done(await ask('generate_config'))
})

test('a machine that was stopped stays stopped when its process starts anew, until somebody starts it', async () => {
  await done(await ask('stop'))
  await first.close()
  await supervisor()
  assert.equal((await row()).state, 'stopped')
  await done(await ask('start'))
  assert.equal((await row()).state, 'running')
})
