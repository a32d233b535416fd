import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const tenSeconds = 10_000

/** Adds up what ended runs have used, by tenant, project and day. */
export const startUsageMeter = (pool: pg.Pool, { every_ms = tenSeconds } = {}) =>
  runExclusiveInterval(pool, 'usage', every_ms, () => addUpUsage(pool))

/**
 * Every line that is there becomes part of its day, in the statement that removes it: exactly once, whoever does it and whenever.
 * The pool's connections are the engine's own. Answers how many lines there were.
 */
export async function addUpUsage(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ lines: number }>(
    `with ended as (delete from usage_ends returning *),
     added as (
       insert into usage_days (tenant_id, project_id, day, runs, records, excluded_runs, excluded_records)
       select e.tenant_id, e.project_id, e.day, coalesce(sum(e.runs) filter (where not e.excluded), 0), coalesce(sum(e.records) filter (where not e.excluded), 0),
         coalesce(sum(e.runs) filter (where e.excluded), 0), coalesce(sum(e.records) filter (where e.excluded), 0)
       from ended e join tenants t on t.id = e.tenant_id group by 1, 2, 3
       on conflict (tenant_id, day, project_id) do update set runs = usage_days.runs + excluded.runs, records = usage_days.records + excluded.records,
         excluded_runs = usage_days.excluded_runs + excluded.excluded_runs, excluded_records = usage_days.excluded_records + excluded.excluded_records
     )
     select count(*) as lines from ended`,
  )
  return rows[0]!.lines
}
