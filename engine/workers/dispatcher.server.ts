import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@weft/kit/database/listen.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { resolveDeadlocks } from '../queue/deadlocks.server.ts'
import { recoverOrphans } from '../queue/orphans.server.ts'
import { queuesWithWork } from '../queue/queues-with-work.server.ts'
import { openSlot, refillSlot, type Queue } from '../queue/slots.server.ts'
import { releaseDelayed, releaseParents } from '../queue/wake.server.ts'
import { workChannel } from '../queue/work-channel.ts'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import { openDueQueues } from './due-queues.ts'
import { openJobPace } from './job-pace.ts'
import { beat, recoverLost, type EndSessions, type SlotAtWork } from './lost-slots.server.ts'
import { openRunningJobs } from './running-jobs.server.ts'
import { openSettlement } from './settlement.server.ts'
import type { Worker, WorkerPool } from './workers.server.ts'

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
  endSessions?: EndSessions
  /** So many jobs run here at the same time. */
  most: number
  sweep_ms?: number
  /** A process that has not been heard of for so long is lost. */
  lost_ms?: number
}

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
  const due = openDueQueues(most)
  const claiming = new Set<string>()
  const again = new Set<string>()
  const resting = new Set<string>()
  const slots = new Map<string, SlotAtWork>()
  const recurring = watchRecurring({ machine, instance })
  let draining = false
  let leaving = false
  const drained = Promise.withResolvers<void>()
  const holder = { machine, instance, lost_ms }
  const pace = openJobPace()
  const settlement = openSettlement({ pool, machine, recurring, isLeaving: () => leaving })
  const jobs = openRunningJobs({ settlement, pace })

  const priorityOf = (queue: string) => queues.get(queue)?.priority ?? 'low'
  const add = (queue: string) => {
    if (claiming.has(queue)) again.add(queue)
    else if (!resting.has(queue)) due.add(queue, priorityOf(queue))
    kick()
  }

  function kick() {
    while (!draining && claiming.size < 4) {
      const queue = due.take()
      if (queue === undefined) return
      void serve(queue)
    }
  }

  async function serve(id: string) {
    const priority = priorityOf(id)
    claiming.add(id)
    due.occupy(priority)
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
      due.vacate(priority)
      claiming.delete(id)
      if (again.delete(id)) add(id)
      kick()
      if (draining && due.isIdle()) drained.resolve()
    }
  }

  async function claim(id: string): Promise<SlotAtWork | undefined> {
    const learn = (queue: Queue) => queues.set(id, queue)
    const { slot, searched_ms } = await openSlot(pool, holder, { queue_id: id, count: pace.listLength(id), learn })
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

  /** Works off a slot list by list, as long as nobody else waits for the place. */
  async function work(slot: SlotAtWork) {
    let worker: Worker | undefined
    try {
      worker = await workers.take(slot.queue.max_memory)
      slot.worker = worker
      if (leaving) worker.stop()
      for (;;) {
        if (!(await jobs.run(slot, worker))) {
          worker = undefined
          break
        }
        if (draining || due.isAwaited(slot.queue.id)) break
        slot.jobs = await refillSlot(pool, slot, pace.listLength(slot.queue.id))
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
      await settlement.release(
        slot,
        slot.jobs.map((job) => job.id),
      )
    } finally {
      if (worker) workers.give(worker)
      slots.delete(slot.id)
      await settlement.close(slot)
      resting.delete(slot.queue.id)
    }
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
    await beat(pool, holder, slots)
    for (const queue of await recoverLost(pool, holder, endSessions)) add(queue)
    await releaseParents(pool)
    await resolveDeadlocks(pool)
    await recoverOrphans(pool)
  }

  const listener = listen(url, { [workChannel]: add, weft_cancel: jobs.cancel }, { opened: () => void sweeping() })
  for (const queue of await recoverLost(pool, holder, endSessions)) add(queue)
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
    running: jobs.list,
    async drain({ finish = false } = {}) {
      draining = true
      if (!finish && !leaving) {
        leaving = true
        for (const { worker } of slots.values()) worker?.stop()
      }
      if (due.isIdle()) drained.resolve()
      await drained.promise
      clearInterval(timer)
      await listener.stop()
    },
  }
}
