import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { anAskedSystem } from './testing/asked-system.ts'
import { openMachines } from './testing/machines.ts'

// Runs that wait for the outside. Who waits at once is what the system they ask has seen.
const database = await testDatabase()
const { pool, jobs, aMachine, aQueue, aWorkflow, aBusyQueue, read, over } = await openMachines(database)
const tenant = await aTenant(database)
const system = await anAskedSystem()
await aMachine('one')

const times = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)))
const pidsOf = (seen: { pid: number }[]) => new Set(seen.map(({ pid }) => pid))
const slotsOf = async (queue: string) =>
  (
    await pool.query<{ slots: number; workers: number }>(
      'select count(*)::int as slots, count(distinct worker)::int as workers from queue_slots where queue_id = $1',
      [queue],
    )
  ).rows[0]!

test('fifty runs that wait are in as many processes as their queue has instances', async () => {
  const { enqueue, queue_id } = await aBusyQueue(tenant, { instances: 2 })
  const ids = await times(50, () => enqueue({ ask: system.at('fifty') }))
  const seen = await system.waits(50, 'fifty')
  assert.ok(pidsOf(seen).size <= 2, `${pidsOf(seen).size} processes`)
  assert.deepEqual(await slotsOf(queue_id), { slots: 50, workers: pidsOf(seen).size })
  system.answer('fifty')
  const rows = await over(ids)
  assert.deepEqual(new Set(rows.map((row) => `${row.status} ${row.attempt}`)), new Set(['info 1']))
  assert.equal(system.asked('fifty').length, 50)
})

test('what computes is given nothing more, so a queue with one instance runs one of them', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const waiting = await times(5, () => enqueue({ ask: system.at('mixed') }))
  await system.waits(5, 'mixed')
  const computing = await times(3, () => enqueue({ rest: 400 }))
  const after = await enqueue({ ask: system.at('later') })
  const running = async () => (await read(computing)).filter(({ status }) => status === 'working').length
  const seen: number[] = []
  while ((await read(computing)).some((row) => !row.finished_at)) {
    seen.push(await running())
    await sleep(20)
  }
  assert.equal(Math.max(...seen), 1)
  await system.waits(1, 'later')
  system.answer()
  await over([...waiting, ...computing, after])
})

test('a run that waits goes on beside one that computes', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const waits = await enqueue({ ask: system.at('beside') })
  await system.waits(1, 'beside')
  const computes = await enqueue({ rest: 3_000 })
  for (;;) {
    if ((await read([computes]))[0]!.status === 'working') break
    await sleep(20)
  }
  system.answer('beside')
  await over([waits])
  assert.equal((await read([computes]))[0]!.status, 'working')
  await over([computes])
})

test('runs of two tenants, or of two bounds of memory, never share a process', async () => {
  const other = await aTenant(database)
  const queues = [
    await aBusyQueue(tenant, { instances: 1 }),
    await aBusyQueue(other, { instances: 1 }),
    await aWorkflow(tenant, await aQueue(tenant, { instances: 1, max_memory: 96 }), { concurrency_limit: 1_000 }),
  ]
  const ids = await Promise.all(
    queues.map(({ enqueue }, i) => times(10, () => enqueue({ ask: system.at(`apart-${i}`) }))),
  )
  const seen = await Promise.all(queues.map((_, i) => system.waits(10, `apart-${i}`)))
  assert.deepEqual(
    seen.map((one) => pidsOf(one).size),
    [1, 1, 1],
  )
  assert.equal(pidsOf(seen.flat()).size, 3)
  system.answer('apart')
  await over(ids.flat())
})

test('one of several that wait is cancelled, and the others go on in their process', async () => {
  const { enqueue } = await aBusyQueue(tenant, { instances: 1 })
  const ids = await times(4, (i) => enqueue({ ask: system.at(`cancel-${i}`) }))
  const [pid] = (await system.waits(4, 'cancel')).map((one) => one.pid)
  await jobs.cancel(tenant.scope, [ids[2]!])
  const [row] = await over([ids[2]!])
  assert.equal(row!.status, 'aborted')
  assert.deepEqual(
    (await system.waits(3, 'cancel')).map((one) => one.pid),
    [pid, pid, pid],
  )
  system.answer('cancel')
  const rows = new Map((await over(ids)).map((row) => [row.id, row]))
  assert.deepEqual(
    ids.map((id) => `${rows.get(id)!.status} ${rows.get(id)!.attempt}`),
    ['info 1', 'info 1', 'aborted 1', 'info 1'],
  )
})

test('of a workflow that may have two runs under way never more than two wait', async () => {
  const { enqueueInOrder } = await aWorkflow(tenant, await aQueue(tenant, { instances: 1 }), { concurrency_limit: 2 })
  const ids = await enqueueInOrder(...Array.from({ length: 6 }, () => ({ ask: system.at('turn') })))
  for (let pair = 0; pair < 3; pair++) {
    await system.waits(2, 'turn')
    await sleep(200)
    assert.equal(system.waiting('turn').length, 2)
    system.answer('turn')
  }
  await over(ids)
  assert.equal(system.asked('turn').length, 6)
})

test('a worker whose place another queue waits for takes no more once a run of it has ended', async () => {
  // Queues of low priority leave the last of the four places.
  const busy = await times(3, () => aBusyQueue(tenant, { instances: 1 }))
  const ids = await Promise.all(busy.map(({ enqueue }, i) => times(3, () => enqueue({ ask: system.at(`place-${i}`) }))))
  await system.waits(9, 'place')
  const patient = await (await aBusyQueue(await aTenant(database))).enqueue()
  const more = await times(5, () => busy[0]!.enqueue({ ask: system.at('more') }))
  await system.waits(5, 'more')
  system.answer('place-0')
  await over(ids[0]!)
  const late = await times(5, () => busy[0]!.enqueue({ ask: system.at('behind') }))
  await sleep(500)
  assert.equal((await read([patient]))[0]!.status, 'pending')
  assert.equal(system.asked('behind').length, 0)
  while (!(await read([patient]))[0]!.finished_at) {
    system.answer('more')
    system.answer('behind')
    await sleep(20)
  }
  assert.equal(system.waiting('place').length, 6)
  const all = [...ids.flat(), ...more, ...late]
  while ((await read(all)).some((row) => !row.finished_at)) {
    system.answer()
    await sleep(20)
  }
})
