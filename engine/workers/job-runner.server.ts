import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { JobCancelled, Interrupted, problemOf } from '../runtime/failure.ts'
import type { JobToRun } from '../runtime/job.ts'
import { runJob, type RunOutcome, type RunDeps } from '../runtime/run.server.ts'
import { beginAttempts } from '../queue/begin-attempts.server.ts'

export type JobRunner = {
  /** Runs the jobs one after the other; what has ended is told as soon as the journal has it. */
  run(slot_id: string, ids: string[]): Promise<void>
  cancel(id: string): void
  /** The job under way stops behind its batch, and nothing more is begun. */
  stop(): void
}

/** Begun at once, so that a list of small jobs costs one statement. */
const begunAtOnce = 64

/**
 * What a worker process does with the jobs it is handed. One runs at a time; only the last words of the one before are still on
 * their way to the journal while the next begins.
 */
export function openJobRunner({
  deps,
  pool,
  machine,
  begin,
  ended,
}: {
  deps: RunDeps
  pool: pg.Pool
  machine: string
  begin(id: string): void
  ended(endings: RunOutcome[]): void
}): JobRunner {
  const controllers = new Map<string, AbortController>()
  let stopping = false

  async function one(job: JobToRun, over: () => void): Promise<RunOutcome> {
    const controller = new AbortController()
    controllers.set(job.id, controller)
    try {
      return await runJob(deps, job, controller.signal, { over })
    } catch (error) {
      // Not even the journal could be told: another attempt will find what was acknowledged.
      log.error(
        { err: error, machine, job_id: job.id, tenant_id: job.tenant_id, attempt: job.attempt },
        'an attempt could not be journalled',
      )
      return { id: job.id, status: 'released', problem: problemOf(error) }
    } finally {
      controllers.delete(job.id)
    }
  }

  return {
    async run(slot_id, ids) {
      const leaving = new Set<Promise<void>>()
      // A run that waits keeps its workflow's turn, so those behind it in the list have to wait for theirs.
      const kept = new Set<string>()
      for (let i = 0; i < ids.length; i += begunAtOnce) {
        const part = ids.slice(i, i + begunAtOnce)
        const jobs = stopping
          ? []
          : await beginAttempts(pool, { ids: part, slot_id, machine }).catch((error: unknown) => {
              log.error({ err: error, machine, job_ids: part }, 'attempts of jobs could not be begun')
              return problemOf(error)
            })
        if ('code' in jobs) {
          ended(part.map((id) => ({ id, status: 'released', problem: jobs })))
          continue
        }
        const begun = new Set(jobs.map((job) => job.id))
        const others = part.filter((id) => !begun.has(id))
        // Over already, cancelled before it began, or out of tries: nothing is left to do, but whoever waits for it is told.
        if (others.length > 0)
          ended(others.map((id): RunOutcome => ({ id, status: stopping ? 'released' : 'aborted', child: true })))
        for (const job of jobs) {
          if (stopping || kept.has(job.workflow_id)) {
            ended([{ id: job.id, status: 'released' }])
            continue
          }
          begin(job.id)
          await new Promise<void>((over) => {
            const ending = one(job, over).then((done) => {
              if (done.status === 'waiting' || done.status === 'pending') kept.add(job.workflow_id)
              ended([done])
              leaving.delete(ending)
              over()
            })
            leaving.add(ending)
          })
        }
      }
      await Promise.all(leaving)
    },
    cancel: (id) => controllers.get(id)?.abort(new JobCancelled()),
    stop() {
      stopping = true
      for (const controller of controllers.values()) controller.abort(new Interrupted())
    },
  }
}
