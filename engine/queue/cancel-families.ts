import { openInSql } from '@weft/kit/define/job-status.ts'
/**
 * Cancels the jobs a query names, and their descendants: what does not run is aborted at once and leaves its queue, what runs hears of
 * it and ends at its next batch boundary. Whoever watches is told.
 */
export const cancelFamilies = (which: string, descendants = 'true') => `
with recursive family as (
  ${which}
  union select j.id from jobs j join family f on j.parent_job_id = f.id where ${descendants}
), c as (
  update jobs set cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()), wake_at = null, queued_at = null,
    slot_id = case when status in ('started', 'working') then slot_id end,
    status = case when status in ('pending', 'waiting') then 'aborted' else status end, finished_at = case when status in ('pending', 'waiting') then clock_timestamp() end
  where id in (select id from family) and status in ${openInSql} returning id, status
)
select c.id, c.status, case when c.status <> 'aborted' then pg_notify('weft_cancel', c.id::text)::text end,
  pg_notify('weft_silent', json_build_object('to', json_build_object('topic', 'job:' || c.id), 'event', json_build_object('type', 'job', 'data', json_build_object('id', c.id, 'status', c.status, 'cancelling', c.status <> 'aborted')))::text)::text
from c`
