import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import type { SignIn } from '../first-start.ts'
import { offered } from './accounts.ts'
import { readDemoSignIns } from './sign-ins.ts'

const mark = 'demo'
/** The part whose end opens the demo to visitors. */
export const hub = 'hub'

/** Which parts of the demo are there, begun now where it never was; nothing once all of them are. */
export const beginDemo = (db: Database): Promise<string[] | undefined> =>
  inScope(db, systemScope, async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key: mark, value: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { value } = await trx.selectFrom('settings').select('value').where('key', '=', mark).executeTakeFirstOrThrow()
    return Array.isArray(value) ? (value as string[]) : undefined
  })

export const partIsDone = (db: Database, part: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .updateTable('settings')
      .set({ value: sql`value || ${JSON.stringify([part])}::jsonb` })
      .where('key', '=', mark)
      .execute(),
  )

export const demoIsDone = (db: Database) =>
  inScope(db, systemScope, (trx) =>
    trx.updateTable('settings').set({ value: '"ready"' }).where('key', '=', mark).execute(),
  )

/** The sign-ins that are offered: none before there is something to see. */
export async function offeredSignIns(trx: Scoped, keys: Keyring): Promise<SignIn[]> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', mark).executeTakeFirst()
  const open = row && (row.value === 'ready' || (Array.isArray(row.value) && row.value.includes(hub)))
  return open ? offered(await readDemoSignIns(trx, keys)) : []
}

const lock = sql`hashtextextended('weft demo', 0)`

/** Works on the demo while no other server does. The lock lives in a session: a killed server lets go of it at once. */
export const alone = <T>(db: Database, work: () => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (session) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lock}) as held`.execute(session)
    if (!rows[0]!.held) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(session)
    }
  })
