import { wholeMinutes, type jobSorts, type JobRow, type RecordErrorRow } from '@weft/contracts/jobs.ts'
import { stateOfError } from '@weft/engine/queue/requeue.server.ts'
import { ownRows, type Scoped } from '@weft/kit/database/connect.server.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaUpTo, mostCounted, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'

/** Since when a job can be taken: it was accepted, or its time has come again. */
export const availableAt = sql<string>`coalesce(j.wake_at, j.woken_at, j.created_at)`

const inList = (value: string) => value.split(',').map((part) => part.trim())

/** What each filter of a list of jobs asks; several statuses or workflows stand with commas between. */
const jobFilters: Record<string, (value: string) => RawBuilder<unknown> | undefined> = {
  status: (value) => sql`j.status = any(${inList(value)}::text[])`,
  workflow_id: (value) => idIn(sql.ref('j.workflow_id'), value),
  queue_id: (value) => idIn(sql.ref('j.queue_id'), value),
  project_id: (value) => idIn(sql.ref('j.project_id'), value),
  parent_job_id: (value) => idIn(sql.ref('j.parent_job_id'), value),
  retry_of: (value) => idIn(sql.ref('j.retry_of'), value),
  started_by: (value) => sql`j.started_by = any(${inList(value)}::text[])`,
  created_from: (value) => moment(sql`j.created_at >= `, value),
  created_to: (value) => moment(sql`j.created_at <= `, value),
  /** Available for longer than so many minutes. */
  available_before: (value) =>
    wholeMinutes.test(value) ? sql`${availableAt} <= now() - make_interval(mins => ${Number(value)})` : undefined,
  test: (value) => (value === 'true' ? sql`j.test is not null` : sql`j.test is null`),
  rejected: (value) => (value === 'true' ? sql`j.records_rejected > 0` : undefined),
}

