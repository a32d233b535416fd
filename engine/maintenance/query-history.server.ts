import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const everyHour = 3_600_000
const rowsAtOnce = 5_000

/** Forgets what was asked in the query editor longer ago than it is kept. `keep_days` is asked each time. */
export const startForgettingQueries = (pool: pg.Pool, keep_days: () => Promise<number>) =>
  runExclusiveInterval(pool, 'query history', everyHour, async () => forgetQueries(pool, await keep_days(), new Date()))

/** Answers how many are gone. */
export async function forgetQueries(pool: pg.Pool, keep_days: number, now: Date): Promise<number> {
  let gone = 0
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from query_runs where id in (
         select id from query_runs where started_at < $1::timestamptz - make_interval(days => $2) limit ${rowsAtOnce}
       )`,
      [now.toISOString(), keep_days],
    )
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < rowsAtOnce) return gone
  }
}
