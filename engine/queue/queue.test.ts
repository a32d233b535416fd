import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { beginAttempts } from './begin-attempts.server.ts'
import { cancelJobs } from './cancel.server.ts'
import { settleCrashedJob } from './crashed-job.server.ts'
import { openEnqueuer } from './enqueue.server.ts'
import { moveJobs } from './move.server.ts'
import { recoverOrphans } from './orphans.server.ts'
import { postponeAfterOutage } from './postpone.server.ts'
import { queuesWithWork } from './queues-with-work.server.ts'
import { releaseJobs } from './release.server.ts'
import {
  beatSlots,
  closeSlots,
  openSlot,
  openSlotsBeside,
  recoverSlots,
  refillSlot,
  type Slot,
} from './slots.server.ts'

// The promises of the queue, verb by verb; how machines use them is tested beside the dispatcher.
const database = await testDatabase()
const pool = openPool(database.app_url, { max: 4, level: 'system' })
after(() => pool.end())
const { enqueue } = openEnqueuer(pool)
const tenant = await aTenant(database)
const here = { machine: 'here', instance: 'a', lost_ms: 60_000 }
const problem = { code: 'X', message: { text: { en: 'It broke.', de: 'Es ging kaputt.' }, values: {} } }

async function aQueue(instances = 10, tries = 3) {
  const { id } = await inScope(database.db, tenant.scope, (trx) =>
    trx
      .insertInto('queues')
      .values({ name: `q ${crypto.randomUUID()}`, max_memory: 64, timeout: 60, instances, tries })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

async function aWorkflow(queue_id: string, concurrency_limit = 1_000, immediate = false) {
  const label = `W ${crypto.randomUUID()}`
  const { id } = await inScope(database.db, tenant.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label, class_name: label, queue_id, concurrency_limit, immediate, source: 'weft: 1' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { tenant_id, project_id } = tenant
  return async (count: number) => {
    const jobs = Array.from({ length: count }, () =>
      enqueue({ tenant_id, project_id, workflow_id: id, started_by: 'hand' }),
    )
    return (await Promise.all(jobs)).map((job) => job.id)
  }
}

const open = async (queue_id: string, count: number, holder = here) =>
  (await openSlot(pool, holder, { queue_id, count, learn: () => {} })).slot
const beside = async (slot: Slot, count: number) => (await openSlotsBeside(pool, here, slot, count)).slots
const idsOf = (slot: Slot | undefined) => slot?.jobs.map((job) => job.id)
const rowOf = async (id: string) =>
  (
    await pool.query<{ status: string; attempt: number; tries_left: number; held: boolean; queued: boolean }>(
      'select status, attempt, tries_left, slot_id is not null as held, queued_at is not null as queued from jobs where id = $1',
      [id],
    )
  ).rows[0]

test('jobs are claimed in the order they came, and what is released has its old place', async () => {
  const queue = await aQueue()
  const ask = await aWorkflow(queue)
  const ids = await ask(5)
  const slot = await open(queue, 2)
  assert.deepEqual(idsOf(slot), ids.slice(0, 2))
  await releaseJobs(pool, slot!.id, [ids[1]!])
  assert.deepEqual(
    (await refillSlot(pool, slot!, { count: 2 })).map((job) => job.id),
    [ids[1], ids[2]],
  )
  assert.deepEqual(idsOf(await open(queue, 10)), ids.slice(3))
  assert.equal(await open(queue, 10), undefined)
})

test('runs that go ahead of others are claimed before all that wait in their queue, among themselves in the order they came', async () => {
  const queue = await aQueue()
  const other = await aQueue()
  const ask = await aWorkflow(queue)
  const ahead = await aWorkflow(queue, 1_000, true)
  const [first, second, third] = await ask(3)
  const [elsewhere] = await (await aWorkflow(other))(1)
  const [urgent, next] = await ahead(2)
  const slot = await open(queue, 2)
  assert.deepEqual(idsOf(slot), [urgent, next])
  // What was given back has its old place, and what comes later stands behind it.
  await releaseJobs(pool, slot!.id, [next!])
  const [late] = await ahead(1)
  assert.deepEqual(
    (await refillSlot(pool, slot!, { count: 3 })).map((job) => job.id),
    [next, late, first],
  )
  assert.deepEqual(idsOf(await open(queue, 10)), [second, third])
  assert.deepEqual(idsOf(await open(other, 10)), [elsewhere])
})

test('a run that goes ahead of others waits for its turn and its time as any other', async () => {
  const queue = await aQueue()
  const one = await aWorkflow(queue, 1, true)
  const [running, waiting] = await one(2)
  const [usual] = await (await aWorkflow(queue))(1)
  const slot = await open(queue, 1)
  assert.deepEqual(idsOf(slot), [running])
  assert.deepEqual(idsOf(await open(queue, 10)), [usual])
  await postponeAfterOutage(pool, slot!.id, running!, problem)
  await closeSlots(pool, [slot!.id])
  assert.deepEqual(idsOf(await open(queue, 10)), [waiting])
})

test('an attempt is begun only for the slot that holds the job, and counted unless it is given back', async () => {
  const queue = await aQueue()
  const [id] = await (await aWorkflow(queue))(1)
  const slot = await open(queue, 1)
  assert.deepEqual(await beginAttempts(pool, 'there', [{ slot_id: crypto.randomUUID(), ids: [id!] }]), [])
  const [job] = await beginAttempts(pool, 'here', [{ slot_id: slot!.id, ids: [id!] }])
  assert.deepEqual([job!.attempt, job!.tries_left], [1, 2])
  await releaseJobs(pool, crypto.randomUUID(), [id!])
  assert.deepEqual(await rowOf(id!), { status: 'started', attempt: 1, tries_left: 2, held: true, queued: false })
  await releaseJobs(pool, slot!.id, [id!])
  assert.deepEqual(await rowOf(id!), { status: 'pending', attempt: 1, tries_left: 3, held: false, queued: true })
})

test('a job whose process dies comes back as often as its queue tries it, then it has failed', async () => {
  const queue = await aQueue(10, 2)
  const [id] = await (await aWorkflow(queue))(1)
  const ends: boolean[] = []
  for (let i = 0; i < 2; i++) {
    const slot = await open(queue, 1)
    await beginAttempts(pool, 'here', [{ slot_id: slot!.id, ids: [id!] }])
    ends.push(await settleCrashedJob(pool, slot!.id, id!, problem))
  }
  assert.deepEqual(ends, [false, true])
  assert.deepEqual(await rowOf(id!), { status: 'error', attempt: 2, tries_left: 0, held: false, queued: false })
})

test('a job that an outage sets back lies in its queue and is claimed only later', async () => {
  const queue = await aQueue()
  const [id] = await (await aWorkflow(queue))(1)
  const slot = await open(queue, 1)
  await beginAttempts(pool, 'here', [{ slot_id: slot!.id, ids: [id!] }])
  await postponeAfterOutage(pool, slot!.id, id!, problem)
  assert.deepEqual(await rowOf(id!), { status: 'pending', attempt: 1, tries_left: 3, held: false, queued: true })
  assert.equal(await open(queue, 1), undefined)
  await pool.query(`update jobs set queued_at = queued_at - interval '1 minute' where id = $1`, [id])
  assert.deepEqual(idsOf(await open(queue, 1)), [id])
})

test('no more instances of a queue than it may have, and no more runs of a workflow', async () => {
  const queue = await aQueue(2)
  const [full, free] = [await aWorkflow(queue, 1), await aWorkflow(queue)]
  const [first, second] = await full(2)
  const [third] = await free(1)
  const slot = await open(queue, 1)
  assert.deepEqual(idsOf(slot), [first])
  assert.deepEqual(idsOf(await open(queue, 5)), [third])
  assert.equal(await open(queue, 5), undefined)
  await releaseJobs(pool, slot!.id, [first!])
  await closeSlots(pool, [slot!.id])
  assert.deepEqual(idsOf(await open(queue, 1)), [first])
  assert.deepEqual(await rowOf(second!), { status: 'pending', attempt: 0, tries_left: 3, held: false, queued: true })
})

test('slots beside another are no further instances, and hold one turn each', async () => {
  const queue = await aQueue(1)
  const [two, free] = [await aWorkflow(queue, 2), await aWorkflow(queue)]
  const pairs = await two(4)
  const [other] = await free(1)
  const slot = await open(queue, 1)
  assert.deepEqual(idsOf(slot), [pairs[0]])
  assert.equal(await open(queue, 1), undefined)
  // There is one turn left, so what goes beyond waits behind the one that has it.
  const more = await beside(slot!, 10)
  assert.deepEqual(more.map(idsOf), [pairs.slice(1), [other]])
  assert.equal(await open(queue, 1), undefined)
  await closeSlots(
    pool,
    [slot!, ...more].map(({ id }) => id),
  )
  assert.deepEqual(idsOf(await open(queue, 10)), [...pairs, other])
})

test('what a slot gives back of its list gives back its workflow’s turn', async () => {
  const queue = await aQueue(1)
  const [one, other] = [await aWorkflow(queue, 1), await aWorkflow(queue, 1)]
  const [first] = await one(1)
  const [second] = await other(1)
  const slot = await open(queue, 2)
  assert.deepEqual(idsOf(slot), [first, second])
  await beginAttempts(pool, 'here', [{ slot_id: slot!.id, ids: [first!, second!] }])
  await releaseJobs(pool, slot!.id, [second!])
  assert.deepEqual((await beside(slot!, 5)).map(idsOf), [[second]])
  await one(1)
  assert.deepEqual(await beside(slot!, 5), [])
})

test('a job whose process ended under several keeps its try, and shares no process from then on', async () => {
  const queue = await aQueue(10)
  const ask = await aWorkflow(queue)
  const [running, guilty, behind] = await ask(3)
  const slot = await open(queue, 1)
  const [shared] = await beside(slot!, 1)
  assert.deepEqual(idsOf(shared), [guilty])
  await beginAttempts(pool, 'here', [{ slot_id: shared!.id, ids: [guilty!] }])
  assert.equal(await settleCrashedJob(pool, shared!.id, guilty!, problem, { together: true }), false)
  assert.deepEqual(await rowOf(guilty!), { status: 'pending', attempt: 1, tries_left: 3, held: false, queued: true })
  // It has its old place, and nobody who shares is claimed past it.
  assert.deepEqual(await beside(slot!, 5), [])
  assert.deepEqual(await refillSlot(pool, slot!, { count: 5, alone: false }), [])
  const alone = await open(queue, 1)
  assert.deepEqual(
    alone!.jobs.map((job) => [job.id, job.alone]),
    [[guilty, true]],
  )
  assert.deepEqual((await beside(slot!, 5)).map(idsOf), [[behind]])
  await beginAttempts(pool, 'here', [{ slot_id: alone!.id, ids: [guilty!] }])
  assert.equal(await settleCrashedJob(pool, alone!.id, guilty!, problem), false)
  assert.equal((await rowOf(guilty!))!.tries_left, 2)
  assert.deepEqual(idsOf(slot), [running])
})

test('a moved job has the place of its age among those of the other queue', async () => {
  const [from, to] = [await aQueue(), await aQueue()]
  const [old, taken] = await (await aWorkflow(from))(2)
  const ids = await (await aWorkflow(to))(2)
  await moveJobs(pool, tenant.tenant_id, [old!], to)
  const slot = await open(from, 1)
  assert.deepEqual(idsOf(slot), [taken])
  assert.deepEqual(await moveJobs(pool, tenant.tenant_id, [old!, taken!], to), [old])
  assert.deepEqual(idsOf(await open(to, 5)), [old, ...ids])
})

test('what a lost process held comes back, and it cannot begin it any more', async () => {
  const queue = await aQueue()
  const ids = await (await aWorkflow(queue))(2)
  const slot = await open(queue, 2, { ...here, machine: 'there', instance: 'gone' })
  assert.deepEqual(await recoverSlots(pool, here), [])
  await pool.query(`update queue_slots set beat_at = now() - interval '2 minutes' where id = $1`, [slot!.id])
  assert.deepEqual(
    (await recoverSlots(pool, here)).map(({ id, jobs }) => [id, jobs]),
    [[slot!.id, ids]],
  )
  assert.deepEqual([...(await beatSlots(pool, 'gone'))], [])
  assert.deepEqual(await beginAttempts(pool, 'there', [{ slot_id: slot!.id, ids }]), [])
  assert.deepEqual(await refillSlot(pool, slot!, { count: 5 }), [])
  assert.deepEqual(idsOf(await open(queue, 5)), ids)
})

test('whatever happens, each open job is in one place and comes to its end', { timeout: 120_000 }, async () => {
  const queues = [await aQueue(3), await aQueue(3)]
  const ask = await Promise.all(queues.map((queue) => aWorkflow(queue, 2)))
  const verb = fc.constantFrom(
    ...(['ask', 'ask', 'open', 'open', 'refill', 'begin', 'release', 'crash', 'end', 'postpone'] as const),
    ...(['beside', 'beside', 'together', 'cancel', 'move', 'close', 'lose', 'orphans'] as const),
  )
  const step = fc.record({ verb, queue: fc.nat(1), pick: fc.nat(50) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const ids: string[] = []
      let slots: Slot[] = []
      for (const { verb, queue, pick } of steps) {
        const slot = slots[pick % Math.max(1, slots.length)]
        const id = slot?.jobs[pick % Math.max(1, slot.jobs.length)]?.id
        if (verb === 'ask') ids.push(...(await ask[queue]!(1 + (pick % 4))))
        if (verb === 'open') {
          const opened = await open(queues[queue]!, 1 + (pick % 3))
          if (opened) slots.push(opened)
        }
        if (verb === 'move') await moveJobs(pool, tenant.tenant_id, ids.slice(pick % 3, pick), queues[queue]!)
        if (verb === 'cancel' && ids.length > 0)
          await cancelJobs({ db: database.db, pool }, tenant.scope, [ids[pick % ids.length]!])
        if (verb === 'orphans') await recoverOrphans(pool)
        if (!slot || !id) continue
        if (verb === 'refill') {
          await releaseJobs(
            pool,
            slot.id,
            slot.jobs.map((job) => job.id),
          )
          slot.jobs = await refillSlot(pool, slot, { count: 2 })
        }
        if (verb === 'begin') await beginAttempts(pool, 'here', [{ slot_id: slot.id, ids: [id] }])
        if (verb === 'release') await releaseJobs(pool, slot.id, [id])
        if (verb === 'crash') await settleCrashedJob(pool, slot.id, id, problem)
        if (verb === 'beside') slots.push(...(await beside(slot, 1 + (pick % 4))))
        if (verb === 'together') await settleCrashedJob(pool, slot.id, id, problem, { together: true })
        if (verb === 'end') await pool.query(endStatement, [id, slot.id])
        if (verb === 'postpone') await postponeAfterOutage(pool, slot.id, id, problem)
        if (verb === 'close') {
          await closeSlots(pool, [slot.id])
          slots = slots.filter((other) => other !== slot)
        }
        if (verb === 'lose') {
          await pool.query(
            `update queue_slots set beat_at = now() - interval '2 minutes', instance = 'lost' where id = $1`,
            [slot.id],
          )
          await recoverSlots(pool, here)
        }
        assert.deepEqual(await misplaced(ids), [])
      }
      for (const slot of slots) await closeSlots(pool, [slot.id])
      assert.deepEqual(await misplaced(ids), [])
      await pool.query(`update jobs set queued_at = now() where queued_at > now()`)
      const withWork = async () => (await queuesWithWork(pool)).filter((queue) => queues.includes(queue))
      for (let work = await withWork(); work.length > 0; work = await withWork())
        for (const queue of work) {
          const slot = await open(queue, 10)
          if (!slot) continue
          const begun = await beginAttempts(pool, 'here', [{ slot_id: slot.id, ids: idsOf(slot)! }])
          for (const job of begun) await pool.query(endStatement, [job.id, slot.id])
          await closeSlots(pool, [slot.id])
        }
      const { rows } = await pool.query<{ status: string }>(
        `select distinct status from jobs where id = any($1) and status not in ('stopped', 'aborted', 'error')`,
        [ids],
      )
      assert.deepEqual(rows, [])
    }),
    { numRuns: 100 },
  )
})

/** What the journal says of a job that has ended. */
const endStatement = `update jobs set status = 'stopped', slot_id = null, finished_at = clock_timestamp() where id = $1 and slot_id = $2 and status in ('started', 'working')`

/** Open jobs that lie in no queue, are held by no slot there is, or both. */
const misplaced = async (ids: string[]) =>
  (
    await pool.query(
      `select id, status, queued_at, slot_id from jobs where id = any($1) and status in ('pending', 'started', 'working')
         and (queued_at is not null)::int + (exists (select from queue_slots s where s.id = slot_id and jobs.id = any(s.jobs)))::int <> 1`,
      [ids],
    )
  ).rows
