import { log } from '@weft/kit/log/log.server.ts'

type Failure = { since: string; problem: string; times: number; said: number }
export type Failing = { what: string; since: string; problem: string }

/** How often what goes on failing is said again. */
const sayEvery = 30_000

/**
 * Keeps count of work that is done over and over: what fails is written to the log when it begins to, every half minute while it
 * lasts, and once more when it works again; `worst` is what has failed longest.
 */
export function watchRecurring(fields: Record<string, unknown>) {
  const failures = new Map<string, Failure>()
  return {
    failed(what: string, error: unknown, more: Record<string, unknown> = {}) {
      const known = failures.get(what) ?? { since: new Date().toISOString(), problem: '', times: 0, said: -Infinity }
      known.times += 1
      known.problem = error instanceof Error ? error.message : String(error)
      failures.set(what, known)
      if (performance.now() - known.said < sayEvery) return
      known.said = performance.now()
      log.error({ err: error, ...fields, ...more, since: known.since, times: known.times }, `${what} failed`)
    },
    worked(what: string) {
      const known = failures.get(what)
      if (!known) return
      failures.delete(what)
      log.warn({ ...fields, since: known.since, times: known.times }, `${what} works again`)
    },
    worst(): Failing | undefined {
      const [first] = [...failures].sort(([, a], [, b]) => (a.since < b.since ? -1 : 1))
      return first && { what: first[0], since: first[1].since, problem: first[1].problem }
    },
  }
}
