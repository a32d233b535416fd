import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { refillSlot } from '../queue/slots.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import { openJobPace } from './job-pace.ts'
import type { SlotAtWork } from './lost-slots.server.ts'
import type { QueueRotation } from './queue-rotation.ts'
import { openRunningJobs } from './running-jobs.server.ts'
import { openSettlement } from './settlement.server.ts'
import type { Worker } from './worker-process.server.ts'
import type { WorkerPool } from './workers.server.ts'

/** The slots this machine has opened, each worked off by a worker. */
export function openSlotsAtWork({
  pool,
  workers,
  machine,
  rotation,
  recurring,
}: {
  pool: pg.Pool
  workers: WorkerPool
  machine: string
  rotation: QueueRotation
  recurring: ReturnType<typeof watchRecurring>
}) {
  const slots = new Map<string, SlotAtWork>()
  let leaving = false
  const pace = openJobPace()
  const settlement = openSettlement({ pool, machine, recurring, isLeaving: () => leaving })
  const jobs = openRunningJobs({ settlement, pace })

  /** Whether the worker lives on. */
  async function runLists(slot: SlotAtWork, worker: Worker): Promise<boolean> {
    for (;;) {
      if (!(await jobs.run(slot, worker))) return false
      if (rotation.isPlaceWanted(slot.queue.id)) return true
      slot.jobs = await refillSlot(pool, slot, pace.listLength(slot.queue.id))
      if (slot.jobs.length === 0) return true
    }
  }

  async function giveBack(slot: SlotAtWork, error: unknown) {
    const { id: queue_id, tenant_id } = slot.queue
    const job_ids = slot.jobs.map((job) => job.id)
    log.error({ err: error, machine, queue_id, tenant_id, job_ids }, 'jobs could not be handed to a worker')
    await sleep(2_000)
    await settlement.release(slot, job_ids)
  }

  return {
    slots: slots as ReadonlyMap<string, SlotAtWork>,
    running: jobs.list,
    cancel: jobs.cancel,
    /** How many jobs of a queue are claimed at once. */
    listLength: pace.listLength,

    /** Works off a slot list by list, as long as nobody else waits for the place. */
    async work(slot: SlotAtWork) {
      slots.set(slot.id, slot)
      let worker: Worker | undefined
      try {
        worker = await workers.take(slot.queue.max_memory)
        slot.worker = worker
        if (leaving) worker.stop()
        if (!(await runLists(slot, worker))) worker = undefined
        rotation.lookAgain(slot.queue.id)
      } catch (error) {
        await giveBack(slot, error)
      } finally {
        if (worker) workers.give(worker)
        slots.delete(slot.id)
        await settlement.close(slot)
        rotation.endRest(slot.queue.id)
      }
    },

    /** Workers finish their batches and give the rest back. */
    leave() {
      if (leaving) return
      leaving = true
      for (const { worker } of slots.values()) worker?.stop()
    },
  }
}
