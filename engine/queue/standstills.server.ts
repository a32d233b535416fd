import type pg from 'pg'
import { isHeldInSql } from '../backup/hold.server.ts'

/** What should go on and does not. `since` is when it was last seen to, as far as that is known. */
export type Standstill =
  | { kind: 'machine_silent'; machine: string; since: string }
  | { kind: 'machine_failed'; machine: string; since: string | null; problem: string | null }
  | { kind: 'claiming_fails'; machine: string; since: string; problem: string }
  | { kind: 'queue'; tenant_id: string; queue_id: string; queue: string; since: string; jobs: number }
  | { kind: 'job'; tenant_id: string; job_id: string; since: string; times: number; problem: string }
  | { kind: 'database'; server_id: string; server: string; since: string; problem: string | null }
  | { kind: 'archive'; piece: string; since: string }

/** A machine says something every five seconds. */
const silentAfter = `interval '20 seconds'`
/** A heartbeat that comes too late once, or a claim that fails once, is not worth a word. */
const failingAfter = `interval '10 seconds'`

/**
 * Everything that stands still at the moment: machines, queues whose due jobs nobody takes up although there is room, jobs whose attempts come to
 * nothing because the installation is in trouble, database servers, and the archive of the log.
 */
export async function standstills(pool: Pick<pg.Pool, 'query'>, { queue_minutes = 10 } = {}): Promise<Standstill[]> {
  const { rows: machines } = await pool.query<Standstill>(machinesStatement)
  const { rows: queues } = await pool.query<Standstill>(queuesStatement, [queue_minutes])
  const { rows: databases } = await pool.query<Standstill>(databasesStatement)
  const { rows: jobs } = await pool.query<Standstill>(jobsStatement)
  const { rows: archive } = await pool.query<Standstill>(archiveStatement)
  return [...machines, ...queues, ...jobs, ...databases, ...archive]
}

const machinesStatement = `
select 'machine_silent' as kind, machine, beat_at as since, null as problem from supervisors where wanted = 'running' and beat_at < now() - ${silentAfter}
union all
select 'machine_failed', machine, null, problem from supervisors where state = 'failed' and beat_at >= now() - ${silentAfter}
union all
select 'claiming_fails', machine, (claiming ->> 'since')::timestamptz, claiming ->> 'problem' from supervisors
where (claiming ->> 'since')::timestamptz < now() - ${failingAfter} and beat_at >= now() - ${silentAfter}
order by 1, 2`

// A queue may be busy, switched off, or wait for a turn of its workflow or for the pause of a job that was set back: none of that is standing still.
const queuesStatement = `
with at_work as (select queue_id, count(distinct worker)::int as workers from queue_slots where beat_at > now() - interval '60 seconds' group by queue_id),
  under_way as (select workflow_id, count(*) as jobs from jobs where status in ('started', 'working', 'waiting') group by workflow_id),
  room as (select coalesce(sum((configuration ->> 'places')::int), 0) - (select coalesce(sum(workers), 0) from at_work) as places from supervisors where state = 'running' and beat_at >= now() - ${silentAfter})
select 'queue' as kind, q.tenant_id, q.id as queue_id, q.name as queue, min(coalesce(j.wake_at, j.created_at)) as since, count(*)::int as jobs
from room, jobs j join queues q on q.id = j.queue_id join tenants t on t.id = q.tenant_id join workflows w on w.id = j.workflow_id left join at_work a on a.queue_id = q.id left join under_way u on u.workflow_id = w.id
where j.status = 'pending' and j.setback is null and coalesce(j.wake_at, j.created_at) < now() - make_interval(mins => $1) and q.active and t.active and not t.held and room.places > 0 and coalesce(a.workers, 0) < q.instances
  and coalesce(u.jobs, 0) < w.concurrency_limit
group by q.id order by since`

/** Once or twice may happen while PostgreSQL is started again. */
const jobsStatement = `
select 'job' as kind, tenant_id, id as job_id, coalesce(started_at, created_at) as since, (setback ->> 'times')::int as times, setback -> 'problem' -> 'message' -> 'text' ->> 'en' as problem
from jobs where setback is not null and status in ('pending', 'started', 'working') and (setback ->> 'times')::int >= 3 order by 4 limit 100`

const databasesStatement = `
select 'database' as kind, s.id as server_id, s.name as server, h.checked_at as since, h.detail as problem
from database_server_health h join database_servers s on s.id = h.server_id where not h.reachable order by s.name`

/** Of the server of the control database. What fails is tried again at once, and for as long as it fails. */
const archiveStatement = `
select 'archive' as kind, last_failed_wal as piece, last_failed_time as since from pg_stat_archiver
where current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`

/**
 * Whether jobs can run: `ok` on some machine, `held` since the installation was restored, `stopped` because somebody wants it so, or
 * why not. `none`: no machine was ever started. With a name only that machine is asked for.
 */
export type JobsReadiness = 'ok' | 'held' | 'stopped' | 'starting' | 'failing' | 'silent' | 'none'
export const canStandAs: ReadonlySet<JobsReadiness> = new Set(['ok', 'held', 'stopped'])

export async function jobsReadiness(
  client: Pick<pg.ClientBase, 'query'>,
  machine: string | null = null,
): Promise<JobsReadiness> {
  const { rows } = await client.query<{ state: JobsReadiness }>(
    `select 'held' as state where ${isHeldInSql}
     union all
     select case
       when wanted = 'stopped' or state = 'draining' then 'stopped'
       when beat_at < now() - ${silentAfter} then 'silent'
       when state = 'failed' or (claiming ->> 'since')::timestamptz < now() - ${failingAfter} then 'failing'
       when state = 'running' then 'ok' else 'starting' end as state
     from supervisors where $1::text is null or machine = $1`,
    [machine],
  )
  const found = new Set(rows.map((row) => row.state))
  return (
    (['held', 'ok', 'starting', 'failing', 'silent', 'stopped'] as const).find((state) => found.has(state)) ?? 'none'
  )
}
