import { isFinal } from '@weft/kit/define/job-status.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { exitReason, settleCrashedJob } from '../queue/crashed-job.server.ts'
import { resolveDeadlocks } from '../queue/deadlocks.server.ts'
import { postponeAfterOutage } from '../queue/postpone.server.ts'
import { releaseJobs } from '../queue/release.server.ts'
import { closeSlots, type Slot } from '../queue/slots.server.ts'
import { releaseParents, releaseParentsOf, releaseSignalled } from '../queue/wake.server.ts'
import type { RunOutcome } from '../runtime/run.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import { retryForever } from './retry-forever.ts'
import type { WorkerExit } from './worker-process.server.ts'

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
  const persist = <T>(work: () => Promise<T>) =>
    retryForever(work, { what: 'writing down what became of jobs', recurring, isLeaving })

  const release = (slot: Slot, ids: string[]) => persist(() => releaseJobs(pool, slot.id, ids))

  /** The job whose worker ended under it, or that it stopped because it took too long. */
  async function crashed(slot: Slot, job: string, exit: WorkerExit) {
    const problem = exitReason(exit, { memory: slot.queue.max_memory, timeout: slot.queue.timeout })
    const isOver = await persist(() => settleCrashedJob(pool, slot.id, job, problem, exit))
    if (isOver) await persist(() => releaseParentsOf(pool, [job]))
  }

  return {
    release,
    close: (slots: Slot[]) =>
      persist(() =>
        closeSlots(
          pool,
          slots.map(({ id }) => id),
        ),
      ),

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
        await persist(() => postponeAfterOutage(pool, slot.id, id, problem))
      }
      for (const { id } of endings.filter((ending) => ending.status === 'timed_out'))
        await crashed(slot, id, { why: 'timeout', together: false })
      const children = endings.filter((ending) => isFinalOutcome(ending) && ending.child).map(({ id }) => id)
      if (children.length > 0) await persist(() => releaseParentsOf(pool, children))
      const waiting = endings.filter((ending) => ending.status === 'waiting' && ending.children).map(({ id }) => id)
      if (waiting.length > 0) await persist(() => releaseParents(pool, waiting))
      if (waiting.length > 0) await persist(() => resolveDeadlocks(pool, waiting))
      // It may have been told before it was known to wait.
      if (endings.some(({ signal }) => signal)) await persist(() => releaseSignalled(pool))
    },

    crashed,
  }
}

const isFinalOutcome = ({ status }: RunOutcome) =>
  status !== 'released' && status !== 'timed_out' && status !== 'superseded' && isFinal(status)
