import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@weft/kit/database/listen.server.ts'
import { endSessionsOf } from '@weft/kit/database/session.server.ts'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { RunOutcome } from '../runtime/run.server.ts'
import { isFinal } from '../runtime/job.ts'
import { workChannel, type JobQueue, type ClaimedJob } from '../queue/job-queue.server.ts'
import {
  resolveDeadlocks,
  settleCrashedJob,
  exitReason,
  restoreAttempt,
  recoverOrphans,
  postponeAfterOutage,
  releaseDelayed,
  releaseParents,
  releaseParentsOf,
} from '../queue/job-completion.server.ts'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import type { Worker, WorkerPool } from './workers.server.ts'

type Queue = {
  id: string
  tenant_id: string
  instances: number
  tries: number
  timeout: number
  max_memory: number
  priority: 'high' | 'low'
  active: boolean
}
/** One instance of a queue at work here. */
type Slot = {
  id: string
  queue: Queue
  jobs: ClaimedJob[]
  worker?: Worker
  /** Another machine took this one for dead and has its jobs. */ isLost?: boolean
}

export type Dispatcher = {
  /** Looks at once for work in a queue, or in all. */
  nudge(queue?: string): void
  /** The jobs under way here, and the processes that run them. */
  running(): { job_id: string; pid: number; since: number }[]
  /** What has failed longest and still does, so that jobs may stay where they are. */
  failing(): Failing | undefined
  /**
   * Claims nothing more. With `finish` what runs goes on to its end; without, workers finish their batches and give the rest back,
   * also when asked while it finishes. Answers once nothing runs any more.
   */
  drain(how?: { finish?: boolean }): Promise<void>
}

export type DispatcherOptions = {
  url: string
  pool: pg.Pool
  jobQueue: JobQueue
  workers: WorkerPool
  /** The name under which this machine's instances are known. */
  machine: string
  /** This process among all that ever ran under that name. */
  instance?: string
  /** What another process that is lost still holds elsewhere, such as in the tenant's databases, is ended. */
  endSessions?(lost: { tenant_id: string; instances: string[] }): Promise<void>
  /** So many jobs run here at the same time. */
  most: number
  sweep_ms?: number
  /** A process that has not been heard of for so long is lost. */
  lost_ms?: number
}

/** A list of small jobs for one worker: as many as it does in about this time. */
const listFor = 100
const longestList = 64
const cancelGrace = 30_000
/** A claim that a crash takes back is simply made again; one whose process stands still keeps its tenant's lock for ten seconds at most. */
const hastily = `set local synchronous_commit = off; set local idle_in_transaction_session_timeout = '10s'`

/**
 * Claims jobs for this machine's workers: woken by LISTEN, one queue after the other, queues of high priority first and a share kept
 * for the others, never more instances of a queue than it may have on all machines together, and never more runs of a workflow under
 * way than it allows: the others keep their place in the queue and hold nothing.
 */
