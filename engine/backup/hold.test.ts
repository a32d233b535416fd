import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, openDatabase, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { jobsReadiness } from '../queue/standstills.server.ts'
import { aTenant } from '../testing/tenant.ts'
import { openMachines } from '../workers/testing/machines.ts'
import { isHeld, readHeld, release, whenReleased } from './hold.server.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const { pool, aBusyQueue } = await openMachines(database)
const db = openDatabase(pool)
const system = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(db, systemScope, work)
const restored = () => pool.query("insert into restorations (made_at) values (now() - interval '1 hour')")

test('what was not restored is not held, and waits for nobody', async () => {
  assert.equal(await system(isHeld), false)
  assert.equal(await system(readHeld), null)
  assert.equal(await system((trx) => release(trx, null)), false)
  assert.equal(await whenReleased(db, { signal: new AbortController().signal, held: () => assert.fail() }), true)
})

test('what was restored says which runs were under way, what waits, has come since and is due, and goes on when it is released', async () => {
  const { enqueue, workflow_id } = await aBusyQueue(tenant)
  const [running, queued] = [await enqueue(), await enqueue()]
  await pool.query(
    "update jobs set status = 'working', queued_at = null, started_at = now() - interval '2 hours', records_out = 7 where id = $1",
    [running],
  )
  await pool.query("update jobs set created_at = now() - interval '2 hours' where id in ($1, $2)", [running, queued])
  await restored()
  const arrived = await enqueue()
  await pool.query("update jobs set created_at = now() + interval '1 second' where id = $1", [arrived])
  await pool.query(
    `insert into schedules (tenant_id, project_id, workflow_id, step, cron, next_at) select tenant_id, project_id, id, 'clock', '0 0 * * *', now() - interval '1 minute' from workflows where id = $1`,
    [workflow_id],
  )
  await pool.query('update workflows set active = true where id = $1', [workflow_id])

  const held = (await system(readHeld))!
  assert.deepEqual(
    held.under_way.map(({ id, records_out }) => [id, records_out]),
    [[running, 7]],
  )
  assert.deepEqual([held.under_way_count, held.queued, held.arrived, held.schedules_due], [1, 1, 1, 1])
  assert.equal(await jobsReadiness(pool), 'held')

  let told = 0
  const waiting = whenReleased(db, { signal: new AbortController().signal, held: () => told++ })
  const leaving = new AbortController()
  const given_up = whenReleased(db, { signal: leaving.signal })
  leaving.abort()
  assert.equal(await given_up, false)
  await assert.rejects(restored(), /restorations_one_held/)
  assert.equal(await system((trx) => release(trx, null)), true)
  assert.equal(await waiting, true)
  assert.equal(told, 1)
  assert.equal(await system(isHeld), false)
})
