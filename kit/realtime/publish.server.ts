import { sql, type Kysely } from 'kysely'
import type { Audience, RealtimeEvent } from './events.ts'

export const channel = 'weft_silent'

/** Tells an event to every server process; inside a transaction it is sent on commit. At most 7 KB, so send ids, not records. */
export async function publish(db: Kysely<any>, to: Audience, event: RealtimeEvent) {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ to, event })})`.execute(db)
}
