import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '@weft/kit/database/tables.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { texts } from './texts.ts'

// Each holds a connection of the pool while its steps ask for others, so a few at a time, or they would wait for each other for ever.
const lane = () => createSemaphore({ at_once: 3 })
/** What takes minutes does not stand in the way of what takes seconds. */
const lanes = { setups: lane(), moves: lane() }

const lockOf = (subject_id: string) => sql`hashtextextended(${`weft provisioning ${subject_id}`}, 0)`

/**
 * Works on a subject while no other process does. The lock lives in the session that is handed over: a killed process lets go of it
 * at once.
 */
export const withSubjectLock = <T>(
  db: Kysely<Tables>,
  subject_id: string,
  work: (db: Kysely<Tables>) => Promise<T>,
  kind: keyof typeof lanes = 'setups',
): Promise<T> =>
  lanes[kind](() =>
    db.connection().execute(async (connection) => {
      if (!(await taken(connection, subject_id))) throw new Conflict('PROVISIONING_BUSY', texts.busy())
      try {
        return await work(connection)
      } finally {
        await sql`select pg_advisory_unlock(${lockOf(subject_id)})`
          .execute(connection)
          .catch(ignore('a lock was not given back; it goes with its session'))
      }
    }),
  )

/** The server needs a moment to notice that a killed process has gone, hence more than one try. */
async function taken(connection: Kysely<Tables>, subject_id: string): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lockOf(subject_id)}) as held`.execute(
      connection,
    )
    if (rows[0]!.held) return true
    await sleep(50)
  }
  return false
}

/** Whether some process works on a subject right now. */
export async function isHeld(db: Kysely<Tables>, subject_id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (
    select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${lockOf(subject_id)}) as held`.execute(db)
  return rows[0]!.held
}
