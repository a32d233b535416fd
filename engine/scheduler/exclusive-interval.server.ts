import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { runInterval } from './interval.server.ts'

/** A session that does nothing inside its transaction is ended after two minutes. */
const awakeEvery = 30_000

/** Does `work` soon after the start and then every so often, on one machine at a time: whoever holds the lock of that name. */
export const runExclusiveInterval = (
  pool: pg.Pool,
  name: string,
  every_ms: number,
  work: () => Promise<unknown>,
  { awake_ms = awakeEvery } = {},
) => runInterval(name, every_ms, () => withLock(pool, name, work, awake_ms), { within_ms: Math.min(60_000, every_ms) })

const withLock = (pool: pg.Pool, name: string, work: () => Promise<unknown>, awake_ms: number) =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [
      `weft ${name}`,
    ])
    if (!rows[0]!.mine) return
    const awake = setInterval(
      () =>
        void client
          .query('select 1')
          .catch(ignore('the session of a clock was lost, its next round takes the lock again')),
      awake_ms,
    )
    await work().finally(() => clearInterval(awake))
  })
