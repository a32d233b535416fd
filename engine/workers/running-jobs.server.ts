import type { Slot } from '../queue/slots.server.ts'
import type { JobPace } from './job-pace.ts'
import type { Settlement } from './settlement.server.ts'
import type { Worker } from './worker-process.server.ts'

const cancelGrace = 30_000

/** The jobs under way on this machine, each with its worker. */
export function openRunningJobs({ settlement, pace }: { settlement: Settlement; pace: JobPace }) {
  const running = new Map<string, { worker: Worker; begun: number }>()
  return {
    /** Gives a worker the jobs a slot holds, and sees to what becomes of them. Whether the worker lives on. */
    async run(slot: Slot, worker: Worker): Promise<boolean> {
      const { queue } = slot
      const open = new Set(slot.jobs.map(({ id }) => id))
      const count = open.size
      const began = performance.now()
      let current: string | undefined
      let timer: NodeJS.Timeout | undefined
      const settling: Promise<unknown>[] = []

      const exit = await worker.run(slot.id, [...open], {
        begin(id) {
          current = id
          running.set(id, { worker, begun: Date.now() })
          clearTimeout(timer)
          timer = setTimeout(() => worker.kill('timeout'), queue.timeout * 1000)
        },
        ended(endings) {
          for (const { id } of endings) {
            open.delete(id)
            running.delete(id)
          }
          if (open.size === 0) clearTimeout(timer)
          settling.push(settlement.ended(slot, endings))
        },
      })
      clearTimeout(timer)
      await Promise.all(settling)
      if (!exit) {
        pace.measured(queue.id, (performance.now() - began) / count)
        return true
      }
      pace.crashed(queue.id)
      for (const id of open) running.delete(id)
      const crashed = current !== undefined && open.has(current) ? current : undefined
      await settlement.release(
        slot,
        [...open].filter((id) => id !== crashed),
      )
      if (crashed) await settlement.crashed(slot, crashed, exit)
      return false
    },

    /** Asks the worker to stop a job; what does not stop is ended with its process. */
    cancel(id: string) {
      const entry = running.get(id)
      if (!entry) return
      entry.worker.cancel(id)
      setTimeout(() => {
        if (running.get(id) === entry) entry.worker.kill('cancelled')
      }, cancelGrace).unref()
    },

    list: () => [...running].map(([job_id, { worker, begun }]) => ({ job_id, pid: worker.pid, since: begun })),
  }
}
