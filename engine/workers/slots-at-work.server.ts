import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { Slot, SlotHolder } from '../queue/slots.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import { openJobPace } from './job-pace.ts'
import type { SlotAtWork } from './lost-slots.server.ts'
import type { QueueRotation } from './queue-rotation.ts'
import { openRunningJobs } from './running-jobs.server.ts'
import { openSettlement } from './settlement.server.ts'
import { openWorkerAtWork, type WorkerAtWork } from './worker-at-work.server.ts'
import type { Worker } from './worker-process.server.ts'
import type { WorkerPool } from './workers.server.ts'

/** The slots this machine has opened, worked off by workers. */
export function openSlotsAtWork({
  pool,
  workers,
  holder,
  rotation,
  recurring,
}: {
  pool: pg.Pool
  workers: WorkerPool
  holder: SlotHolder
  rotation: QueueRotation
  recurring: ReturnType<typeof watchRecurring>
}) {
  const { machine } = holder
  const slots = new Map<string, SlotAtWork>()
  /** The workers that work for each queue. */
  const atWork = new Map<string, Set<WorkerAtWork>>()
  let leaving = false
  const pace = openJobPace()
  const settlement = openSettlement({ pool, machine, recurring, isLeaving: () => leaving })
  const jobs = openRunningJobs({ settlement, pace })

  async function close(ended: Slot[]) {
    for (const { id } of ended) slots.delete(id)
    await settlement.close(ended)
    for (const queue of new Set(ended.map((slot) => slot.queue.id))) rotation.endRest(queue)
  }

  /** Whether the worker lives on. */
  async function workOff(slot: SlotAtWork, worker: Worker): Promise<boolean> {
    const { id: queue } = slot.queue
    const opened = (one: Slot) => void slots.set(one.id, Object.assign(one, { process: worker }))
    const one = openWorkerAtWork({ pool, holder, rotation, pace, jobs, recurring, opened, close }, worker, slot)
    const others = atWork.get(queue) ?? new Set()
    atWork.set(queue, others.add(one))
    try {
      return await one.workOff(slot)
    } finally {
      others.delete(one)
      if (others.size === 0) atWork.delete(queue)
    }
  }

  async function giveBack(slot: Slot, error: unknown) {
    const { id: queue_id, tenant_id } = slot.queue
    const job_ids = slot.jobs.map((job) => job.id)
    log.error({ err: error, machine, queue_id, tenant_id, job_ids }, 'jobs could not be handed to a worker')
    await sleep(2_000)
    await settlement.release(slot, job_ids)
    await close([slot])
  }

  return {
    slots: slots as ReadonlyMap<string, SlotAtWork>,
    running: jobs.list,
    cancel: jobs.cancel,
    /** How many jobs of a queue are claimed at once. */
    listLength: pace.listLength,
    /** There may be work in a queue for workers of it that have room. */
    lookBeside(queue: string) {
      for (const worker of atWork.get(queue) ?? []) worker.lookBeside()
    },

    /** Works off a slot, as long as nobody else waits for the place. */
    async work(slot: Slot) {
      slots.set(slot.id, slot)
      let worker: Worker
      try {
        worker = await workers.take(slot.queue.max_memory)
      } catch (error) {
        return giveBack(slot, error)
      }
      if (leaving) worker.stop()
      const lives = await workOff(slot, worker)
      rotation.lookAgain(slot.queue.id)
      if (lives) workers.give(worker)
    },

    /** Workers finish their batches and give the rest back. */
    leave() {
      if (leaving) return
      leaving = true
      for (const worker of new Set([...slots.values()].map((slot) => slot.process))) worker?.stop()
    },
  }
}
