import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { workChannel } from './work-channel.ts'

const statement = `
with recursive reach(child, at) as (
  select c.id, h.id from jobs p join jobs c on c.parent_job_id = p.id and c.status = 'pending' and c.wake_at is null
    join jobs h on h.tenant_id = c.tenant_id and h.workflow_id = c.workflow_id and h.status in ('started', 'working', 'waiting')
  where p.status = 'waiting' and ($1::uuid[] is null or p.id = any($1))
  union
  select r.child, n.id from reach r join jobs j on j.id = r.at join lateral (
    select k.id from jobs k where j.status = 'waiting' and k.parent_job_id = j.id and k.status in ${openInSql}
    union all
    select h.id from jobs h where j.status = 'pending' and j.parent_job_id is not null and h.tenant_id = j.tenant_id and h.workflow_id = j.workflow_id and h.status in ('started', 'working', 'waiting')
  ) n on true
), free as (
  update jobs c set turn = 'none' from reach r where r.child = r.at and c.id = r.child and c.queued_at is not null and c.turn = 'wanted' returning c.queue_id
)
select pg_notify('${workChannel}', queue_id::text) from (select distinct queue_id from free) q`

/**
 * A child that waits for a turn which only its own ancestors' end could free would wait for ever, and they with it: such a child goes
 * without a turn of its own. Looks at the children of these parents, or at all.
 */
export async function resolveDeadlocks(pool: pg.Pool, parents?: string[]): Promise<void> {
  await pool.query(statement, [parents ?? null])
}
