import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { recoverOrphans } from '../queue/orphans.server.ts'
import { mostAtOnce, openMachines } from './testing/machines.ts'

const database = await testDatabase()
const { pool, jobs, machines, aMachine, aBusyQueue: aQueue, read, over, reaches } = await openMachines(database)
const tenant = await aTenant(database)
await aMachine('one')
await aMachine('two')

test('over two machines never more jobs of a queue run than it has instances', async () => {
  const { enqueue } = await aQueue(tenant, { instances: 3 })
  const rows = await over(await Promise.all(Array.from({ length: 12 }, () => enqueue({ rest: 300 }))))
  assert.deepEqual(new Set(rows.map((row) => row.status)), new Set(['stopped']))
  assert.ok(mostAtOnce(rows) <= 3, `${mostAtOnce(rows)} at once`)
})

test('a tenant is not kept waiting by the backlog of another', async () => {
  const other = await aTenant(database)
  const busy = await aQueue(tenant, { instances: 10 })
  const backlog = await Promise.all(Array.from({ length: 200 }, () => busy.enqueue({ rest: 200 })))
  await sleep(300)
  const quick = await aQueue(other)
  const asked = Date.now()
  const [row] = await over([await quick.enqueue()])
  assert.ok(Date.parse(row!.started_at) - asked < 3_000, `waited ${Date.parse(row!.started_at) - asked} ms`)
  assert.ok((await read(backlog)).some((job) => job.status === 'pending'))
  await over(backlog)
})

test('nothing of a deactivated tenant is started until it is active again, nor of one whose records move', async () => {
  const asleep = await aTenant(database)
  const { enqueue } = await aQueue(asleep)
  const switchTo = (change: { active?: boolean; held?: boolean }) =>
    inScope(database.db, { level: 'provider' }, (trx) =>
      trx.updateTable('tenants').set(change).where('id', '=', asleep.tenant_id).execute(),
    )
  await switchTo({ active: false })
  const id = await enqueue()
  const quick = await aQueue(tenant)
  await over([await quick.enqueue()])
  await sleep(1_500)
  assert.equal((await read([id]))[0]!.status, 'pending')
  await switchTo({ active: true, held: true })
  const moving = await enqueue()
  await over([await quick.enqueue()])
  await sleep(1_500)
  assert.deepEqual(
    (await read([id, moving])).map(({ status }) => status),
    ['pending', 'pending'],
  )
  await switchTo({ held: false })
  await over([id, moving])
})

test('a running job is cancelled at its next batch', async () => {
  const { enqueue } = await aQueue(tenant)
  const id = await enqueue({ rest: 20_000 })
  await reaches(id, 'working')
  assert.deepEqual((await jobs.cancel(tenant.scope, [id])).affected, [{ id, status: 'working' }])
  const [row] = await over([id], 5_000)
  assert.equal(row!.status, 'aborted')
})

test('a queue that is switched off keeps its jobs until it is on again', async () => {
  const { queue_id, enqueue } = await aQueue(tenant)
  const set = (active: boolean) =>
    inScope(database.db, tenant.scope, (trx) =>
      trx.updateTable('queues').set({ active }).where('id', '=', queue_id).execute(),
    )
  await set(false)
  const id = await enqueue()
  await sleep(600)
  assert.equal((await read([id]))[0]!.status, 'pending')
  await set(true)
  assert.equal((await over([id]))[0]!.status, 'info')
})

test('a running job that no slot holds any more goes back into its queue', async () => {
  const { enqueue } = await aQueue(tenant)
  const id = await enqueue({ rest: 40 })
  await over([id])
  await pool.query(
    `update jobs set status = 'working', finished_at = null, started_at = now() - interval '3 minutes' where id = $1`,
    [id],
  )
  await recoverOrphans(pool)
  const [row] = await over([id])
  assert.deepEqual([row!.status, row!.attempt], ['stopped', 2])
})

test('a queue of high priority starts at once behind a backlog of low ones', async () => {
  await machines[0]!.stop() // the other has four places
  const low = await aQueue(tenant, { instances: 10, priority: 'low' })
  const high = await aQueue(tenant, { instances: 10, priority: 'high' })
  const backlog = await Promise.all(Array.from({ length: 40 }, () => low.enqueue({ rest: 1_500 })))
  await reaches(backlog[0]!, 'working')
  await sleep(300)
  const running = (await read(backlog)).filter((row) => row.status === 'working')
  assert.ok(running.length <= 3, `${running.length} of 4 places`)
  const urgent = await high.enqueue({ rest: 40 })
  await over([urgent])
  assert.ok((await read(backlog)).filter((row) => row.status === 'pending').length > 30)
  await jobs.cancel(tenant.scope, backlog)
  await over(backlog)
})

test('a share of the places stays for queues of low priority, however much waits in high ones', async () => {
  const low = await aQueue(tenant, { instances: 10, priority: 'low' })
  const high = await aQueue(tenant, { instances: 10, priority: 'high' })
  const backlog = await Promise.all(Array.from({ length: 40 }, () => high.enqueue({ rest: 700 })))
  await reaches(backlog[3]!, 'working')
  const patient = await low.enqueue({ rest: 40 })
  await over([patient])
  assert.ok((await read(backlog)).filter((row) => row.status === 'pending').length > 20)
  await jobs.cancel(tenant.scope, backlog)
  await over(backlog)
})
