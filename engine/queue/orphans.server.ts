import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { workChannel } from './work-channel.ts'

const statement = `
with found as (
  update jobs j set status = case j.status when 'waiting' then 'waiting' else 'pending' end, queued_at = clock_timestamp(), slot_id = null
  where j.status in ${openInSql} and j.queued_at is null
    and case when j.slot_id is not null then not exists (select from queue_slots s where s.id = j.slot_id)
      when j.status = 'waiting' then false when j.status = 'pending' then j.wake_at is null else true end
    and coalesce(j.started_at, j.created_at) < now() - interval '2 minutes'
  returning j.queue_id
)
select pg_notify('${workChannel}', queue_id::text), jobs from (select queue_id, count(*)::int as jobs from found group by 1) q`

/** The last net: an open job that neither waits nor lies in its queue nor is held by a slot there is goes back into its queue. Answers how many. */
export async function recoverOrphans(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(statement)
  return rows.reduce((sum, { jobs }) => sum + jobs, 0)
}
