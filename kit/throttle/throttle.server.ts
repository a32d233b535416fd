import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scoped } from '../database/connect.server.ts'
import { networkOf } from '../define/ip-range.ts'

/** Failures of one kind: so many within so many minutes, then whoever they are counted for waits, twice as long each time. */
export type Counter = { key: Buffer; tries: number; tries_minutes: number; throttle_minutes: number }

/** An address may be an office: it fails so many times as often as an account before it has to wait. */
export const addressShare = 4
/** The doubling of the wait ends here. */
const longestWait = 60
/** A failure is forgotten a month after the last; of an account nobody has, nothing else remains. */
const forgotten = sql`interval '30 days'`

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Counts against an account, whether somebody has it or not. */
export const accountKey = (name: string) => digest(name.toLowerCase())
/** Counts against the address of a caller, over all accounts; of IPv6 against the network everybody has to themselves. */
export const addressKey = (address: string) => digest(`address ${networkOf(address)}`)
/** Counts against agents, apart from people: who restarts a revoked one keeps nobody of the same office from signing in. */
export const agentKey = (who: string) => digest(`agent ${who}`)
/** Counts against one device of one account. */
export const deviceKey = (device: string) => digest(`device ${device}`)

/** How many seconds whoever these are counted for has to wait still. `lock`: nobody fails meanwhile. */
export async function secondsToWait(trx: Scoped, keys: Buffer[], { lock = false } = {}): Promise<number> {
  const rows = await trx
    .selectFrom('sign_in_tries')
    .select(sql<number | null>`ceil(extract(epoch from throttled_until - now()))::float`.as('seconds'))
    .where('address', 'in', keys)
    .orderBy('address')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  return Math.max(0, ...rows.map(({ seconds }) => seconds ?? 0))
}

/** How many failures in a row are counted there. */
export const failuresInARow = async (trx: Scoped, key: Buffer) =>
  (await trx.selectFrom('sign_in_tries').select('in_a_row').where('address', '=', key).executeTakeFirst())?.in_a_row ??
  0

/** Counts a failure in each counter and answers how many there are in a row, in the order of the counters. */
export async function countFailures(trx: Scoped, counters: readonly Counter[]): Promise<number[]> {
  const inARow = new Map<Counter, number>()
  // Always in the same order, so that two calls never wait for each other.
  for (const counter of counters.toSorted((a, b) => Buffer.compare(a.key, b.key)))
    inARow.set(counter, await countOne(trx, counter))
  if (Math.random() < 0.01)
    await trx
      .deleteFrom('sign_in_tries')
      .where('updated_at', '<', sql<string>`now() - ${forgotten}`)
      .execute()
  return counters.map((counter) => inARow.get(counter)!)
}

async function countOne(trx: Scoped, { key, tries, tries_minutes, throttle_minutes }: Counter): Promise<number> {
  const old = sql`(sign_in_tries.since < now() - make_interval(mins => ${tries_minutes}))`
  const counted = await trx
    .insertInto('sign_in_tries')
    .values({ address: key, tries: 1, in_a_row: 1 })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({
        tries: sql`case when ${old} then 1 else sign_in_tries.tries + 1 end`,
        since: sql`case when ${old} then now() else sign_in_tries.since end`,
        in_a_row: sql`sign_in_tries.in_a_row + 1`,
        throttles: sql`case when sign_in_tries.updated_at < now() - interval '1 day' then 0 else sign_in_tries.throttles end`,
      }),
    )
    .returning(['tries', 'in_a_row', 'throttles'])
    .executeTakeFirstOrThrow()
  if (counted.tries >= tries) {
    const minutes = Math.min(longestWait, throttle_minutes * 2 ** Math.min(counted.throttles, 10))
    await trx
      .updateTable('sign_in_tries')
      .set({
        tries: 0,
        since: sql`now()`,
        throttles: counted.throttles + 1,
        throttled_until: sql`now() + make_interval(mins => ${minutes})`,
      })
      .where('address', '=', key)
      .execute()
  }
  return counted.in_a_row
}

/** Nothing is held against these any more. */
export const forget = (trx: Scoped, keys: Buffer[]) =>
  trx.deleteFrom('sign_in_tries').where('address', 'in', keys).execute()
