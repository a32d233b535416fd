import { setTimeout as sleep } from 'node:timers/promises'
import type { watchRecurring } from '../scheduler/recurring.server.ts'

/**
 * What has happened has to be written down: as often as it takes, at least every two seconds. Once it takes longer than a second it
 * counts as failing under the name `what`. Throws what went wrong only when the process goes and has tried for a second.
 */
export async function retryForever<T>(
  work: () => Promise<T>,
  { what, recurring, isLeaving }: { what: string; recurring: ReturnType<typeof watchRecurring>; isLeaving(): boolean },
): Promise<T> {
  for (let wait = 50; ; wait = Math.min(2_000, wait * 2)) {
    try {
      const answer = await work()
      recurring.worked(what)
      return answer
    } catch (error) {
      if (isLeaving() && wait > 1_000) throw error
      if (wait > 1_000) recurring.failed(what, error)
      await sleep(wait)
    }
  }
}
