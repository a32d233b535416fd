import { watchRecurring } from './recurring.server.ts'

/** A piece of work that comes back in its time until it is stopped. */
export type IntervalHandle = { stop(): Promise<void> }

/**
 * Does `work` every so often, never twice at the same time, and for the first time in the second half of that time: all
 * at the same moment the clocks of an idle installation kept nine sessions busy. What fails is written to the process' log and tried again in its time.
 */
export function runInterval(
  name: string,
  every_ms: number,
  work: () => Promise<unknown>,
  { within_ms = every_ms } = {},
): IntervalHandle {
  const { failed, worked } = watchRecurring({ clock: name })
  let working: Promise<unknown> | undefined
  const once = () => {
    working ??= work()
      .then(
        () => worked(name),
        (error: unknown) => failed(name, error),
      )
      .finally(() => (working = undefined))
  }
  let timer: NodeJS.Timeout | undefined
  const first = setTimeout(
    () => {
      timer = setInterval(once, every_ms)
      once()
    },
    (within_ms * (1 + Math.random())) / 2,
  )
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await working
    },
  }
}
