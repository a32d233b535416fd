import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const every_ms = 10 * 60_000

/** Forgets test calls of webhooks an hour after somebody last listened for them: what stands in them may tell of people. */
export const startForgettingTestCalls = (pool: pg.Pool) =>
  runExclusiveInterval(pool, 'test calls', every_ms, () => forgetTestCalls(pool, new Date()))

export async function forgetTestCalls(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(`delete from hook_listenings where until < $1::timestamptz - interval '1 hour'`, [now.toISOString()])
}
