import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { runsNeeded, type Compared, type ComparedFigure } from './unusual.ts'

export type RunComparison = {
  job_id: string
  /** How many runs before it could be compared, at most 200. */
  past: number
  /** Empty where these are too few. */
  figures: Compared[]
}

type Row = { job_id: string; past: number; weekday: number; figure: ComparedFigure | null } & Omit<
  Compared,
  'figure' | 'weekday'
> & { is_weekday: boolean }

const endedWell = (job: string) => `${job}.status in ('stopped', 'warning') and ${job}.started_at is not null`
/** A run to which others are compared: it began, ended well, and is neither a test nor one of rejected records or of what was left over. */
const counts = (job: string) =>
  `${endedWell(job)} and ${job}.test is null and coalesce(${job}.retry_mode, 'from_start') = 'from_start'`
/** The last 200 before run `a` of runs that are there, or of those of which only the figures are. */
const pastOf = (table: 'jobs' | 'removed_jobs', counted: string) =>
  sql.raw(`(select p.created_at, p.started_at, p.finished_at, p.records_in, p.records_out, p.records_rejected from ${table} p
    where p.workflow_id = a.workflow_id and p.created_at < a.created_at and p.created_at > a.created_at - interval '180 days' and ${counted}
    order by p.created_at desc limit 200)`)
/** A figure is not there where nothing was moved, or too briefly to say how fast. */
const figuresOf = (job: string) =>
  sql.raw(`(values ('duration', extract(epoch from ${job}.finished_at - ${job}.started_at)::float8 * 1000),
    ('records', greatest(${job}.records_in, ${job}.records_out)::float8), ('rejected', ${job}.records_rejected::float8),
    ('throughput', case when ${job}.finished_at - ${job}.started_at > interval '200 milliseconds' and greatest(${job}.records_in, ${job}.records_out) > 0
      then greatest(${job}.records_in, ${job}.records_out)::float8 / extract(epoch from ${job}.finished_at - ${job}.started_at)::float8 end)) as v (figure, value)`)

/**
 * Runs that ended well, each beside the past of its workflow: its last 200 good runs within half a year; those of the same day of the week
 * where there are enough of them, or else of all days. A day is one in the zone of the workflow's schedule, or UTC. One statement,
 * served by the index of a workflow's jobs by time.
 */
export async function compareRuns(trx: Scoped, jobs: readonly string[]): Promise<RunComparison[]> {
  const { rows } = await sql<Row>`
    with asked as (
      select j.*, coalesce((select s.zone from schedules s where s.workflow_id = j.workflow_id order by s.step limit 1), 'UTC') as zone
      from jobs j where j.id = any(${jobs}::uuid[]) and ${sql.raw(counts('j'))}
    ), past as materialized (
      select a.id as job_id, p.*, extract(isodow from p.started_at at time zone a.zone) = extract(isodow from a.started_at at time zone a.zone) as same_day
      from asked a cross join lateral (
        select * from (${pastOf('jobs', counts('p'))} union all ${pastOf('removed_jobs', `${endedWell('p')} and p.is_whole and not p.is_test`)}) p
        order by p.created_at desc limit 200) p
    ), counted as (
      select a.id as job_id, extract(isodow from a.started_at at time zone a.zone)::int as weekday,
        (select count(*)::int from past p where p.job_id = a.id) as past, (select count(*) from past p where p.job_id = a.id and p.same_day) >= ${runsNeeded} as is_weekday
      from asked a
    ), known as (
      select p.job_id, v.figure, v.value from past p join counted c on c.job_id = p.job_id cross join lateral ${figuresOf('p')}
      where v.value is not null and (p.same_day or not c.is_weekday)
    ), medians as (
      select job_id, figure, count(*)::int as runs, percentile_cont(0.5) within group (order by value) as median from known group by 1, 2 having count(*) >= ${runsNeeded}
    ), spreads as (
      select k.job_id, k.figure, m.runs, m.median, percentile_cont(0.5) within group (order by abs(k.value - m.median)) as spread
      from known k join medians m on m.job_id = k.job_id and m.figure = k.figure group by 1, 2, 3, 4
    )
    select c.job_id, c.past, c.weekday, c.is_weekday, n.figure, n.value, s.median, s.spread, s.runs
    from counted c join asked a on a.id = c.job_id
    left join lateral (select v.* from ${figuresOf('a')} where v.value is not null) n on true
    left join spreads s on s.job_id = c.job_id and s.figure = n.figure`.execute(trx)
  return [...Map.groupBy(rows, ({ job_id }) => job_id)].map(([job_id, some]) => ({
    job_id,
    past: some[0]!.past,
    figures: some.flatMap(({ figure, value, median, spread, runs, weekday, is_weekday }) =>
      figure !== null && median !== null
        ? [{ figure, value, median, spread, runs, weekday: is_weekday ? weekday : null }]
        : [],
    ),
  }))
}
