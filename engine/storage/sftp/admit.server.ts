import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { openPasswordCheck } from '@weft/kit/secrets/passwords.server.ts'
import {
  accountKey,
  addressKey,
  addressShare,
  countFailures,
  deviceKey,
  forget,
  secondsToWait,
} from '@weft/kit/throttle/throttle.server.ts'
import { sql } from 'kysely'

export type Guest = { tenant_id: string; username: string }
/** How many wrong passwords within how many minutes make somebody wait how long. */
export type Throttling = { tries: number; tries_minutes: number; throttle_minutes: number }

/** However soon it is known, a refusal is told so many milliseconds later. */
const refusalAfter = 1_000
/** A user is known where they came in within so many days. */
const knownDays = sql`interval '90 days'`

/** One at a time, and apart from the sign-ins of the web, which no flood of guesses here may hold up. */
const passwordFits = openPasswordCheck({ at_once: 1, waiting: 20 })

type Asking = { username: string; password: string; address: string }

/**
 * The tenant whose user this is, if the password fits and both are active. Takes as long for an unknown user. Failures count against the
 * user's name and against the address, which is the one that sign-ins of the web count against, too; where the user has come in before,
 * against that user there alone.
 */
export async function admit(
  db: Database,
  asking: Asking,
  throttling: () => Promise<Throttling>,
): Promise<Guest | undefined> {
  const waited = sleep(refusalAfter)
  const guest = await decide(db, asking, throttling).catch((error: unknown) =>
    ignore('a sign-in to the SFTP gateway could not be decided, and is refused')(error),
  )
  if (!guest) await waited
  return guest ?? undefined
}

async function decide(
  db: Database,
  { username, password, address }: Asking,
  throttling: () => Promise<Throttling>,
): Promise<Guest | undefined> {
  const { found, keys, seconds } = await inScope(db, systemScope, async (trx) => {
    const found = await findUser(trx, username)
    const keys = (await isKnown(trx, found?.id, address))
      ? [deviceKey(`sftp ${found!.id} ${address}`)]
      : [accountKey(`sftp ${username}`), addressKey(address)]
    return { found, keys, seconds: await secondsToWait(trx, keys) }
  })
  if (seconds > 0) return undefined
  const fits = await passwordFits(found?.password_hash, password)
  if (!found || !fits) {
    const limits = await throttling()
    await inScope(db, systemScope, (trx) =>
      countFailures(
        trx,
        keys.map((key, i) => ({ ...limits, key, tries: limits.tries * (i === 1 ? addressShare : 1) })),
      ),
    )
    return undefined
  }
  await inScope(db, systemScope, async (trx) => {
    await forget(trx, keys.slice(0, 1))
    await trx
      .insertInto('sftp_addresses')
      .values({ sftp_user_id: found.id, address: addressKey(address) })
      .onConflict((conflict) => conflict.columns(['sftp_user_id', 'address']).doUpdateSet({ used_at: sql`now()` }))
      .execute()
    await trx
      .deleteFrom('sftp_addresses')
      .where('used_at', '<', sql<string>`now() - ${knownDays}`)
      .execute()
  })
  return { tenant_id: found.tenant_id, username }
}

/** Whether this user is still there and active. */
export const isActive = (db: Database, username: string): Promise<boolean> =>
  inScope(db, systemScope, async (trx) => Boolean(await findUser(trx, username)))

const findUser = (trx: Scoped, username: string) =>
  trx
    .selectFrom('sftp_users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id', 'u.password_hash'])
    .where('u.username', '=', username)
    .where('u.active', '=', true)
    .where('t.active', '=', true)
    .executeTakeFirst()

async function isKnown(trx: Scoped, id = '00000000-0000-0000-0000-000000000000', address: string): Promise<boolean> {
  return Boolean(
    await trx
      .selectFrom('sftp_addresses')
      .select('address')
      .where('sftp_user_id', '=', id)
      .where('address', '=', addressKey(address))
      .where('used_at', '>', sql<string>`now() - ${knownDays}`)
      .executeTakeFirst(),
  )
}
