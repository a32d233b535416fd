import type pg from 'pg'
import { resolveDeadlocks } from '../queue/deadlocks.server.ts'
import { recoverOrphans } from '../queue/orphans.server.ts'
import { queuesWithWork } from '../queue/queues-with-work.server.ts'
import type { SlotHolder } from '../queue/slots.server.ts'
import { releaseDelayed, releaseParents, releaseSignalled } from '../queue/wake.server.ts'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import { beat, recoverLost, type EndSessions, type SlotAtWork } from './lost-slots.server.ts'

/** What a dispatcher does every so often: looks for work nobody told it of, says that it is alive, and takes back what is lost. */
export function openUpkeep({
  pool,
  holder,
  slots,
  recurring,
  add,
  endSessions,
}: {
  pool: pg.Pool
  holder: SlotHolder
  slots: ReadonlyMap<string, SlotAtWork>
  recurring: ReturnType<typeof watchRecurring>
  /** A queue has work. */
  add(queue: string): void
  endSessions?: EndSessions | undefined
}) {
  let timer: NodeJS.Timeout | undefined

  // The backstop for notifications that were missed.
  async function findWork() {
    const found = await queuesWithWork(pool)
    if (found.length === 0) recurring.worked('claiming jobs') // nothing waits for it
    for (const queue of found) add(queue)
    await releaseDelayed(pool)
  }

  const sweep = () =>
    findWork().then(
      () => recurring.worked('looking for work'),
      (error: unknown) => recurring.failed('looking for work', error),
    )

  async function takeBackLost() {
    for (const queue of await recoverLost(pool, holder, endSessions)) add(queue)
  }

  async function lookAfter() {
    await beat(pool, holder, slots)
    await takeBackLost()
    await releaseParents(pool)
    await releaseSignalled(pool)
    await resolveDeadlocks(pool)
    await recoverOrphans(pool)
  }

  const heartbeat = () =>
    lookAfter().then(
      () => recurring.worked('the heartbeat'),
      (error: unknown) => recurring.failed('the heartbeat', error),
    )

  return {
    sweep,
    /** Begins with what is lost and what waits, and fails where that fails. */
    async start(sweep_ms: number) {
      await takeBackLost()
      const sweepsToBeat = Math.max(1, Math.round(holder.lost_ms / 4 / sweep_ms))
      let sweeps = 0
      timer = setInterval(() => {
        void sweep()
        if (++sweeps % sweepsToBeat === 0) void heartbeat()
      }, sweep_ms)
      await findWork()
    },
    stop: () => clearInterval(timer),
  }
}
