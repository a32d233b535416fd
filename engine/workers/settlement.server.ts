import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { exitReason, settleCrashedJob } from '../queue/crashed-job.server.ts'
import { resolveDeadlocks } from '../queue/deadlocks.server.ts'
import { postponeAfterOutage } from '../queue/postpone.server.ts'
import { releaseJobs } from '../queue/release.server.ts'
import { closeSlot, type Slot } from '../queue/slots.server.ts'
import { releaseParents, releaseParentsOf } from '../queue/wake.server.ts'
import { isFinal } from '../runtime/job.ts'
import type { RunOutcome } from '../runtime/run.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import type { WorkerExit } from './workers.server.ts'

export type Settlement = ReturnType<typeof openSettlement>

/** Writes down what became of jobs: as often as it takes, unless the whole process goes. */
export function openSettlement({
  pool,
  machine,
  recurring,
  isLeaving,
}: {
  pool: pg.Pool
  machine: string
  recurring: ReturnType<typeof watchRecurring>
  isLeaving(): boolean
}) {
  async function retryForever<T>(tell: () => Promise<T>): Promise<T> {
    for (let wait = 50; ; wait = Math.min(2_000, wait * 2)) {
      try {
        const answer = await tell()
        recurring.worked('writing down what became of jobs')
        return answer
      } catch (error) {
        if (isLeaving() && wait > 1_000) throw error
        if (wait > 1_000) recurring.failed('writing down what became of jobs', error)
        await sleep(wait)
      }
    }
  }

  const release = (slot: Slot, ids: string[]) => retryForever(() => releaseJobs(pool, slot.id, ids))

  return {
    release,
    close: (slot: Slot) => retryForever(() => closeSlot(pool, slot.id)),

    /** The journal has said already what became of jobs that ended; here it is seen to those that were given back, and to who waits. */
    async ended(slot: Slot, endings: RunOutcome[]) {
      const released = endings.filter((ending) => ending.status === 'released')
      await release(
        slot,
        released.filter(({ problem }) => !problem).map(({ id }) => id),
      )
      for (const { id, problem } of released) {
        if (!problem) continue
        const { tenant_id } = slot.queue
        log.error(
          { machine, job_id: id, tenant_id, problem: problem.message.text.en, code: problem.code },
          'an attempt of a job came to nothing',
        )
        await retryForever(() => postponeAfterOutage(pool, slot.id, id, problem))
      }
      const children = endings.filter((ending) => isFinalOutcome(ending) && ending.child).map(({ id }) => id)
      if (children.length > 0) await retryForever(() => releaseParentsOf(pool, children))
      const waiting = endings.filter((ending) => ending.status === 'waiting' && ending.children).map(({ id }) => id)
      if (waiting.length > 0) await retryForever(() => releaseParents(pool, waiting))
      if (waiting.length > 0) await retryForever(() => resolveDeadlocks(pool, waiting))
    },

    /** The job whose worker ended under it. */
    async crashed(slot: Slot, job: string, exit: WorkerExit) {
      const problem = exitReason(exit, { memory: slot.queue.max_memory, timeout: slot.queue.timeout })
      const isOver = await retryForever(() => settleCrashedJob(pool, slot.id, job, problem))
      if (isOver) await retryForever(() => releaseParentsOf(pool, [job]))
    },
  }
}

const isFinalOutcome = ({ status }: RunOutcome) => status !== 'released' && status !== 'superseded' && isFinal(status)
