import { wholeMinutes, type jobSorts, type JobRow, type RecordErrorRow } from '@weft/contracts/jobs.ts'
import { stateOfError } from '@weft/engine/queue/requeue.server.ts'
import { ownRows, type Scoped } from '@weft/kit/database/connect.server.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaUpTo, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { mostCounted } from '@weft/kit/http/most-counted.ts'
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
  started_at: 'j.started_at',
  finished_at: 'j.finished_at',
  status: 'j.status',
  records_in: 'j.records_in',
  records_out: 'j.records_out',
  records_rejected: 'j.records_rejected',
  workflow_label: 'w.label',
  duration_ms: 'j.finished_at - j.started_at',
} satisfies Record<Exclude<(typeof jobSorts)[number], 'created_at'>, string>

/** What a job was about: the first values its records had, or what its workflow says of all its jobs. */
export const contents = sql`coalesce((select string_agg(c.value, ', ' order by c.position) from (select value, position from job_contents where job_id = j.id order by position limit 5) c), j.content_identifier)`
/** The word its workflow has for such values, where there are some: not for the name of a field whose values have not come yet. */
export const contentType = sql`case when j.content_identifier <> w.content_identifier or exists (select from job_contents where job_id = j.id) then w.content_type else '' end`
const hasContent = (value: string) => sql`j.id in (select job_id from job_contents where value = ${value})`
/** Whether one of a job's records had exactly this value, which may stand behind the word for it: "Order 4711". */
export const isAbout = (said: string) => {
  const typed = typedValues(said).map(
    ({ type, value }) => sql`(lower(w.content_type) = lower(${type}) and ${hasContent(value)})`,
  )
  return sql`(${sql.join([hasContent(said), ...typed], sql` or `)})`
}

/** Each way to read "Sales order 4711" as a word and a value behind it. */
const typedValues = (said: string) =>
  [...said.matchAll(/\s+/g)]
    .slice(0, 8)
    .map(({ 0: space, index }) => ({ type: said.slice(0, index), value: said.slice(index + space.length) }))

const columns = sql`j.id, coalesce(j.number, left(j.id::text, 8)) as number, j.workflow_id, w.label as workflow_label, w.class_name as workflow_class, w.logo as workflow_logo, j.queue_id, q.name as queue_name, q.priority, j.project_id, p.name as project_name, j.tenant_id,
  j.status, j.cancel_requested_at is not null and j.finished_at is null as cancelling, j.started_by, j.started_by_user, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as started_by_name, j.version, j.attempt, j.tries_left,
  j.records_in, j.records_out, j.records_rejected, j.warnings, ${contents} as content_identifier, ${contentType} as content_type, j.parent_job_id, j.retry_of, j.retry_mode, j.failure_cause_id, j.error, j.test, j.wake_at, j.created_at, j.started_at, j.finished_at,
  round(extract(epoch from coalesce(j.finished_at, case when j.started_at is not null then now() end) - j.started_at) * 1000)::bigint as duration_ms`
const joins = sql`join workflows w on w.id = j.workflow_id join queues q on q.id = j.queue_id join projects p on p.id = j.project_id left join users u on u.id = j.started_by_user`

export type JobListRow = Omit<JobRow, 'error'> & { error: { message: Message; code: string; step?: string } | null }

/** What a list's filters ask, and its search, which is first looked up by what has an index. */
export async function jobConditions(trx: Scoped, query: ListQuery): Promise<RawBuilder<unknown>[]> {
  const conditions = filterConditions(query)
  const term = termOf(query)
  if (term) conditions.push(isUuid(term) ? sql`j.id = ${term}::uuid` : await isMeant(trx, term))
  return conditions
}

export const filterConditions = (query: object): RawBuilder<unknown>[] =>
  Object.entries(filtersOf(query)).flatMap(([name, value]) => jobFilters[name]?.(value) ?? [])

const termOf = ({ searchTerm, title }: ListQuery) => (searchTerm ?? title ?? '').trim()

