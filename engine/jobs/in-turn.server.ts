import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { regularly } from './regularly.server.ts'

/** Does `work` soon after the start and then every so often, on one machine at a time: whoever holds the lock of that name. */
export const everySoOften = (pool: pg.Pool, name: string, every_ms: number, work: () => Promise<unknown>) =>
  regularly(name, every_ms, () => inTurn(pool, name, work), { first_ms: Math.min(60_000, every_ms) })

const inTurn = (pool: pg.Pool, name: string, work: () => Promise<unknown>) =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [`weft ${name}`])
    if (rows[0]!.mine) await work()
  })
