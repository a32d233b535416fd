import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { noSuchHook } from './hook-tokens.ts'

const texts = defineMessages({
  tooMany: {
    en: 'More than {limit, number} calls in a minute. Please wait a moment.',
    de: 'Mehr als {limit, number} Aufrufe in einer Minute. Bitte warten Sie einen Moment.',
  },
})

/** Calls this process may still take, until a minute of the database is over. */
type Lease = { left: number; isLast: boolean; until: number }

/** Counting each call would cost it a commit; of a limit of 600 one in thirty pays for it. */
const share = 1 / 20
const mostRemembered = 10_000

/**
 * Counts the calls of each webhook over all machines, and refuses those above the limit a minute of the settings; 0 is none. A process
 * leases a share of the limit at a time. What it has leased and does not use is missing to the others, so never more pass than the limit.
 */
export function openCallLimit(db: Database): (token_id: string) => Promise<void> {
  const settings = settingsReader(db, requestSettings)
  const leases = new Map<string, Promise<Lease>>()
  return async (token_id) => {
    const { webhook_per_minute: limit } = await settings()
    if (limit === 0) return
    for (;;) {
      const held = leases.get(token_id)
      const lease = await held
      if (lease && lease.until > Date.now()) {
        if (lease.left-- > 0) return
        if (lease.isLast)
          throw new WeftError(429, 'TOO_MANY', texts.tooMany({ limit }), {
            retry_after: Math.ceil((lease.until - Date.now()) / 1_000),
          })
      }
      // Of those who wait for the same lease, the first takes the next.
      if (leases.get(token_id) !== held) continue
      if (leases.size >= mostRemembered) leases.clear()
      const taken = takeLease(db, token_id, limit)
      leases.set(token_id, taken)
      taken.catch(() => leases.delete(token_id))
    }
  }
}

async function takeLease(db: Database, token_id: string, limit: number): Promise<Lease> {
  const wanted = Math.ceil(limit * share)
  const { rows } = await inScope(db, systemScope, (trx) =>
    sql<{ leased: number; seconds: number }>`
      insert into hook_calls as c (token_id, minute, taken, leased)
      select id, date_trunc('minute', now()), ${wanted}::int, ${wanted}::int from workflow_tokens where id = ${token_id}
      on conflict (token_id) do update set
        minute = greatest(c.minute, excluded.minute),
        leased = case when excluded.minute > c.minute then ${wanted} else greatest(0, least(${wanted}, ${limit} - c.taken)) end,
        taken = case when excluded.minute > c.minute then ${wanted} else c.taken + greatest(0, least(${wanted}, ${limit} - c.taken)) end
      returning leased, extract(epoch from minute + interval '1 minute' - clock_timestamp())::float as seconds`.execute(
      trx,
    ),
  )
  const [row] = rows
  if (!row) throw noSuchHook()
  return { left: row.leased, isLast: row.leased < wanted, until: Date.now() + row.seconds * 1_000 }
}