const idIn = (column: RawBuilder<unknown>, value: string) => {
  const ids = inList(value).filter((id) => isUuid(id))
  // One is compared as it is, so that an index goes on in its own order behind it.
  return ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`
}
const moment = (begin: RawBuilder<unknown>, value: string) =>
  Number.isNaN(Date.parse(value)) ? undefined : sql`${begin} ${new Date(value).toISOString()}::timestamptz`

const sorts: Record<string, string> = {
  created_at: 'j.created_at',
  started_at: 'j.started_at',
  finished_at: 'j.finished_at',
  status: 'j.status',
  records_in: 'j.records_in',
  records_out: 'j.records_out',
  records_rejected: 'j.records_rejected',
  workflow_label: 'w.label',
  duration_ms: 'j.finished_at - j.started_at',
} satisfies Record<(typeof jobSorts)[number], string>

/** What a job was about: the first values its records had, or what its workflow says of all its jobs. */
export const contents = sql`coalesce((select string_agg(c.value, ', ' order by c.position) from (select value, position from job_contents where job_id = j.id order by position limit 5) c), j.content_identifier)`
/** The word its workflow has for such values, where there are some: not for the name of a field whose values have not come yet. */
export const contentType = sql`case when j.content_identifier <> w.content_identifier or exists (select from job_contents where job_id = j.id) then w.content_type else '' end`
const hasContent = (value: string) => sql`j.id in (select job_id from job_contents where value = ${value})`
/** Whether one of a job's records had exactly this value, which may stand behind the word for it: "Order 4711". */
export const isAbout = (said: string) => {
  const spaces = [...said.matchAll(/\s+/g)].slice(0, 8)
  const typed = spaces.map(
    ({ 0: space, index }) =>
      sql`(lower(w.content_type) = lower(${said.slice(0, index)}) and ${hasContent(said.slice(index + space.length))})`,
  )
  return sql`(${sql.join([hasContent(said), ...typed], sql` or `)})`
}

const columns = sql`j.id, coalesce(j.number, left(j.id::text, 8)) as number, j.workflow_id, w.label as workflow_label, w.class_name as workflow_class, w.logo as workflow_logo, j.queue_id, q.name as queue_name, q.priority, j.project_id, p.name as project_name, j.tenant_id,
  j.status, j.cancel_requested_at is not null and j.finished_at is null as cancelling, j.started_by, j.started_by_user, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as started_by_name, j.version, j.attempt, j.tries_left,
  j.records_in, j.records_out, j.records_rejected, j.warnings, ${contents} as content_identifier, ${contentType} as content_type, j.parent_job_id, j.retry_of, j.retry_mode, j.failure_cause_id, j.error, j.test, j.wake_at, j.created_at, j.started_at, j.finished_at,
  round(extract(epoch from coalesce(j.finished_at, case when j.started_at is not null then now() end) - j.started_at) * 1000)::bigint as duration_ms`
const joins = sql`join workflows w on w.id = j.workflow_id join queues q on q.id = j.queue_id join projects p on p.id = j.project_id left join users u on u.id = j.started_by_user`

export type JobListRow = Omit<JobRow, 'error'> & { error: { message: Message; code: string; step?: string } | null }

export function jobConditions(query: ListQuery): RawBuilder<unknown>[] {
  const conditions = Object.entries(filtersOf(query)).flatMap(([name, value]) =>
    value === '' ? [] : (jobFilters[name]?.(value) ?? []),
  )
  const term = (query.searchTerm ?? query.title ?? '').trim()
  if (isUuid(term)) return [...conditions, sql`j.id = ${term}::uuid`]
  if (term)
    conditions.push(
      sql`(w.label ilike ${`%${escapeLike(term)}%`} or j.content_identifier ilike ${`%${escapeLike(term)}%`} or ${isAbout(term)} or j.id::text like ${`${escapeLike(term)}%`} or j.number = ${term})`,
    )
  return conditions
}

/** Where jobs are looked for: beside their workflows where what is asked speaks of those. */
const found = (trx: Scoped, query: ListQuery, more: RawBuilder<unknown>[] = []) => sql`
  jobs j ${speaksOfWorkflows(query) ? sql`join workflows w on w.id = j.workflow_id and ${ownRows(trx, 'w')}` : sql``}
  where ${sql.join([ownRows(trx, 'j'), ...jobConditions(query), ...more], sql` and `)}`

const speaksOfWorkflows = ({ searchTerm, title, sort }: ListQuery) =>
  (searchTerm ?? title ?? '').trim() !== '' || sort?.replace(/^-/, '') === 'workflow_label'

/** The jobs of one page: they are found first, and only they are joined with all that a list says of them. */
export async function jobsOn(trx: Scoped, query: ListQuery, more: RawBuilder<unknown>[] = []): Promise<JobListRow[]> {
  const wished = query.sort?.replace(/^-/, '') ?? ''
  const order = sorts[wished]
    ? sql.raw(`${sorts[wished]} ${query.sort!.startsWith('-') ? 'desc' : 'asc'} nulls last, j.id`)
    : sql`j.created_at desc, j.id`
  const { limit, offset } = toLimitOffset(query)
  const page = sql`select j.id from ${found(trx, query, more)} order by ${order} limit ${limit} offset ${offset}`
  const { rows } =
    await sql<JobListRow>`with page as materialized (${page}) select ${columns} from page join jobs j on j.id = page.id ${joins} order by ${order}`.execute(
      trx,
    )
  return rows
}

/** One page, and how many there are in each status. */
export async function listJobs(trx: Scoped, query: ListQuery, more: RawBuilder<unknown>[] = []) {
  const data = await jobsOn(trx, query, more)
  const counts = Object.entries(await jobCounts(trx, query, more))
  const { status: asked } = filtersOf(query)
  const wanted = asked ? inList(asked) : jobStatuses
  const count = counts.reduce((sum, [status, count]) => sum + (wanted.some((one) => one === status) ? count : 0), 0)
  const statuses = Object.fromEntries(counts.map(([status, count]) => [status, Math.min(count, mostCounted)]))
  return { data, meta: { ...metaUpTo(query, count), statuses } }
}

/** Ids of all jobs a filter finds, the newest first, for actions on many. */
export async function jobIds(trx: Scoped, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select j.id from ${found(trx, query)} order by j.created_at desc limit 10000`.execute(trx)
  return rows.map((row) => row.id)
}

