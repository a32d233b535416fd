import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openMachines } from './testing/machines.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const { pool, aMachine, aBusyQueue, read, over } = await openMachines(database)
const home = mkdtempSync(path.join(tmpdir(), 'weft-lost-'))
after(() => rmSync(home, { recursive: true, force: true }))
const lost_ms = 4_000

/** A machine in a process of its own. */
async function aProcess(machine: string, instance: string) {
  const env = {
    ...process.env,
    WEFT_APP_URL: database.app_url,
    WEFT_HOME: home,
    WEFT_MACHINE: machine,
    WEFT_INSTANCE: instance,
    WEFT_TEST_LOST_MS: String(lost_ms),
  }
  const child = fork(path.join(import.meta.dirname, 'testing/tiny-machine.ts'), {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let workers: number[] = []
  child.on('message', (said: { workers: number[] }) => (workers = said.workers))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  after(() => signal('SIGKILL'))
  await new Promise((resolve) => child.once('message', resolve))
  const signal = (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    for (const pid of [child.pid!, ...workers]) {
      try {
        process.kill(pid, name)
      } catch {
        // gone already
      }
    }
  }
  return { signal, gone }
}

async function until(what: string, text: string, values: unknown[], asking = pool) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50))
    if ((await asking.query(text, values)).rowCount) return
  throw new Error(`never: ${what}`)
}

test('a frozen machine’s job goes on elsewhere although its sessions hold the job’s row, and when it thaws it changes nothing', async () => {
  const frozen = await aProcess('frozen', 'f0f0f0f0f0f0')
  const { enqueue } = await aBusyQueue(tenant)
  const id = await enqueue({ lock: true, rest: 3_000 })
  await until(
    'locked',
    `select from pg_stat_activity where state = 'idle in transaction' and query like 'begin; update jobs%' and application_name like '% f0f0f0f0f0f0'`,
    [],
    database.pool, // what a session does is told to its login, not to the role of a level
  )
  frozen.signal('SIGSTOP')
  const other = await aMachine('other', 4, { lost_ms })
  await until('second attempt', `select from jobs where id = $1 and attempt = 2 and status = 'working'`, [id])
  frozen.signal('SIGCONT')
  const [job] = await over([id])
  assert.deepEqual([job!.status, job!.attempt], ['stopped', 2])
  const later = await enqueue({ rest: 40 })
  assert.deepEqual(
    (await over([later])).map(({ status, attempt }) => [status, attempt]),
    [['stopped', 1]],
  )
  assert.equal((await read([id]))[0]!.attempt, 2)
  frozen.signal('SIGKILL')
  await frozen.gone
  await other.stop()
})

test('of two processes on one host the living one goes on with the dead one’s job', async () => {
  const { enqueue } = await aBusyQueue(tenant)
  const twins = await Promise.all([aProcess('twins', 'aaaaaaaaaaaa'), aProcess('twins', 'bbbbbbbbbbbb')])
  const id = await enqueue({ rest: 6_000 })
  await until('begun', `select from jobs where id = $1 and status = 'working'`, [id])
  const { rows } = await pool.query<{ instance: string }>(
    `select instance from queue_slots s join jobs j on j.queue_id = s.queue_id where j.id = $1`,
    [id],
  )
  const dead = twins[['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].indexOf(rows[0]!.instance)]!
  dead.signal('SIGKILL')
  await dead.gone
  const [job] = await over([id])
  assert.deepEqual([job!.status, job!.attempt], ['stopped', 2])
})
