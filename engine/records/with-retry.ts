import { setTimeout as sleep } from 'node:timers/promises'
import { isLostConnection, isPassing } from './failures.ts'

/** Tries again what failed because the server went away or another transaction stood in the way, for about a minute. */
export const withRetry = <T>(work: (again: boolean) => Promise<T>, { patience_ms = 60_000 } = {}): Promise<T> =>
  retrying(work, (error) => isLostConnection(error) || isPassing(error), patience_ms)

/** The same for what must not be done twice: where the connection is lost nobody knows whether it was. */
export const withTurns = <T>(work: () => Promise<T>): Promise<T> => retrying(work, isPassing, 10_000)

async function retrying<T>(
  work: (again: boolean) => Promise<T>,
  isWorthIt: (error: unknown) => boolean,
  patience_ms: number,
): Promise<T> {
  const until = Date.now() + patience_ms
  for (let pause = 20, again = false; ; pause = Math.min(pause * 2, 2000), again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!isWorthIt(error) || Date.now() + pause > until) throw error
      await sleep(pause)
    }
  }
}
