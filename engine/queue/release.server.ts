import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { workChannel } from './work-channel.ts'

const statement = `
with back as (
  update jobs j set status = case j.status when 'waiting' then 'waiting' else 'pending' end, queued_at = clock_timestamp(), slot_id = null, wake_at = null,
    tries_left = j.tries_left + case when j.status in ('started', 'working') then 1 else 0 end,
    started_at = case when j.status in ('started', 'working') and not exists (select from job_steps s where s.job_id = j.id) then null else j.started_at end
  where j.id = any($2) and j.slot_id = $1 and j.status in ${openInSql} returning j.queue_id
), kept as (
  update queue_slots s set jobs = array(select held from unnest(s.jobs) held where held <> all($2)),
    workflows = array(select distinct j.workflow_id from jobs j where j.id = any(s.jobs) and j.id <> all($2) and j.slot_id = s.id and j.turn <> 'none')
  where s.id = $1
)
select pg_notify('${workChannel}', queue_id::text) from (select distinct queue_id from back) q`

/**
 * Gives jobs a slot holds back to their places in the queue: they were not run, or stopped at a batch boundary on our own wish, so the
 * try is not counted, and nor are their workflows' turns, which a slot that goes on would keep. What it does not hold any more is left alone.
 */
export async function releaseJobs(pool: pg.Pool, slot_id: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await pool.query({ name: 'release', text: statement, values: [slot_id, ids] })
}
