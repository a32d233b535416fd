import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { anAskedSystem } from './testing/asked-system.ts'
import { openMachines } from './testing/machines.ts'

// Processes that end under several runs: all come back, each alone, and only one that ends its process alone loses a try.
const database = await testDatabase()
const { pool, jobs, aMachine, aBusyQueue, read, over } = await openMachines(database)
const tenant = await aTenant(database)
const system = await anAskedSystem()
await aMachine('one')

const triesOf = async (ids: string[]) => {
  const { rows } = await pool.query<{ id: string; tries_left: number; alone: boolean }>(
    'select id, tries_left, alone from jobs where id = any($1)',
    [ids],
  )
  return ids.map((id) => {
    const { tries_left, alone } = rows.find((row) => row.id === id)!
    return { tries_left, alone }
  })
}
const logsOf = async (id: string) =>
  (
    await pool.query<{ message: Parameters<typeof say>[0] }>(
      'select message from job_logs where job_id = $1 order by id',
      [id],
    )
  ).rows.map(({ message }) => say(message, 'en'))
const together =
  'The process that ran the job together with others ended. They are run again, each alone, which costs none of their tries.'

test('after a crash with several all come back, wait one at a time, and no try is lost', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const ids = await Promise.all([0, 1, 2, 3].map((i) => enqueue({ ask: system.at(`crash-${i}`) })))
  const [pid] = (await system.waits(4, 'crash')).map((one) => one.pid)
  process.kill(pid!, 'SIGKILL')
  await system.waits(0, 'crash')
  for (let left = 4; left > 0; left--) {
    const [one] = await system.waits(1, 'crash')
    await sleep(300)
    assert.equal(system.waiting('crash').length, 1)
    system.answer(one!.name)
  }
  const rows = await over(ids)
  assert.deepEqual(new Set(rows.map((row) => `${row.status} ${row.attempt}`)), new Set(['info 2']))
  assert.deepEqual(
    await triesOf(ids),
    ids.map(() => ({ tries_left: 2, alone: true })),
  )
  assert.deepEqual(await logsOf(ids[0]!), [together])
})

test('the one whose fault it was loses its tries alone, and its neighbours come to their end', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1, tries: 2 })
  const ids = await Promise.all([
    enqueue({ ask: system.at('guilty-a') }),
    enqueue({ ask: system.at('guilty-b'), die: true }),
    enqueue({ ask: system.at('guilty-c') }),
  ])
  await system.waits(3, 'guilty')
  system.answer('guilty-b')
  while ((await read(ids)).some((row) => !row.finished_at)) {
    system.answer('guilty')
    await sleep(20)
  }
  const rows = new Map((await read(ids)).map((row) => [row.id, row]))
  assert.deepEqual(
    ids.map((id) => [rows.get(id)!.status, rows.get(id)!.attempt, rows.get(id)!.error?.code]),
    [
      ['info', 2, undefined],
      ['error', 3, 'WORKER_DIED'],
      ['info', 2, undefined],
    ],
  )
  assert.deepEqual(await logsOf(ids[1]!), [
    together,
    'The process that ran the job died.',
    'The process that ran the job died.',
  ])
})

test('a cancelled run that does not react ends its process, and its neighbours lose no try', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const waits = await enqueue({ ask: system.at('deaf-a') })
  await system.waits(1, 'deaf')
  const hangs = await enqueue({ ask: system.at('deaf-b'), hang: true })
  await system.waits(2, 'deaf')
  system.answer('deaf-b')
  await jobs.cancel(tenant.scope, [hangs])
  const [row] = await over([hangs])
  assert.equal(row!.status, 'aborted')
  await system.waits(1, 'deaf-a')
  system.answer('deaf-a')
  const [left] = await over([waits])
  assert.deepEqual([left!.status, left!.attempt], ['info', 2])
  assert.deepEqual(await triesOf([waits]), [{ tries_left: 2, alone: true }])
})

test('a run that takes too long is stopped alone, and loses a try', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1, timeout: 10, tries: 1 })
  const late = await enqueue({ ask: system.at('late-a') })
  const [seen] = await system.waits(1, 'late-a')
  await sleep(5_000)
  const other = await enqueue({ ask: system.at('late-b') })
  await system.waits(2, 'late')
  const [row] = await over([late], 30_000)
  assert.deepEqual([row!.status, row!.error!.code], ['error', 'TIMEOUT'])
  assert.deepEqual(
    system.waiting('late').map(({ name, pid }) => [name, pid]),
    [['late-b', seen!.pid]],
  )
  system.answer('late-b')
  const [left] = await over([other])
  assert.deepEqual([left!.status, left!.attempt], ['info', 1])
})
