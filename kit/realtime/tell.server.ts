import { sql, type Kysely } from 'kysely'

/** What a browser hears on its user's channel as the event `silent`. */
export type SilentEvent = {
  type: 'notification' | 'job' | 'debug' | 'queue' | 'supervisor' | 'provisioning' | 'lock'
  level?: 'info' | 'success' | 'warning' | 'error'
  title?: string
  message?: string
  link?: string
  data?: unknown
}

/** To users by uuid, or to whoever watches a topic such as `job:<id>`; the server lets only those watch who may see it. */
export type Audience = { users: string[] } | { topic: string }

export const channel = 'weft_silent'

/** Tells an event to every server process; inside a transaction it is sent on commit. At most 7 KB, so send ids, not records. */
export async function tell(db: Kysely<any>, to: Audience, event: SilentEvent) {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ to, event })})`.execute(db)
}