/** How many there are by status, each up to `mostCounted` and one, under the filters but that of status. */
async function jobCounts(trx: Scoped, query: ListQuery, more: RawBuilder<unknown>[]): Promise<Record<string, number>> {
  const { ['filter[status]']: _, sort: __, ...others } = query as Record<string, unknown>
  const ofStatus = found(trx, others as ListQuery, [sql`j.status = s.status`, ...more])
  const { rows } = await sql<{ status: string; count: number }>`
    select s.status, c.count from unnest(${jobStatuses}::text[]) s (status) cross join lateral (
      select count(*)::int as count from (select from ${ofStatus} order by j.created_at desc limit ${mostCounted + 1}) n) c
    where c.count > 0`.execute(trx)
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

const errorFilters: Record<string, (value: string) => RawBuilder<unknown> | undefined> = {
  job_id: (value) => idIn(sql.ref('e.job_id'), value),
  step: (value) => sql`e.step = ${value}`,
  state: (value) => sql`${stateOfError} = any(${inList(value)}::text[])`,
  workflow_id: (value) => idIn(sql.ref('j.workflow_id'), value),
  project_id: (value) => idIn(sql.ref('e.project_id'), value),
}

function errorConditions(query: ListQuery): RawBuilder<unknown>[] {
  const conditions = Object.entries(filtersOf(query)).flatMap(([name, value]) =>
    value === '' ? [] : (errorFilters[name]?.(value) ?? []),
  )
  const term = (query.searchTerm ?? query.title ?? '').trim()
  if (term)
    conditions.push(
      sql`(e.record::text ilike ${`%${escapeLike(term)}%`} or e.reason::text ilike ${`%${escapeLike(term)}%`})`,
    )
  return conditions
}

/** Where refused records are looked for: beside their jobs where what is asked speaks of those, and beside the jobs that retry them for their state. */
function foundErrors(trx: Scoped, query: ListQuery) {
  const { workflow_id, state } = filtersOf(query)
  return sql`record_errors e
    ${workflow_id ? sql`join jobs j on j.id = e.job_id and ${ownRows(trx, 'j')}` : sql``}
    ${state ? sql`left join jobs r on r.id = e.retried_by` : sql``}
    where ${sql.join([ownRows(trx, 'e'), ...errorConditions(query)], sql` and `)}`
}

/** One page: its records are found first, and only they are joined with all that a list says of them. */
export async function listErrors(trx: Scoped, query: ListQuery) {
  const from = foundErrors(trx, query)
  const order = sql`e.created_at desc, e.step, e.batch, e.position`
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<Omit<RecordErrorRow, 'reason'> & { reason: Message }>`
    with page as materialized (select e.id from ${from} order by ${order} limit ${limit} offset ${offset})
    select e.id, e.job_id, j.workflow_id, w.label as workflow_label, e.step, e.batch, e.position, e.record, e.corrected, e.field, e.value, e.reason, ${stateOfError} as state, e.retried_by, e.created_at
    from page join record_errors e on e.id = page.id join jobs j on j.id = e.job_id join workflows w on w.id = j.workflow_id left join jobs r on r.id = e.retried_by
    order by ${order}`.execute(trx)
  const total = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${from} order by e.created_at desc limit ${mostCounted + 1}) c`.execute(
    trx,
  )
  return { data: rows, meta: metaUpTo(query, total.rows[0]!.count) }
}

export async function errorIds(trx: Scoped, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from ${foundErrors(trx, query)} limit 100000`.execute(trx)
  return rows.map((row) => row.id)
}
