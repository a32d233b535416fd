import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@weft/kit/database/listen.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { settleCrashedJob, exitReason } from '../queue/crashed-job.server.ts'
import { resolveDeadlocks } from '../queue/deadlocks.server.ts'
import { recoverOrphans } from '../queue/orphans.server.ts'
import { postponeAfterOutage } from '../queue/postpone.server.ts'
import { queuesWithWork } from '../queue/queues-with-work.server.ts'
import { releaseJobs } from '../queue/release.server.ts'
import {
  beatSlots,
  closeSlot,
  openSlot,
  recoverSlots,
  refillSlot,
  type Queue,
  type Slot,
} from '../queue/slots.server.ts'
import { releaseDelayed, releaseParents, releaseParentsOf } from '../queue/wake.server.ts'
import { workChannel } from '../queue/work-channel.ts'
import type { RunOutcome } from '../runtime/run.server.ts'
import { isFinal } from '../runtime/job.ts'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import type { Worker, WorkerPool } from './workers.server.ts'

/** An instance of a queue at work here. */
type SlotAtWork = Slot & { worker?: Worker }

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

/**
 * Claims jobs for this machine's workers: woken by LISTEN, one queue after the other, queues of high priority first and a share kept
 * for the others, never more instances of a queue than it may have on all machines together, and never more runs of a workflow under
 * way than it allows: the others keep their place in the queue and hold nothing.
 */
export async function startDispatcher({
  url,
  pool,
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
  const slots = new Map<string, SlotAtWork>()
  const running = new Map<string, { worker: Worker; begun: number }>()
  const pace = new Map<string, number>()
  const resting = new Set<string>()
  const reserved = Math.max(1, Math.floor(most / 4))
  const recurring = watchRecurring({ machine, instance })
  let draining = false
  let leaving = false
  const drained = Promise.withResolvers<void>()
  const holder = { machine, instance, lost_ms }

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

  async function claim(id: string): Promise<SlotAtWork | undefined> {
    const learn = (queue: Queue) => queues.set(id, queue)
    const { slot, searched_ms } = await openSlot(pool, holder, { queue_id: id, count: listLength(id), learn })
    rest(id, searched_ms)
    return slot
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
  async function work(slot: SlotAtWork) {
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
        slot.jobs = await refillSlot(pool, slot, listLength(slot.queue.id))
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
          job_ids: slot.jobs.map((job) => job.id),
        },
        'jobs could not be handed to a worker',
      )
      await sleep(2_000)
      await release(slot, idsOf(slot))
    } finally {
      if (worker) workers.give(worker)
      slots.delete(slot.id)
      await retryForever(() => closeSlot(pool, slot.id))
      resting.delete(slot.queue.id)
    }
  }

  const release = (slot: Slot, ids: string[]) => retryForever(() => releaseJobs(pool, slot.id, ids))

  /** Whether the worker lives on. */
  async function runList(slot: SlotAtWork, worker: Worker): Promise<boolean> {
    const { queue } = slot
    const open = new Set(idsOf(slot))
    const count = open.size
    const began = performance.now()
    let current: string | undefined
    let timer: NodeJS.Timeout | undefined
    const settling: Promise<unknown>[] = []

    const death = await worker.run(slot.id, [...open], {
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
        settling.push(settle(slot, endings))
      },
    })
    clearTimeout(timer)
    await Promise.all(settling)
    pace.set(queue.id, death ? listFor : smooth(pace.get(queue.id), (performance.now() - began) / count))
    if (!death) return true
    for (const id of open) running.delete(id)
    const crashed = current !== undefined && open.has(current) ? current : undefined
    const innocent = [...open].filter((id) => id !== crashed)
    await release(slot, innocent)
    if (crashed) {
      const problem = exitReason(death, { memory: queue.max_memory, timeout: queue.timeout })
      const isOver = await retryForever(() => settleCrashedJob(pool, slot.id, crashed, problem))
      if (isOver) await retryForever(() => releaseParentsOf(pool, [crashed]))
    }
    return false
  }

  /** The journal has said already what became of jobs that ended; here it is seen to those that were given back, and to who waits. */
  async function settle(slot: Slot, endings: RunOutcome[]) {
    const released = endings.filter((ending) => ending.status === 'released')
    await release(
      slot,
      released.filter(({ problem }) => !problem).map(({ id }) => id),
    )
    for (const { id, problem } of released) {
      if (!problem) continue
      log.error(
        { machine, job_id: id, tenant_id: slot.queue.tenant_id, problem: problem.message.text.en, code: problem.code },
        'an attempt of a job came to nothing',
      )
      await retryForever(() => postponeAfterOutage(pool, slot.id, id, problem))
    }
    const children = endings.filter((ending) => isFinalOutcome(ending) && ending.child).map(({ id }) => id)
    if (children.length > 0) await retryForever(() => releaseParentsOf(pool, children))
    const waiting = endings.filter((ending) => ending.status === 'waiting' && ending.children).map(({ id }) => id)
    if (waiting.length > 0) await retryForever(() => releaseParents(pool, waiting))
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
    const kept = await beatSlots(pool, instance)
    for (const slot of mine) if (!kept.has(slot.id) && slots.has(slot.id)) giveUp(slot)
  }

  /** This process stood still for so long that another machine took it for dead and goes on with its jobs. */
  function giveUp(slot: SlotAtWork) {
    log.warn(
      { machine, instance, queue_id: slot.queue.id, tenant_id: slot.queue.tenant_id },
      'taken for dead; another machine has the jobs',
    )
    slot.worker?.kill('died')
  }

  async function recover() {
    const lost = await recoverSlots(pool, holder)
    if (lost.length === 0) return
    log.warn(
      {
        machine,
        lost: [...new Set(lost.map((slot) => slot.instance))],
        jobs: lost.flatMap((slot) => slot.jobs).length,
      },
      'jobs of a lost process come back',
    )
    for (const [tenant_id, held] of Map.groupBy(lost, (slot) => slot.tenant_id))
      void endSessions?.({ tenant_id, instances: held.map((slot) => slot.instance) }).catch((error: unknown) =>
        log.warn({ err: error, tenant_id }, 'sessions of a lost process in a tenant’s database'),
      )
    for (const { queue_id } of lost) add(queue_id)
  }

  // The backstop for notifications that were missed.
  async function sweep() {
    const found = await queuesWithWork(pool)
    if (found.length === 0) recurring.worked('claiming jobs') // nothing waits for it
    for (const queue of found) add(queue)
    await releaseDelayed(pool)
  }

  const sweeping = () =>
    sweep().then(
      () => recurring.worked('looking for work'),
      (error: unknown) => recurring.failed('looking for work', error),
    )

  async function lookAfter() {
    await beat()
    await recover()
    await releaseParents(pool)
    await resolveDeadlocks(pool)
    await recoverOrphans(pool)
  }

  const listener = listen(url, { [workChannel]: add, weft_cancel: cancel }, { opened: () => void sweeping() })
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

const idsOf = ({ jobs }: Slot) => jobs.map((job) => job.id)
const isFinalOutcome = ({ status }: RunOutcome) => status !== 'released' && status !== 'superseded' && isFinal(status)
const smooth = (before: number | undefined, now: number) => (before === undefined ? now : before * 0.7 + now * 0.3)
