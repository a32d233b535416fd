import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { workChannel } from './work-channel.ts'

const statement = `
with back as (
  update jobs j set status = case j.status when 'waiting' then 'waiting' else 'pending' end, queued_at = clock_timestamp(), slot_id = null, wake_at = null,
    tries_left = j.tries_left + case when j.status in ('started', 'working') then 1 else 0 end,
    started_at = case when j.status in ('started', 'working') and not exists (select from job_steps s where s.job_id = j.id) then null else j.started_at end
  where j.id = any($2) and j.slot_id = $1 and j.status in ${openInSql} returning j.queue_id
)
select pg_notify('${workChannel}', queue_id::text) from (select distinct queue_id from back) q`

/**
 * Gives jobs a slot holds back to their places in the queue: they were not run, or stopped at a batch boundary on our own wish, so the
 * try is not counted. What the slot does not hold any more is left alone.
 */
export async function releaseJobs(pool: pg.Pool, slot_id: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await pool.query({ name: 'release', text: statement, values: [slot_id, ids] })
}
