import { finalInSql } from '@weft/kit/define/job-status.ts'

/** How long jobs are kept where neither tenant nor workflow says otherwise; 0: for good. */
export type JobRetention = {
  job_days: number
  /** Of those that failed, were cancelled or rejected records: at least as long as the others. */
  failed_job_days: number
  /** So long a job may be gone on with: no job goes before. */
  files_days: number
}

/** When the statements below count from, and what holds where nothing else is said: their parameters $1 to $4. */
export const rulesAt = ({ job_days, failed_job_days, files_days }: JobRetention, now: Date) => [
  now.toISOString(),
  job_days,
  failed_job_days,
  files_days,
]

const days = (name: 'job_days' | 'failed_job_days', otherwise: string) =>
  `coalesce(w.${name}, (t.settings #>> '{defaults,${name}}')::int, ${otherwise}::int)`

/** By workflow the moment before which its jobs must have ended to go; null where they stay. */
const rules = `(
  select w.id, $1::timestamptz - make_interval(days => case when k.good > 0 then greatest(k.good, $4::int) end) as good_before,
    $1::timestamptz - make_interval(days => case when k.good > 0 and k.failed > 0 then greatest(k.good, k.failed, $4::int) end) as failed_before
  from workflows w join tenants t on t.id = w.tenant_id
  cross join lateral (select ${days('job_days', '$2')} as good, ${days('failed_job_days', '$3')} as failed) k)`

const isOld = `j.finished_at < case when j.status in ('error', 'aborted') or j.records_rejected > 0 then r.failed_before else r.good_before end`

/** Workflows that may have something to remove. */
export const workflowsSql = `
select r.id from ${rules} r cross join lateral (
  select from jobs j where j.workflow_id = r.id and j.created_at < r.good_before order by j.created_at limit 1) j`

export const headsAtOnce = 500
/** The next jobs of workflow $5 that are old and at the head of their family, behind the one that was accepted at $6 and is called $7. */
export const headsSql = `
select j.id, j.created_at::text as created_at from ${rules} r cross join lateral (
  select * from jobs j where j.workflow_id = r.id and j.created_at < r.good_before and j.created_at >= $6::timestamptz and (j.created_at, j.id) > ($6::timestamptz, $7::uuid)
    and j.parent_job_id is null and j.retry_of is null and ${isOld} order by j.created_at, j.id limit ${headsAtOnce}) j
where r.id = $5 order by j.created_at, j.id`

/** Everything that hangs together with the heads $5: children, what runs a job once more, and what goes on with it. */
const family = `family as (
  select h as head, h as id from unnest($5::uuid[]) h
  union
  select f.head, n.id from family f cross join lateral (
    select j.id from jobs j where j.parent_job_id = f.id
    union all select j.id from jobs j where j.retry_of = f.id
    union all select j.id from jobs j where j.origin_id = f.id
    union all select n.id from jobs j cross join lateral (values (j.parent_job_id), (j.retry_of), (j.origin_id)) n (id) where j.id = f.id and n.id is not null
  ) n)`

/** The newest of a workflow's runs that ended so. What a look that found nothing says is forgotten before long. */
const isLast = (statuses: string) => {
  const counts = (job: string) =>
    `${job}.test is null and ${job}.status in ${statuses} and not (${job}.started_by = 'poll' and ${job}.status = 'info')`
  return `(${counts('j')} and not exists (
    select from jobs n where n.workflow_id = j.workflow_id and n.created_at >= j.created_at and (n.created_at, n.id) > (j.created_at, j.id) and ${counts('n')}))`
}

/**
 * What somebody still waits for or may still ask of a job that is over. Its log lines go into the archive first; a workflow's last run, and
 * its last good one, say how it is.
 */
const isNeeded = `(
  exists (select from record_errors e where e.job_id = j.id and e.state in ('open', 'retrying'))
  or exists (select from job_logs l where l.job_id = j.id)
  or exists (select from due_starts d where d.after_job_id = j.id)
  or exists (select from mail_notices m where m.job_id = j.id)
  or exists (select from job_undos u where u.job_id = j.id and u.state = 'running')
  or exists (select from job_structures s join data_structures d on d.id = s.structure_id
    where s.job_id = j.id and not d.data_versioning and s.opened_at > $1::timestamptz - make_interval(days => d.run_changes_days + 1))
  or ${isLast(finalInSql)} or ${isLast(`('stopped', 'warning', 'info')`)})`

const over = (more: string) => `over as (
  select f.head, array_agg(j.id) as ids from family f cross join lateral (select * from jobs j where j.id = f.id offset 0) j join ${rules} r on r.id = j.workflow_id group by f.head
  having bool_and(coalesce(${isOld}, false) and not ${isNeeded}${more}))`

/** Of these heads those whose whole family is old and needed by nobody, with its jobs. */
export const familiesSql = `with recursive ${family}, ${over('')} select head, ids from over`

/** Removes of these families those that are still over, and have no job that was not held before ($6). Answers how many jobs, and the texts they ran. */
export const removeSql = `
with recursive ${family}, ${over(' and j.id = any($6::uuid[])')},
gone as (delete from jobs where id = any(array(select unnest(ids) from over)) returning source_id)
select count(*)::int as jobs, coalesce(array_agg(distinct source_id), '{}') as sources from gone`