/** So many characters of an id say which one it is; fewer would be looked for among the jobs of all tenants. */
const beginningOfId = /^[0-9a-f]{6}[0-9a-f-]{0,30}$/i

/**
 * Whether a job is what a search term means: by the name of its workflow, by what it says it is about, by a value of its records, by its number
 * or by the beginning of its id. What these are is looked up before, since no index serves several tables and patterns at once.
 */
async function isMeant(trx: Scoped, term: string): Promise<RawBuilder<unknown>> {
  const like = `%${escapeLike(term)}%`
  const labelled = sql`select w.id from workflows w where ${ownRows(trx, 'w')} and w.label ilike ${like}`
  const typed = typedValues(term).map(
    ({ type, value }) => sql`
      union all select c.job_id from job_contents c join jobs j on j.id = c.job_id join workflows w on w.id = j.workflow_id
      where ${ownRows(trx, 'c')} and c.value = ${value} and lower(w.content_type) = lower(${type})`,
  )
  const { rows } = await sql<{ workflows: string[]; contents: string[]; says_much: boolean; jobs: string[] }>`
    with recursive said as (
      select p.id as project_id, (${nextSaid(trx, sql`j.project_id = p.id`)}) as text from projects p
      union all
      select project_id, (${nextSaid(trx, sql`j.project_id = said.project_id and j.content_identifier > said.text`)}) from said where text is not null
    ), first as materialized (select text from said where text is not null limit ${mostSaid + 1})
    select array(${labelled} limit ${mostNamed + 1}) as workflows,
      array(select distinct text from first where text ilike ${like}) as contents, (select count(*) > ${mostSaid} from first) as says_much,
      array(select j.id from jobs j where ${ownRows(trx, 'j')} and j.number = ${term}
        union all select c.job_id from job_contents c where ${ownRows(trx, 'c')} and c.value = ${term} ${sql.join(typed, sql` `)}
        limit ${mostCounted}) as jobs`.execute(trx)
  const { workflows, contents, says_much, jobs } = rows[0]!
  const meant = [
    ...(workflows.length > mostNamed ? [sql`(j.workflow_id in (${labelled})) is true`] : []),
    ...(workflows.length > 0 && workflows.length <= mostNamed ? [sql`j.workflow_id = any(${workflows}::uuid[])`] : []),
    ...(says_much ? [sql`j.content_identifier ilike ${like}`] : []),
    ...(contents.length > 0 && !says_much ? [sql`j.content_identifier = any(${contents}::text[])`] : []),
    ...(jobs.length > 0 ? [sql`j.id = any(${jobs}::uuid[])`] : []),
    ...(beginningOfId.test(term) ? [sql`j.id between ${idFrom(term, '0')}::uuid and ${idFrom(term, 'f')}::uuid`] : []),
  ]
  return meant.length > 0 ? sql`(${sql.join(meant, sql` or `)})` : sql`false`
}

/**
 * What jobs say they are about is the name of a field or of an imported file: few texts for any number of jobs, found a step of the index each.
 * Of more than these (25 ms) the jobs themselves are read.
 */
const mostSaid = 1_000
const nextSaid = (trx: Scoped, where: RawBuilder<unknown>) => sql`
  select j.content_identifier from jobs j where ${ownRows(trx, 'j')} and ${where} order by 1 limit 1`

/**
 * So many workflows are named to the planner, which then knows what their index is worth. To read 5,000 names takes it 25 ms; `is true` lets it
 * take half of all jobs for theirs, and read these in their order.
 */
const mostNamed = 1_000

/** The least or greatest id that begins like this. */
const idFrom = (beginning: string, digit: '0' | 'f') => beginning.replaceAll('-', '').padEnd(32, digit).slice(0, 32)

/** Where jobs are looked for. */
export const jobsWhere = (trx: Scoped, conditions: RawBuilder<unknown>[]) =>
  sql`jobs j where ${sql.join([ownRows(trx, 'j'), ...conditions], sql` and `)}`

