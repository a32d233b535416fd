import { setTimeout as sleep } from 'node:timers/promises'
import { isLostConnection, isPassing } from './failures.ts'

/** Tries again what failed because the server went away or another transaction stood in the way, for about a minute. */
export async function withRetry<T>(work: (again: boolean) => Promise<T>, { patience_ms = 60_000 } = {}): Promise<T> {
  const until = Date.now() + patience_ms
  for (let pause = 20, again = false; ; pause = Math.min(pause * 2, 2000), again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!(isLostConnection(error) || isPassing(error)) || Date.now() + pause > until) throw error
      await sleep(pause)
    }
  }
}
