import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openMachines } from './testing/machines.ts'

const database = await testDatabase()
const { pool, machines, aMachine, aBusyQueue: aQueue, over, reaches } = await openMachines(database)
const tenant = await aTenant(database)
await aMachine('one')
await aMachine('two')

test('a job that hangs is killed at its queue’s timeout, and only it fails', async () => {
  const { enqueue } = await aQueue(tenant, { timeout: 10, tries: 1, instances: 2 })
  const [hanging, fine] = await Promise.all([enqueue({ hang: true }), enqueue({ rest: 40 })])
  const rows = new Map((await over([hanging, fine], 30_000)).map((row) => [row.id, row]))
  assert.equal(rows.get(fine)!.status, 'stopped')
  assert.deepEqual(
    [rows.get(hanging)!.status, rows.get(hanging)!.error!.code, say(rows.get(hanging)!.error!.message, 'en')],
    ['error', 'TIMEOUT', 'The job took longer than its queue allows (10 seconds).'],
  )
})

test('a job that eats its memory fails as often as it may try, and the others go on', async () => {
  const { enqueue } = await aQueue(tenant, { tries: 2, instances: 1 })
  const ids = await Promise.all([enqueue(), enqueue({ eat: true }), enqueue(), enqueue()])
  const rows = new Map((await over(ids)).map((row) => [row.id, row]))
  assert.deepEqual(
    ids.map((id) => rows.get(id)!.status),
    ['info', 'error', 'info', 'info'],
  )
  assert.equal(rows.get(ids[1]!)!.error!.code, 'MEMORY_EXCEEDED')
  assert.equal(rows.get(ids[1]!)!.attempt, 2)
})

test('a killed worker’s job goes on in another at once', async () => {
  const { enqueue } = await aQueue(tenant)
  const id = await enqueue({ rest: 1_500 })
  await reaches(id, 'working')
  for (const machine of machines) for (const pid of machine.pids()) process.kill(pid, 'SIGKILL')
  const [row] = await over([id], 30_000)
  assert.deepEqual([row!.status, row!.attempt], ['stopped', 2])
})

test('a machine that stops gives its jobs back, and the other goes on with them', async () => {
  const { enqueue } = await aQueue(tenant)
  const ids = await Promise.all([enqueue({ rest: 2_000 }), enqueue({ rest: 2_000 })])
  for (const id of ids) await reaches(id, 'working')
  await machines[0]!.stop()
  const rows = await over(ids)
  assert.deepEqual(
    rows.map((row) => row.status),
    ['stopped', 'stopped'],
  )
  const { rows: slots } = await pool.query(`select from queue_slots where machine = 'one'`)
  assert.equal(slots.length, 0)
})