/** By when a job was accepted, which an index gives in its order, however many there are. */
const byTime: Record<string, RawBuilder<unknown>> = {
  '': sql`j.created_at desc, j.id`,
  '-created_at': sql`j.created_at desc, j.id`,
  created_at: sql`j.created_at, j.id`,
}
const orderOf = (sort = '') =>
  byTime[sort] ?? sql.raw(`${sorts[sort.replace(/^-/, '')]} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last, j.id`)

/**
 * The jobs of one page: they are found first, and only they are joined with all that a list says of them. Any order but that by time
 * is one among the newest `mostCounted` that are found.
 */
export async function jobsOn(trx: Scoped, query: ListQuery, conditions: RawBuilder<unknown>[]): Promise<JobListRow[]> {
  const { limit, offset } = toLimitOffset(query)
  const from = jobsWhere(trx, conditions)
  const order = orderOf(query.sort)
  const ordered = byTime[query.sort ?? '']
    ? from
    : sql`(select * from ${from} order by j.created_at desc limit ${mostCounted}) j ${query.sort?.endsWith('workflow_label') ? sql`join workflows w on w.id = j.workflow_id` : sql``}`
  const page = sql`select j.id from ${ordered} order by ${order} limit ${limit} offset ${offset}`
  const { rows } =
    await sql<JobListRow>`with page as materialized (${page}) select ${columns} from page join jobs j on j.id = page.id ${joins} order by ${order}`.execute(
      trx,
    )
  return rows
}

/** One page, and how many there are in each status. */
export async function listJobs(trx: Scoped, query: ListQuery, more: RawBuilder<unknown>[] = []) {
  const { status: asked } = filtersOf(query)
  const { ['filter[status]']: _, ...others } = query as ListQuery & Record<string, unknown>
  const conditions = [...(await jobConditions(trx, others)), ...more]
  const data = await jobsOn(trx, query, [...conditions, ...filterConditions(asked ? { 'filter[status]': asked } : {})])
  const counts = Object.entries(await jobCounts(trx, conditions))
  const wanted = asked ? inList(asked) : jobStatuses
  const count = counts.reduce((sum, [status, count]) => sum + (wanted.some((one) => one === status) ? count : 0), 0)
  const statuses = Object.fromEntries(counts.map(([status, count]) => [status, Math.min(count, mostCounted)]))
  const meta = metaUpTo(query, count)
  const sorted = meta.more && !byTime[query.sort ?? ''] ? { sortedAmong: mostCounted } : {}
  return { data, meta: { ...meta, ...sorted, statuses } }
}

/** Ids of all jobs a filter finds, the newest first, for actions on many. */
export async function jobIds(trx: Scoped, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select j.id from ${jobsWhere(trx, await jobConditions(trx, query))} order by j.created_at desc limit ${mostCounted}`.execute(
    trx,
  )
  return rows.map((row) => row.id)
}

/** How many there are by status, each up to `mostCounted` and one. */
async function jobCounts(trx: Scoped, conditions: RawBuilder<unknown>[]): Promise<Record<string, number>> {
  const few = await countsOf(sql`
    select status, count(*)::int as count from (select j.status from ${jobsWhere(trx, conditions)} limit ${mostCounted + 1}) n group by 1`)
  if (Object.values(few).reduce((sum, count) => sum + count, 0) <= mostCounted) return few
  // Each by itself, so that the planner knows which are rare: those are found by the index, and of the others the first ones will do.
  const counted = jobStatuses.map(
    (status) => sql`
      select ${sql.lit(status)} as status, count(*)::int as count
      from (select from ${jobsWhere(trx, [sql`j.status = ${sql.lit(status)}`, ...conditions])} limit ${mostCounted + 1}) n having count(*) > 0`,
  )
  return countsOf(sql.join(counted, sql` union all `))

  async function countsOf(counted: RawBuilder<unknown>): Promise<Record<string, number>> {
    const { rows } = await (counted as RawBuilder<{ status: string; count: number }>).execute(trx)
    return Object.fromEntries(rows.map((row) => [row.status, row.count]))
  }
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
