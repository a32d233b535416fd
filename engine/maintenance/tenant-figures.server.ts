import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

/** Where nothing has happened, a tenant is looked at again in its turn; so many each round. */
const inTurnAtOnce = 250
const atOnce = 500
/** What committed late may have happened before the last look. */
const lookBack = '2 minutes'

/** Keeps the figures of tenants: those where something happens every few seconds, the others in turn. */
export const startTenantFigures = (pool: pg.Pool, { every_ms = 15_000 } = {}) =>
  runExclusiveInterval(pool, 'tenant figures', every_ms, () => refreshTenantFigures(pool))

/**
 * One round. Looked at are tenants whose jobs wait or run, those of which a job has ended since the last look, and those looked at
 * longest ago; how far the last look reaches is in the figures themselves. Answers how many.
 */
export async function refreshTenantFigures(pool: pg.Pool): Promise<number> {
  const { rows: looks } = await pool.query<{ last: string | null }>('select max(as_of) as last from tenant_figures')
  const { rows } = await pool.query<{ id: string }>(
    `select tenant_id as id from jobs where status in ${openInSql}
     union select q.tenant_id from queues q where exists (select from jobs j where j.queue_id = q.id and j.finished_at > coalesce($1::timestamptz, now()) - $2::interval)
     union (select tenant_id from tenant_figures order by as_of nulls first limit $3)`,
    [looks[0]!.last, lookBack, inTurnAtOnce],
  )
  const ids = rows.map((row) => row.id)
  for (let i = 0; i < ids.length; i += atOnce) await pool.query(look, [ids.slice(i, i + atOnce), lookBack])
  return ids.length
}

// Each figure is an index's first entries, so that a look at a tenant with millions of jobs costs as little as at one with ten.
const look = `
update tenant_figures f set as_of = now(), last_job_status = n.last_status, last_job_at = n.last_at, last_success_at = n.success_at, failed_jobs = n.failed, open_errors = n.errors,
  queued = n.queued, waiting_since = n.waiting_since, users = n.users, storage_bytes = n.bytes, storage_at = n.measured_at,
  health = case
    when n.last_at is null and n.waiting_since is null then 'idle'
    when (n.failed > 0 and n.failed_at > coalesce(n.success_at, '-infinity')) or n.waiting_since < now() - interval '15 minutes' then 'failing'
    when n.failed > 0 or n.errors > 0 or n.last_status in ('warning', 'error') or n.waiting_since < now() - interval '5 minutes' then 'strained'
    when n.last_at < now() - interval '30 days' then 'idle'
    else 'healthy' end
from (
  select t.tenant_id, ended.*, opened.*, failed.*, stored.*, greatest(t.last_success_at, succeeded.at) as success_at,
    (select count(*)::int from (select from record_errors e left join jobs r on r.id = e.retried_by where e.tenant_id = t.tenant_id and (e.state = 'open' or e.state = 'retrying' and (r.status is null or r.status in ('error', 'aborted') and r.error->>'code' is distinct from 'NOTHING_WRITTEN')) limit 1000) e) as errors,
    (select count(*)::int from users u where u.tenant_id = t.tenant_id) as users
  from tenant_figures t
  cross join lateral (select max(j.finished_at) as last_at, (array_agg(j.status order by j.finished_at desc))[1] as last_status from queues q
    cross join lateral (select j.finished_at, j.status from jobs j where j.queue_id = q.id and j.finished_at is not null and j.test is null order by j.finished_at desc limit 1) j where q.tenant_id = t.tenant_id) ended
  cross join lateral (select max(j.finished_at) as at from queues q
    cross join lateral (select j.finished_at from jobs j where j.queue_id = q.id and j.finished_at > coalesce(t.as_of - $2::interval, now() - interval '90 days') and j.status = 'stopped' and j.test is null order by j.finished_at desc limit 1) j where q.tenant_id = t.tenant_id) succeeded
  cross join lateral (select count(*)::int as queued, min(coalesce(j.wake_at, j.woken_at, j.created_at)) filter (where j.status = 'pending' and (j.wake_at is null or j.wake_at < now())) as waiting_since
    from jobs j where j.tenant_id = t.tenant_id and j.status in ${openInSql}) opened
  cross join lateral (select count(*)::int as failed, max(j.finished_at) as failed_at from (select j.finished_at from jobs j where j.tenant_id = t.tenant_id and j.status = 'error' and j.test is null and j.finished_at > now() - interval '24 hours' order by j.finished_at desc limit 1000) j) failed
  left join lateral (select s.database_bytes + s.file_bytes as bytes, s.measured_at from storage_days s where s.tenant_id = t.tenant_id order by s.day desc limit 1) stored on true
  where t.tenant_id = any($1)
) n
where n.tenant_id = f.tenant_id`
