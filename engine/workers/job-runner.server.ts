import { asNeighbour } from '@weft/kit/process/outside.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { JobCancelled, Interrupted, problemOf, TimedOut } from '../runtime/failure.ts'
import type { JobToRun } from '../runtime/job.ts'
import { runJob, type RunOutcome, type RunDeps } from '../runtime/run.server.ts'
import { openSeat, takeSeat } from '../runtime/seat.ts'
import { beginAttempts, type JobList } from '../queue/begin-attempts.server.ts'
import { watchRoom } from './room.server.ts'
import type { Abort, FromWorker, ToWorker } from './worker-process.server.ts'

export type JobRunner = {
  /** Runs lists beside each other, the jobs of a list one after the other; what has ended is told as soon as the journal has it. */
  run(lists: JobList[]): Promise<void>
  abort(id: string, why: Abort): void
  /** What is under way stops behind its batch, and nothing more is begun. */
  stop(): void
}

const reasons: Record<Abort, () => Error> = { cancelled: () => new JobCancelled(), timeout: () => new TimedOut() }

/**
 * What a worker process does with the jobs it is handed. One computes at a time: others begin or go on while it waits for the outside, and
 * while its last words are on their way to the journal.
 */
export function openJobRunner({
  deps,
  pool,
  machine,
  say,
}: {
  deps: RunDeps
  pool: pg.Pool
  machine: string
  say(message: FromWorker): void
}): JobRunner {
  const seat = openSeat()
  const controllers = new Map<string, AbortController>()
  /** What of each list under way has not begun yet. */
  const lists = new Set<JobToRun[]>()
  let stopping = false
  const ended = (endings: RunOutcome[]) => {
    if (endings.length > 0) say({ ended: endings })
  }
  const giveBack = (ids: string[]) => ended(ids.map((id) => ({ id, status: 'released' })))
  const room = watchRoom({
    seat,
    count: () => lists.size,
    say(room) {
      // What stands behind one that waits may as well begin beside it, where its workflow's turns allow that.
      if (room > 0) giveBack([...lists].flatMap((list) => list.splice(0)).map(({ id }) => id))
      say({ room })
    },
  })

  /** Runs a job once it has the seat; `over` is called when it needs that no more. */
  async function one(job: JobToRun, over: () => void): Promise<RunOutcome> {
    const controller = new AbortController()
    const { signal } = controller
    controllers.set(job.id, controller)
    const seated = await takeSeat(seat, signal)
    const end = () => {
      seated.end()
      over()
    }
    try {
      if (stopping) return { id: job.id, status: 'released' }
      say({ begin: job.id })
      const outcome = await asNeighbour(seated, () => runJob(deps, job, signal, { over: end }))
      const isLate = signal.reason instanceof TimedOut && outcome.status === 'released' && !outcome.problem
      return isLate ? { ...outcome, status: 'timed_out' } : outcome
    } catch (error) {
      // Not even the journal could be told: another attempt will find what was acknowledged.
      log.error(
        { err: error, machine, job_id: job.id, tenant_id: job.tenant_id, attempt: job.attempt },
        'an attempt could not be journalled',
      )
      return { id: job.id, status: 'released', problem: problemOf(error) }
    } finally {
      controllers.delete(job.id)
      seated.end()
    }
  }

  /** Begins all at once, so that many small jobs cost one statement. Answers those that are to be run. */
  async function begin(lists: JobList[]): Promise<JobToRun[]> {
    const ids = lists.flatMap((list) => list.ids)
    try {
      const jobs = stopping ? [] : await beginAttempts(pool, machine, lists)
      const begun = new Set(jobs.map((job) => job.id))
      // Over already, cancelled before it began, or out of tries: nothing is left to do, but whoever waits for it is told.
      const others = ids.filter((id) => !begun.has(id))
      ended(others.map((id): RunOutcome => ({ id, status: stopping ? 'released' : 'aborted', child: true })))
      return jobs
    } catch (error) {
      log.error({ err: error, machine, job_ids: ids }, 'attempts of jobs could not be begun')
      ended(ids.map((id) => ({ id, status: 'released', problem: problemOf(error) })))
      return []
    }
  }

  async function workOff(list: JobToRun[]) {
    const leaving = new Set<Promise<void>>()
    // A run that waits keeps its workflow's turn, so those behind it in the list have to wait for theirs.
    const kept = new Set<string>()
    for (let job = list.shift(); job; job = list.shift()) {
      if (stopping || kept.has(job.workflow_id)) {
        giveBack([job.id])
        continue
      }
      await new Promise<void>((over) => {
        const { workflow_id } = job
        const ending = one(job, over).then((done) => {
          if (done.status === 'waiting' || done.status === 'pending') kept.add(workflow_id)
          ended([done])
          leaving.delete(ending)
          over()
        })
        leaving.add(ending)
      })
    }
    await Promise.all(leaving)
  }

  return {
    async run(given) {
      const jobs = new Map((await begin(given)).map((job) => [job.id, job]))
      await Promise.all(
        given.map(async ({ ids }) => {
          const list = ids.flatMap((id) => jobs.get(id) ?? [])
          if (list.length === 0) return
          lists.add(list)
          room.begin()
          await workOff(list)
          lists.delete(list)
          room.end()
        }),
      )
    },
    abort: (id, why) => controllers.get(id)?.abort(reasons[why]()),
    stop() {
      stopping = true
      for (const controller of controllers.values()) controller.abort(new Interrupted())
    },
  }
}

/** Does what the dispatcher says. */
export function heed(runner: JobRunner, message: ToWorker): void {
  if ('run' in message) void runner.run(message.run)
  else if ('abort' in message) runner.abort(message.abort, message.why)
  else runner.stop()
}
