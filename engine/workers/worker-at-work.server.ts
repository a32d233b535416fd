import type pg from 'pg'
import { openSlotsBeside, refillSlot, type Slot, type SlotHolder } from '../queue/slots.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import type { JobPace } from './job-pace.ts'
import type { QueueRotation } from './queue-rotation.ts'
import type { openRunningJobs } from './running-jobs.server.ts'
import type { Worker } from './worker-process.server.ts'

type WorkerAtWorkDeps = {
  pool: pg.Pool
  holder: SlotHolder
  rotation: QueueRotation
  pace: JobPace
  jobs: ReturnType<typeof openRunningJobs>
  recurring: ReturnType<typeof watchRecurring>
  /** A slot begins, or has ended. */
  opened(slot: Slot): void
  close(slots: Slot[]): Promise<void>
}

/**
 * A worker as an instance of a queue. It works off the lists of one slot, and while all it has under way waits for the outside it is given
 * further slots of the same queue, which is a tenant's and has one bound of memory.
 */
export type WorkerAtWork = {
  /** Works off the slot list by list, and what comes beside it. Answers whether the worker lives on. */
  workOff(slot: Slot): Promise<boolean>
  /** There may be work for whoever has room. */
  lookBeside(): void
}

export function openWorkerAtWork(
  { pool, holder, rotation, pace, jobs, recurring, opened, close }: WorkerAtWorkDeps,
  worker: Worker,
  { queue, worker: id }: Pick<Slot, 'queue' | 'worker'>,
): WorkerAtWork {
  const slots = new Set<Slot>()
  const over = Promise.withResolvers<void>()
  let lives = true
  let room = 0
  /** Jobs are being claimed for it; what one claim brings is not known to another. */
  let isClaiming = false
  let hasEnded = false
  /** Nothing was found; it is not looked again until something has changed. */
  let isVain = false
  const ended: Slot[] = []

  /** A worker whose place others wait for goes on taking runs until the first one has ended. */
  const mayTakeMore = () =>
    lives && !rotation.isClosed() && (!hasEnded || !rotation.isPlaceWanted(queue.id)) && !isAloneAtWork()
  const isAloneAtWork = () => [...slots].some((slot) => slot.jobs.some((job) => job.alone))

  function begin(fresh: Slot[]) {
    for (const slot of fresh) {
      slots.add(slot)
      opened(slot)
    }
    for (const [i, list] of jobs.run(fresh, worker).entries()) void goOn(fresh[i]!, list)
  }

  async function goOn(slot: Slot, list: Promise<boolean>) {
    try {
      if (!(await list)) lives = false
      hasEnded = true
      if (await refill(slot)) return begin([slot])
    } catch (error) {
      recurring.failed('claiming jobs', error, { queue_id: queue.id, tenant_id: queue.tenant_id })
    }
    slots.delete(slot)
    ended.push(slot)
    // Those that end in the same moment are given back together.
    if (ended.length === 1) setImmediate(() => void giveBack())
  }

  /** Whether the slot has got further jobs. Where others are under way only short ones are worth it: of long ones a claim brings several. */
  async function refill(slot: Slot): Promise<boolean> {
    const alone = slots.size === 1
    const count = pace.listLength(queue.id)
    if (!lives || isClaiming || rotation.isPlaceWanted(queue.id) || (!alone && count === 1)) return false
    isClaiming = true
    try {
      slot.jobs = await refillSlot(pool, slot, { count, alone })
      return slot.jobs.length > 0
    } finally {
      isClaiming = false
    }
  }

  async function giveBack() {
    await close(ended.splice(0))
    isVain = false
    lookBeside()
    endWhenIdle()
  }

  function endWhenIdle() {
    if (slots.size === 0 && ended.length === 0 && !isClaiming) over.resolve()
  }

  function lookBeside() {
    if (room > 0 && !isClaiming && !isVain && slots.size > 0 && mayTakeMore()) void takeMore()
  }

  async function takeMore() {
    isClaiming = true
    try {
      const found = await openSlotsBeside(pool, holder, { queue, worker: id }, room)
      rotation.rest(queue.id, found.searched_ms)
      isVain = found.slots.length === 0
      if (!isVain) room = 0
      begin(found.slots)
    } catch (error) {
      isVain = true
      recurring.failed('claiming jobs', error, { queue_id: queue.id, tenant_id: queue.tenant_id })
    } finally {
      isClaiming = false
    }
    endWhenIdle()
  }

  return {
    async workOff(slot) {
      worker.onRoom((now) => {
        room = now
        lookBeside()
      })
      begin([slot])
      await over.promise
      worker.onRoom(() => {})
      return lives
    },
    lookBeside() {
      isVain = false
      lookBeside()
    },
  }
}
