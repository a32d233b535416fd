import {
  workflowStates,
  type ListedWorkflow,
  type WorkflowFigures,
  type workflowSorts,
} from '@weft/contracts/workflows.ts'
import { finalInSql } from '@weft/kit/define/job-status.ts'
import { ownRows, type Scoped } from '@weft/kit/database/connect.server.ts'
import { metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { triggersIn, triggerText } from './triggers.ts'

const columns = {
  label: 'label',
  class_name: 'class_name',
  created_at: 'created_at',
  updated_at: 'updated_at',
  state: 'state',
  last_run: 'last_at',
  records: 'last_records',
} as const satisfies Record<(typeof workflowSorts)[number], string>

const lastRun = (workflow: RawBuilder<unknown>) => sql`
  select j.status, j.created_at, greatest(j.records_in, j.records_out) as records from jobs j
  where j.workflow_id = ${workflow} and j.test is null and j.status in ${sql.raw(finalInSql)} order by j.created_at desc limit 1`

const nextFailed = (trx: Scoped, where: RawBuilder<unknown>) => sql`
  select j.workflow_id from jobs j
  where ${ownRows(trx, 'j')} and j.status = 'error' and j.test is null and ${where} order by 1 limit 1`

/**
 * Workflows with their state. Failing is whose last run failed: it is asked of those that ever did, which are few and found a step of the index
 * each. The last run of every one is read only where the list is ordered by it (of 5,000 workflows that took 40 ms of a page's 50).
 */
const listed = (trx: Scoped, withLast: boolean) => sql`
  recursive failed as (
    select p.id as project_id, (${nextFailed(trx, sql`j.project_id = p.id`)}) as workflow_id from projects p
    union all
    select project_id, (${nextFailed(trx, sql`j.project_id = f.project_id and j.workflow_id > f.workflow_id`)}) from failed f where workflow_id is not null
  ), listed as (
    select w.*, ${withLast ? sql`last.created_at` : sql`null::timestamptz`} as last_at, ${withLast ? sql`last.records` : sql`null::bigint`} as last_records,
      case when not w.published then 'draft' when not w.active then 'paused'
        when w.id in (select f.workflow_id from failed f cross join lateral (${lastRun(sql`f.workflow_id`)}) l where l.status = 'error') then 'failing'
        else 'active' end as state
    from workflows w ${withLast ? sql`left join lateral (${lastRun(sql`w.id`)}) last on true` : sql``} where ${ownRows(trx, 'w')}
  )`

const job = sql`json_build_object('job_id', j.id, 'status', j.status, 'created_at', to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'duration_ms', case when j.started_at is not null then round(extract(epoch from coalesce(j.finished_at, clock_timestamp()) - j.started_at) * 1000) end,
  'records_in', j.records_in, 'records_out', j.records_out, 'records_rejected', j.records_rejected)`

/** One page of workflows with their last 16 runs, and how many there are in each state. */
export async function listWorkflows(
  trx: Scoped,
  query: ListQuery & { state?: string | undefined; project_id?: string | undefined; dataset_type?: string | undefined },
  { id: user_id, language }: Pick<Caller, 'id' | 'language'>,
) {
  const term = query.searchTerm ?? query.title
  const found = sql`
    ${term ? sql`(label ilike ${like(term)} or class_name ilike ${like(term)} or description ilike ${like(term)})` : sql`true`}
    and ${query.project_id ? sql`project_id = ${query.project_id}` : sql`true`}
    and ${query.dataset_type ? sql`dataset_type = ${query.dataset_type}` : sql`true`}`
  const state = query.state ? sql`state = ${query.state}` : sql`true`
  const wished = query.sort?.replace(/^-/, '') as keyof typeof columns
  const order = sql.ref(columns[wished] ?? 'label')
  const direction = query.sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const { limit, offset } = toLimitOffset(query)

  const { rows } = await sql<ListedWorkflow>`
    with ${listed(trx, wished === 'last_run' || wished === 'records')}, page as (select * from listed where ${found} and ${state} order by ${order} ${direction}, id limit ${limit} offset ${offset})
    select w.id, w.project_id, w.label, w.class_name, w.description, w.icon, w.logo, w.content_type, w.dataset_type, w.state, w.active, w.published, w.version, w.queue_id, w.contact_person, w.triggers,
      w.created_at, w.updated_at, coalesce(runs.recent, '[]') as recent_runs, runs.last as last_run,
      coalesce(d.path, '') as base_class_path, draft.author_name as draft_by,
      case when draft.author_name is not null or not w.published then w.class_name end as temporary_class_name
    from page w
    left join definitions d on d.id = w.id
    left join lateral (
      select author_name from definition_drafts
      where definition_id = w.id order by (user_id = ${user_id}) desc, updated_at desc, id limit 1
    ) draft on true
    left join lateral (
      select json_agg(r.run order by r.created_at) as recent, (array_agg(r.run order by r.created_at desc))[1] as last
      from (select ${job} as run, j.created_at from jobs j where j.workflow_id = w.id and j.test is null order by j.created_at desc limit 16) r
    ) runs on true
    order by ${order} ${direction}, w.id`.execute(trx)

  const { rows: counted } = await sql<{
    state: string
    count: number
  }>`with ${listed(trx, false)} select state, count(*) as count from listed where ${found} group by state`.execute(trx)
  const states = Object.fromEntries(
    [...workflowStates].map((name) => [name, Number(counted.find((row) => row.state === name)?.count ?? 0)]),
  ) as Record<(typeof workflowStates)[number], number>
  const all = Object.values(states).reduce((sum, count) => sum + count, 0)
  const triggers = await triggersIn(trx)
  const data = rows.map((row) => ({
    ...row,
    triggers: row.triggers.map((trigger) => ({
      ...trigger,
      text: triggerText(trigger, language, triggers),
      icon: triggers.get(trigger.element)?.icon ?? 'IconBolt',
    })),
  }))
  return {
    data,
    meta: { ...metaOf(query, query.state ? (states[query.state as 'active'] ?? 0) : all), states: { all, ...states } },
  }
}

const like = (term: string) => `%${escapeLike(term)}%`

const slots = 12

/** The project's jobs of the last 24 hours in twelve slots, beside the 24 hours before. */
export async function figuresOf(trx: Scoped): Promise<WorkflowFigures> {
  const { rows } = await sql<{
    slot: number
    runs: number
    finished: number
    good: number
    failed: number
    records: number
  }>`
    select floor(extract(epoch from now() - created_at) / 7200)::int as slot, count(*) as runs,
      count(*) filter (where status in ('stopped', 'warning', 'error', 'info')) as finished,
      count(*) filter (where status in ('stopped', 'warning', 'info')) as good, count(*) filter (where status = 'error') as failed,
      coalesce(sum(greatest(records_in, records_out)), 0) as records
    from jobs where test is null and created_at > now() - interval '48 hours' and created_at <= now() and (weft_project() is null or project_id = weft_project()) group by 1`.execute(
    trx,
  )
  const at = (slot: number) => rows.find((row) => row.slot === slot)
  const sum = (from: number, key: 'runs' | 'finished' | 'good' | 'failed' | 'records') =>
    Array.from({ length: slots }, (_, i) => Number(at(from + i)?.[key] ?? 0)).reduce((a, b) => a + b, 0)
  const share = (from: number) => (sum(from, 'finished') === 0 ? null : sum(from, 'good') / sum(from, 'finished'))
  return {
    runs: sum(0, 'runs'),
    runs_before: sum(slots, 'runs'),
    success: share(0),
    success_before: share(slots),
    failed: sum(0, 'failed'),
    failed_before: sum(slots, 'failed'),
    records: sum(0, 'records'),
    records_before: sum(slots, 'records'),
    slots: Array.from({ length: slots }, (_, i) => {
      const row = at(slots - 1 - i)
      return {
        runs: Number(row?.runs ?? 0),
        failed: Number(row?.failed ?? 0),
        success: row && Number(row.finished) > 0 ? Number(row.good) / Number(row.finished) : null,
        records: Number(row?.records ?? 0),
      }
    }),
  }
}
