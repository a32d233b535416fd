import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@weft/kit/database/listen.server.ts'
import type pg from 'pg'
import { openSlot, type Queue, type Slot } from '../queue/slots.server.ts'
import { workChannel } from '../queue/work-channel.ts'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import type { EndSessions } from './lost-slots.server.ts'
import { openQueueRotation } from './queue-rotation.ts'
import { openSlotsAtWork } from './slots-at-work.server.ts'
import { openUpkeep } from './upkeep.server.ts'
import type { WorkerPool } from './workers.server.ts'

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
  const recurring = watchRecurring({ machine, instance })
  const holder = { machine, instance, lost_ms }
  const queues = new Map<string, Queue>()
  const rotation = openQueueRotation({
    most,
    serve,
    lookBeside: (id) => atWork.lookBeside(id),
    priorityOf: (id) => queues.get(id)?.priority ?? 'low',
  })
  const atWork = openSlotsAtWork({ pool, workers, holder, rotation, recurring })
  const upkeep = openUpkeep({ pool, holder, slots: atWork.slots, recurring, add: rotation.add, endSessions })

  async function serve(id: string) {
    try {
      const slot = await claim(id)
      recurring.worked('claiming jobs')
      if (!slot) return
      rotation.claimed(id)
      await atWork.work(slot)
    } catch (error) {
      recurring.failed('claiming jobs', error, { queue_id: id, tenant_id: queues.get(id)?.tenant_id })
      await sleep(300)
      rotation.lookAgain(id)
    }
  }

  async function claim(id: string): Promise<Slot | undefined> {
    const learn = (queue: Queue) => queues.set(id, queue)
    const { slot, searched_ms } = await openSlot(pool, holder, { queue_id: id, count: atWork.listLength(id), learn })
    rotation.rest(id, searched_ms)
    return slot
  }

  const listener = listen(
    url,
    { [workChannel]: rotation.add, weft_cancel: atWork.cancel },
    { opened: () => void upkeep.sweep() },
  )
  await upkeep.start(sweep_ms)

  return {
    nudge(queue) {
      if (queue) rotation.add(queue)
      else void upkeep.sweep()
    },
    failing: () => recurring.worst(),
    running: atWork.running,
    async drain({ finish = false } = {}) {
      const idle = rotation.close()
      if (!finish) atWork.leave()
      await idle
      upkeep.stop()
      await listener.stop()
    },
  }
}
