import { runInterval, type IntervalHandle } from './interval.server.ts'
import type { Tidings } from './tidings.server.ts'

/** What nobody told of is found after so long: an attempt that is due once more, or what a killed process has left. */
const look_ms = 15_000

/**
 * Does `work` at the next of these times after a table has been told of, and again as long as it calls `again` or fails. Asking every
 * second, the four clocks that wait like this sent 300 statements a minute to the database of an idle installation.
 */
export function runWhenTold(
  name: string,
  { every_ms, table, tidings }: { every_ms: number; table: string; tidings: Pick<Tidings, 'of'> },
  work: (again: () => void) => Promise<unknown>,
): IntervalHandle {
  let isTold = true
  let looked_at = 0
  const again = () => (isTold = true)
  tidings.of(table, again)
  return runInterval(name, every_ms, async () => {
    if (!isTold && Date.now() - looked_at < look_ms) return
    isTold = false
    looked_at = Date.now()
    try {
      await work(again)
    } catch (error) {
      again()
      throw error
    }
  })
}
