import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const every_ms = 10 * 60_000
const atOnce = 1_000

/** Forgets looks for something new that found nothing, an hour after they ended: one a minute would bury the runs that did something. */
export const startForgettingIdlePolls = (pool: pg.Pool) =>
  runExclusiveInterval(pool, 'idle polls', every_ms, async () => {
    while ((await forgetIdlePolls(pool, new Date())) === atOnce);
  })

/** Answers how many were forgotten, at most a thousand. */
export async function forgetIdlePolls(pool: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from jobs where id in (
       select id from jobs where started_by = 'poll' and status = 'info' and finished_at < $1::timestamptz - interval '1 hour'
       order by finished_at limit ${atOnce})`,
    [now.toISOString()],
  )
  return rowCount ?? 0
}
