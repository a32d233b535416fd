import type { Slot } from '../queue/slots.server.ts'
import type { JobPace } from './job-pace.ts'
import type { Settlement } from './settlement.server.ts'
import type { Abort, Worker, WorkerExit } from './worker-process.server.ts'

/** So long a run that is to end has for coming to the end of its batch, before its process is ended, in milliseconds. */
const grace: Record<Abort, number> = { cancelled: 30_000, timeout: 5_000 }

/** A list of jobs that a slot has given its worker. */
type Lane = {
  slot: Slot
  open: Set<string>
  /** The last that has begun; those before it have at most their last words to say. */
  current?: string
  timer?: NodeJS.Timeout
  settling: Promise<unknown>[]
}

/** The jobs under way on this machine, each with its worker. */
export function openRunningJobs({ settlement, pace }: { settlement: Settlement; pace: JobPace }) {
  const running = new Map<string, { worker: Worker; begun: number }>()

  /** Asks the worker to stop a job; what does not stop is ended with its process. */
  function abort(id: string, why: Abort) {
    const entry = running.get(id)
    if (!entry) return
    entry.worker.abort(id, why)
    setTimeout(() => {
      if (running.get(id) === entry) entry.worker.kill(why)
    }, grace[why]).unref()
  }

  function hearingOf(lane: Lane, worker: Worker) {
    const { slot, open } = lane
    return {
      begin(id: string) {
        lane.current = id
        running.set(id, { worker, begun: Date.now() })
        clearTimeout(lane.timer)
        lane.timer = setTimeout(() => abort(id, 'timeout'), slot.queue.timeout * 1000)
      },
      ended(endings: Parameters<Settlement['ended']>[1]) {
        for (const { id } of endings) {
          open.delete(id)
          running.delete(id)
        }
        if (open.size === 0) clearTimeout(lane.timer)
        lane.settling.push(settlement.ended(slot, endings))
      },
    }
  }

  async function takeBack({ slot, open, current }: Lane, exit: WorkerExit) {
    for (const id of open) running.delete(id)
    const crashed = current !== undefined && open.has(current) ? current : undefined
    await settlement.release(
      slot,
      [...open].filter((id) => id !== crashed),
    )
    if (crashed) await settlement.crashed(slot, crashed, exit)
  }

  return {
    /** Gives a worker the jobs that slots hold, and sees to what becomes of them. Answers for each slot, when its jobs are over, whether the worker lives on. */
    run(slots: Slot[], worker: Worker): Promise<boolean>[] {
      const began = performance.now()
      const lanes = slots.map((slot): Lane => ({ slot, open: new Set(slot.jobs.map(({ id }) => id)), settling: [] }))
      const exits = worker.run(
        lanes.map((lane) => ({
          list: { slot_id: lane.slot.id, ids: [...lane.open] },
          hear: hearingOf(lane, worker),
        })),
      )
      return lanes.map(async (lane, i) => {
        const { queue, jobs } = lane.slot
        const count = jobs.length
        const exit = await exits[i]
        clearTimeout(lane.timer)
        await Promise.all(lane.settling)
        if (!exit) {
          pace.measured(queue.id, (performance.now() - began) / count)
          return true
        }
        pace.crashed(queue.id)
        await takeBack(lane, exit)
        return false
      })
    },

    cancel: (id: string) => abort(id, 'cancelled'),
    list: () => [...running].map(([job_id, { worker, begun }]) => ({ job_id, pid: worker.pid, since: begun })),
  }
}
