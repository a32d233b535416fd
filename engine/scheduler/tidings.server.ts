import { listen } from '@weft/kit/database/listen.server.ts'

/** Triggers tell on this channel in which table there is something to do. */
const channel = 'weft_tidings'

/** What clocks are told, so that they need not ask all the time. */
export type Tidings = {
  /** Tells from now on of a table: when rows came, and when a session that was lost stands again. */
  of(table: string, told: () => void): void
  stop(): Promise<void>
}

export function openTidings(url: string): Tidings {
  const hearers = new Map<string, () => void>()
  const listener = listen(
    url,
    { [channel]: (table) => hearers.get(table)?.() },
    { opened: () => hearers.forEach((told) => told()) },
  )
  return {
    of: (table, told) => void hearers.set(table, told),
    stop: () => listener.stop(),
  }
}