export async function startDispatcher({
  url,
  pool,
  jobQueue,
  workers,
  machine,
  instance = crypto.randomUUID(),
  endSessions,
  most,
  sweep_ms = 1_000,
  lost_ms = 60_000,
}: DispatcherOptions): Promise<Dispatcher> {
  const queues = new Map<string, Queue>()
  const due = { high: new Set<string>(), low: new Set<string>() }
  const claiming = new Set<string>()
  const again = new Set<string>()
  const busy = { high: 0, low: 0 }
  const slots = new Map<string, Slot>()
  const running = new Map<string, { worker: Worker; begun: number }>()
  const pace = new Map<string, number>()
  const resting = new Set<string>()
  const reserved = Math.max(1, Math.floor(most / 4))
  const recurring = watchRecurring({ machine, instance })
  let draining = false
  let leaving = false
  const drained = Promise.withResolvers<void>()
  const lostAfter = `interval '${Math.round(lost_ms)} milliseconds'`

  const full = () => busy.high + busy.low >= most
  const add = (queue: string) => {
    if (claiming.has(queue)) again.add(queue)
    else if (!resting.has(queue)) due[queues.get(queue)?.priority ?? 'low'].add(queue)
    kick()
  }

  /** High first, but a quarter of the places stays for low where low has work, and low never takes the last places. */
  function next(): string | undefined {
    const lowMay = busy.low < most - (most > 1 ? reserved : 0)
    const lowFirst = busy.low < reserved && due.low.size > 0 && busy.high >= most - reserved
    const order = lowFirst ? (['low', 'high'] as const) : (['high', 'low'] as const)
    for (const priority of order) {
      if (priority === 'low' && !lowMay) continue
      const [queue] = due[priority]
      if (queue !== undefined) return queue
    }
    return undefined
  }

  /** Whether another queue has work and no place here. */
  const isAwaited = (queue: string) =>
    [...due.high, ...due.low].some((other) => other !== queue) && (full() || next() === undefined)

  function kick() {
    while (!draining && !full() && claiming.size < 4) {
      const queue = next()
      if (queue === undefined) return
      due.high.delete(queue)
      due.low.delete(queue)
      void serve(queue)
    }
  }

  async function serve(id: string) {
    const priority = queues.get(id)?.priority ?? 'low'
    claiming.add(id)
    busy[priority] += 1
    try {
      const slot = await claim(id)
      recurring.worked('claiming jobs')
      if (!slot) return
      slots.set(slot.id, slot)
      again.add(id) // another instance may find more
      claiming.delete(id)
      if (again.delete(id)) add(id)
      await work(slot)
    } catch (error) {
      recurring.failed('claiming jobs', error, { queue_id: id, tenant_id: queues.get(id)?.tenant_id })
      await sleep(300)
      again.add(id)
    } finally {
      busy[priority] -= 1
      claiming.delete(id)
      if (again.delete(id)) add(id)
      kick()
      if (draining && busy.high + busy.low === 0) drained.resolve()
    }
  }

  /** Exact over all machines: whoever holds the tenant's lock counts instances and turns and takes one more, or not. */
  const claim = (id: string): Promise<Slot | undefined> =>
    inTransaction(
      pool,
      async (client) => {
        const full = await fullWorkflows(client, id)
        const { rows } = await client.query<Queue & { at_work: number }>({
          name: 'queue load',
          text: `select q.id, q.tenant_id, least(q.instances, (t.settings -> 'limits' ->> 'queue_instances')::int) as instances, q.tries, q.timeout, least(q.max_memory, (t.settings -> 'limits' ->> 'queue_memory')::int) as max_memory, q.priority, q.active and t.active and not t.held as active, (select count(*)::int from queue_slots s where s.queue_id = q.id and s.beat_at > now() - ${lostAfter}) as at_work from queues q join tenants t on t.id = q.tenant_id where q.id::text = $1`,
          values: [id],
        })
        const queue = rows[0]
        if (queue) queues.set(id, queue)
        const may = queue?.active && queue.at_work < queue.instances
        const began = performance.now()
        const jobs = may ? await jobQueue.claim(client, id, listLength(id), full) : []
        if (!queue || jobs.length === 0) {
          if (full.length > 0) rest(id, performance.now() - began)
          return undefined
        }
        const slot: Slot = { id: crypto.randomUUID(), queue, jobs }
        await client.query({
          name: 'slot',
          text: 'insert into queue_slots (id, tenant_id, queue_id, machine, instance, jobs, workflows) select $1, tenant_id, id, $3, $4, $5, $6 from queues where id = $2',
          values: [slot.id, id, machine, instance, jobs.map((job) => job.id), turnsOf(jobs)],
        })
        return slot
      },
      hastily,
    )

  async function fullWorkflows(client: pg.ClientBase, queue: string, but_slot?: string): Promise<string[]> {
    const { rows } = await client.query<{ full: string[] }>({
      name: 'full workflows',
      text: 'select weft_full_workflows($1, $2) as full',
      values: [queue, but_slot ?? null],
    })
    return rows[0]!.full
  }

  /** Looking past a long backlog whose turn has not come costs time: it is not looked past all the time. */
  function rest(queue: string, took: number) {
    if (took < 20) return
    resting.add(queue)
    setTimeout(
      () => {
        resting.delete(queue)
        add(queue)
      },
      Math.min(1_000, took * 5),
    ).unref()
  }

  const listLength = (queue: string) =>
    Math.max(1, Math.min(longestList, Math.floor(listFor / (pace.get(queue) ?? listFor))))

  /** Works off a slot list by list, as long as nobody else waits for the place. */
  async function work(slot: Slot) {
    let worker: Worker | undefined
    try {
      worker = await workers.take(slot.queue.max_memory)
      slot.worker = worker
      if (leaving) worker.stop()
      for (;;) {
        if (!(await runList(slot, worker))) {
          worker = undefined
          break
        }
        if (draining || isAwaited(slot.queue.id)) break
        slot.jobs = await refill(slot)
        if (slot.jobs.length === 0) break
      }
      if (!draining) again.add(slot.queue.id)
    } catch (error) {
      log.error(
        {
          err: error,
          machine,
          queue_id: slot.queue.id,
          tenant_id: slot.queue.tenant_id,
          job_ids: slot.jobs.map((job) => job.job_id),
        },
        'jobs could not be handed to a worker',
      )
      if (await isHeld(slot))
        await retryForever(() =>
          jobQueue.release(
            slot.queue.id,
            slot.jobs.map((job) => job.id),
            2,
          ),
        )
    } finally {
      if (worker) workers.give(worker)
      slots.delete(slot.id)
      await retryForever(() => pool.query('delete from queue_slots where id = $1', [slot.id]))
      resting.delete(slot.queue.id)
    }
  }

  const refill = (slot: Slot): Promise<ClaimedJob[]> =>
    inTransaction(
      pool,
      async (client) => {
        const full = await fullWorkflows(client, slot.queue.id, slot.id)
        const { rows } = await client.query<{ held: boolean }>({
          name: 'held',
          text: 'select t.held from tenants t join queues q on q.tenant_id = t.id where q.id::text = $1',
          values: [slot.queue.id],
        })
        const jobs = rows[0]?.held ? [] : await jobQueue.claim(client, slot.queue.id, listLength(slot.queue.id), full)
        if (jobs.length > 0)
          await client.query({
            name: 'slot jobs',
            text: 'update queue_slots set jobs = $2, workflows = $3, beat_at = now() where id = $1',
            values: [slot.id, jobs.map((job) => job.id), turnsOf(jobs)],
          })
        return jobs
      },
      hastily,
    )

  /** Whether the worker lives on. */
  async function runList(slot: Slot, worker: Worker): Promise<boolean> {
    const { queue } = slot
    const engine = new Map(slot.jobs.map((job) => [job.job_id, job.id]))
    const open = new Set(engine.keys())
    const began = performance.now()
    let current: string | undefined
    let timer: NodeJS.Timeout | undefined
    const settling: Promise<unknown>[] = []

    const death = await worker.run([...open], {
      begin(id) {
        current = id
        running.set(id, { worker, begun: Date.now() })
        clearTimeout(timer)
        timer = setTimeout(() => worker.kill('timeout'), queue.timeout * 1000)
      },
      ended(endings) {
        for (const { id } of endings) {
          open.delete(id)
          running.delete(id)
        }
        if (open.size === 0) clearTimeout(timer)
        settling.push(settle(slot, endings, engine))
      },
    })
    clearTimeout(timer)
    await Promise.all(settling)
    pace.set(queue.id, death ? listFor : smooth(pace.get(queue.id), (performance.now() - began) / engine.size))
    if (!death) return true
    for (const id of open) running.delete(id)
    if (!(await isHeld(slot))) return false
    const problem = exitReason(death, { memory: queue.max_memory, timeout: queue.timeout })
    const innocent = [...open].filter((id) => id !== current)
    await retryForever(() => restoreAttempt(pool, innocent))
    let back = innocent
    if (current && open.has(current)) {
      const mayTryAgain = await retryForever(() => settleCrashedJob(pool, current!, problem))
      if (mayTryAgain) back = [...back, current]
      else {
        await retryForever(() => jobQueue.complete(queue.id, [engine.get(current!)!]))
        await retryForever(() => releaseParentsOf(pool, jobQueue, [current!]))
      }
    }
    if (back.length > 0)
      await retryForever(() =>
        jobQueue.release(
          queue.id,
          back.map((id) => engine.get(id)!),
        ),
      )
    return false
  }

  /** Whether a slot is still ours: what was taken from a process that was lost is not given back by it. */
  async function isHeld(slot: Slot): Promise<boolean> {
    if (slot.isLost) return false
    const { rowCount } = await retryForever(() => pool.query('select from queue_slots where id = $1', [slot.id]))
    return rowCount === 1
  }

  async function settle(slot: Slot, endings: RunOutcome[], engine: Map<string, string>) {
    const { queue } = slot
    const released = endings.filter((ending) => ending.status === 'released')
    // A superseded one's engine job belongs to whoever took it over; if not, it comes back by its heartbeat and is found to be over.
    const over = endings.filter((ending) => ending.status !== 'released' && ending.status !== 'superseded')
    if (over.length > 0)
      await retryForever(() =>
        jobQueue.complete(
          queue.id,
          over.map(({ id }) => engine.get(id)!),
        ),
      )
    if (released.length > 0 && (await isHeld(slot))) {
      const interrupted = released.filter(({ problem }) => !problem)
      if (interrupted.length > 0)
        await retryForever(() =>
          restoreAttempt(
            pool,
            interrupted.map(({ id }) => id),
          ),
        )
      if (interrupted.length > 0)
        await retryForever(() =>
          jobQueue.release(
            queue.id,
            interrupted.map(({ id }) => engine.get(id)!),
          ),
        )
      for (const { id, problem } of released) {
        if (!problem) continue
        log.error(
          { machine, job_id: id, tenant_id: queue.tenant_id, problem: problem.message.text.en, code: problem.code },
          'an attempt of a job came to nothing',
        )
        const seconds = await retryForever(() => postponeAfterOutage(pool, id, problem))
        await retryForever(() => jobQueue.release(queue.id, [engine.get(id)!], seconds))
      }
    }
    const children = over.filter((ending) => isFinal(ending.status) && ending.child).map(({ id }) => id)
    if (children.length > 0) await retryForever(() => releaseParentsOf(pool, jobQueue, children))
    const waiting = over.filter((ending) => ending.status === 'waiting' && ending.children).map(({ id }) => id)
    if (waiting.length > 0) await retryForever(() => releaseParents(pool, jobQueue, waiting))
    if (waiting.length > 0) await retryForever(() => resolveDeadlocks(pool, waiting))
  }

  function cancel(id: string) {
    const entry = running.get(id)
    if (!entry) return
    entry.worker.cancel(id)
    setTimeout(() => {
      if (running.get(id) === entry) entry.worker.kill('cancelled')
    }, cancelGrace).unref()
  }

  async function beat() {
    const mine = [...slots.values()]
    const { rows } = await pool.query<{ id: string }>(
      'update queue_slots set beat_at = now() where instance = $1 returning id',
      [instance],
    )
    const kept = new Set(rows.map(({ id }) => id))
    for (const slot of mine) if (!kept.has(slot.id) && slots.has(slot.id)) giveUp(slot)
    for (const [queue, held] of Map.groupBy(slots.values(), (slot) => slot.queue.id))
      await jobQueue.heartbeat(
        queue,
        held.flatMap((slot) => slot.jobs.map((job) => job.id)),
      )
  }

  /** This process stood still for so long that another machine took it for dead and goes on with its jobs. */
  function giveUp(slot: Slot) {
    log.warn(
      { machine, instance, queue_id: slot.queue.id, tenant_id: slot.queue.tenant_id },
      'taken for dead; another machine has the jobs',
    )
    slot.isLost = true
    slot.worker?.kill('died')
  }

  /**
   * Instances of processes that are lost: nobody has beaten for them, or this machine has been started anew and they have no session any
   * more. Their jobs come back, and what they still lock in the database is let go: a frozen process keeps its lines open.
   */
  async function recover() {
    const { rows } = await pool.query<{ queue_id: string; tenant_id: string; instance: string; jobs: string[] }>(
      `delete from queue_slots where id in (select s.id from queue_slots s where s.instance <> $1 and (s.beat_at < now() - ${lostAfter}
         or s.machine = $2 and not exists (select from pg_stat_activity a where a.datname = current_database() and a.application_name like '% ' || s.instance)) for update skip locked)
       returning queue_id, tenant_id, instance, jobs`,
      [instance, machine],
    )
    if (rows.length === 0) return
    log.warn(
      { machine, lost: [...new Set(rows.map((row) => row.instance))], jobs: rows.flatMap((row) => row.jobs).length },
      'jobs of a lost process come back',
    )
    await pool.query(endSessionsOf, [rows.map((row) => row.instance)])
    for (const [tenant_id, held] of Map.groupBy(rows, (row) => row.tenant_id))
      void endSessions?.({ tenant_id, instances: held.map((row) => row.instance) }).catch((error: unknown) =>
        log.warn({ err: error, tenant_id }, 'sessions of a lost process in a tenant’s database'),
      )
    for (const { queue_id, jobs } of rows) await jobQueue.release(queue_id, jobs)
    for (const { queue_id } of rows) add(queue_id)
  }

  // The backstop for notifications that were missed: one index seek a queue that has work.
  async function sweep() {
    const { rows } = await pool.query<{ name: string }>(`with recursive q as (
      (select name from pgboss.job_common where state < 'active' and not blocked order by name limit 1)
      union all select (select j.name from pgboss.job_common j where j.state < 'active' and not j.blocked and j.name > q.name order by j.name limit 1) from q where q.name is not null)
      select name from q where name is not null`)
    if (rows.length === 0) recurring.worked('claiming jobs') // nothing waits for it
    for (const { name } of rows) add(name)
    await releaseDelayed(pool, jobQueue)
  }

  const sweeping = () =>
    sweep().then(
      () => recurring.worked('looking for work'),
      (error: unknown) => recurring.failed('looking for work', error),
    )

  async function lookAfter() {
    await beat()
    await recover()
    await releaseParents(pool, jobQueue)
    await resolveDeadlocks(pool)
    await recoverOrphans(pool, jobQueue)
  }

  const { rows: channels } = await pool.query<{ channel: string }>(workChannel)
  const listener = listen(url, { [channels[0]!.channel]: add, weft_cancel: cancel }, { opened: () => void sweeping() })
  await recover()
  let beats = 0
  const timer = setInterval(() => {
    void sweeping()
    if (++beats % Math.max(1, Math.round(lost_ms / 4 / sweep_ms)) === 0)
      void lookAfter().then(
        () => recurring.worked('the heartbeat'),
        (error: unknown) => recurring.failed('the heartbeat', error),
      )
  }, sweep_ms)
  await sweep()

  return {
    nudge(queue) {
      if (queue) add(queue)
      else void sweeping()
    },
    failing: () => recurring.worst(),
    running: () => [...running].map(([job_id, { worker, begun }]) => ({ job_id, pid: worker.pid, since: begun })),
    async drain({ finish = false } = {}) {
      draining = true
      if (!finish && !leaving) {
        leaving = true
        for (const { worker } of slots.values()) worker?.stop()
      }
      if (busy.high + busy.low === 0) drained.resolve()
      await drained.promise
      clearInterval(timer)
      await listener.stop()
    },
  }

  /** What has happened has to be told: as often as it takes, unless the whole process goes. */
  async function retryForever<T>(tell: () => Promise<T>): Promise<T> {
    for (let wait = 50; ; wait = Math.min(2_000, wait * 2)) {
      try {
        const answer = await tell()
        recurring.worked('writing down what became of jobs')
        return answer
      } catch (error) {
        if (leaving && wait > 1_000) throw error
        if (wait > 1_000) recurring.failed('writing down what became of jobs', error)
        await sleep(wait)
      }
    }
  }
}

const turnsOf = (jobs: ClaimedJob[]) => [...new Set(jobs.flatMap((job) => job.workflow_id ?? []))]
const smooth = (before: number | undefined, now: number) => (before === undefined ? now : before * 0.7 + now * 0.3)
