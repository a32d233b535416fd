import { createHash } from 'node:crypto'
import type { SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { Recipient } from './account-mails.ts'

const texts = defineMessages({
  throttled: {
    en: 'Too many login attempts. Please wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
    de: 'Zu viele Anmeldeversuche. Bitte warten Sie {minutes, plural, one {eine Minute} other {# Minuten}} und versuchen Sie es erneut.',
  },
})

/** The doubling of the wait ends here. */
const longestWait = 60
/** A failed try is forgotten a month after the last; of an address nobody has, nothing else remains. */
const forgotten = sql`interval '30 days'`

const digest = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/** Throws AUTH_THROTTLED while an address has to wait, whether somebody has it or not. `lock`: nobody fails meanwhile. */
export async function refuseThrottled(trx: Scoped, email: string, { lock = false } = {}): Promise<void> {
  const row = await trx
    .selectFrom('sign_in_tries')
    .select(sql<number>`ceil(extract(epoch from throttled_until - now()))::float`.as('seconds'))
    .where('address', '=', digest(email))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row && row.seconds > 0) throw throttled(row.seconds)
}

export const throttled = (seconds: number) => new WeftError(429, 'AUTH_THROTTLED', texts.throttled({ minutes: Math.ceil(seconds / 60) }), { retry_after: Math.ceil(seconds) })

/** Counts a wrong password or code: too many in the window keep the address waiting, twice as long each time; too many in a row lock the account, which is answered. */
export function countFailure(db: Database, email: string, { tries, tries_minutes, throttle_minutes, attempts_before_lock }: SecuritySettings): Promise<Recipient | undefined> {
  const address = digest(email)
  const old = sql`(sign_in_tries.since < now() - make_interval(mins => ${tries_minutes}))`
  return inScope(db, systemScope, async (trx) => {
    const counted = await trx
      .insertInto('sign_in_tries')
      .values({ address, tries: 1, in_a_row: 1 })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({
        tries: sql`case when ${old} then 1 else sign_in_tries.tries + 1 end`,
        since: sql`case when ${old} then now() else sign_in_tries.since end`,
        in_a_row: sql`sign_in_tries.in_a_row + 1`,
        throttles: sql`case when sign_in_tries.updated_at < now() - interval '1 day' then 0 else sign_in_tries.throttles end`,
      }))
      .returning(['tries', 'in_a_row', 'throttles'])
      .executeTakeFirstOrThrow()
    if (counted.tries >= tries) {
      const minutes = Math.min(longestWait, throttle_minutes * 2 ** Math.min(counted.throttles, 10))
      await trx.updateTable('sign_in_tries').set({ tries: 0, since: sql`now()`, throttles: counted.throttles + 1, throttled_until: sql`now() + make_interval(mins => ${minutes})` }).where('address', '=', address).execute()
    }
    // The same statements whether the account exists or not, so that the time they take tells nothing.
    const locked = counted.in_a_row >= attempts_before_lock
    const account = await trx.updateTable('users').set({ locked_at: sql`now()` }).where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase())).where('locked_at', 'is', null).where(sql<boolean>`${locked}`).returning(['email', 'first_name', 'last_name', 'language']).executeTakeFirst()
    if (Math.random() < 0.01) await trx.deleteFrom('sign_in_tries').where('updated_at', '<', sql<string>`now() - ${forgotten}`).execute()
    return account
  })
}

/** After a completed sign-in, a reset or an unlocking nothing is held against the address. */
export const forgetFailures = (trx: Scoped, email: string) => trx.deleteFrom('sign_in_tries').where('address', '=', digest(email)).execute()
