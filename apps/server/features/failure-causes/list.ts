import type { failureSorts, failuresQuery, FailureRow } from '@weft/contracts/failure-causes.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'

type FailuresQuery = z.output<typeof failuresQuery>
type Day = FailureRow['days'][number]
export type FoundFailure = Omit<FailureRow, 'message' | 'step_label' | 'days' | 'badge'> & {
  sample: Message
  /** The workflow as the last run had it, as long as that is kept. */
  source: string
}

const sorts: Record<(typeof failureSorts)[number], string> = {
  runs: 'c.runs',
  last_seen_at: 'c.last_seen_at',
  first_seen_at: 'c.first_seen_at',
}

const listed = (value: string) => value.split(',').map((part) => part.trim())
const ids = (value: string) => listed(value).filter((id) => isUuid(id))

/** Mine is what I have taken on and is not over. */
const isMine = (user: string) => sql`c.assigned_to = ${user} and c.state in ('open', 'in_work', 'came_back')`

function conditionsOf(query: FailuresQuery, user: string): RawBuilder<unknown>[] {
  const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
    state: (value) => (listed(value).includes('mine') ? isMine(user) : sql`c.state = any(${listed(value)}::text[])`),
    workflow_id: (value) => sql`c.workflow_id = any(${ids(value)}::uuid[])`,
    code: (value) => sql`c.code = ${value}`,
    assigned_to: (value) => sql`c.assigned_to = any(${ids(value)}::uuid[])`,
  }
  const term = (query.searchTerm ?? '').trim()
  const like = `%${escapeLike(term)}%`
  return [
    sql`true`,
    ...Object.entries(filtersOf(query)).flatMap(([name, value]) => filters[name]?.(value) ?? []),
    ...(term === ''
      ? []
      : [
          sql`(c.template ilike ${like} or c.sample::text ilike ${like} or c.code ilike ${like} or w.label ilike ${like})`,
        ]),
  ]
}

const name = sql`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email)`
const columns = sql`c.id, c.workflow_id, w.label as workflow_label, coalesce(s.source, w.source) as source, c.step, c.code, c.sample, c.runs, c.last_job_id, c.first_seen_at, c.last_seen_at,
  c.began_at, c.began_job_id, c.began_version, c.state, c.fixed_at, c.assigned_to, ${name} as assigned_name, c.ignored_reason`
const joins = sql`from failure_causes c join workflows w on w.id = c.workflow_id left join users u on u.id = c.assigned_to left join jobs l on l.id = c.last_job_id
  left join workflow_sources s on s.id = l.source_id`

export async function listFailures(trx: Scoped, query: FailuresQuery, user: string) {
  const where = sql.join(conditionsOf(query, user), sql` and `)
  const wished = (query.sort ?? '-last_seen_at').replace(/^-/, '') as keyof typeof sorts
  const order = sql.raw(`${sorts[wished]} ${query.sort && !query.sort.startsWith('-') ? 'asc' : 'desc'}, c.id`)
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<FoundFailure>`
    select ${columns} ${joins} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(trx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${joins} where ${where}`.execute(trx)
  return { rows, meta: metaOf(query, counted[0]!.total) }
}

export async function findFailure(trx: Scoped, id: string): Promise<FoundFailure | undefined> {
  const { rows } = await sql<FoundFailure>`select ${columns} ${joins} where c.id = ${id}`.execute(trx)
  return rows[0]
}

/** Counts by state over all causes of the project, and of those that are mine. */
export async function countsByState(trx: Scoped, user: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select c.state, count(*)::int as count from failure_causes c group by 1
    union all select 'mine', count(*)::int from failure_causes c where ${isMine(user)}`.execute(trx)
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

/** What a list can be narrowed by: whatever its causes have. */
export async function choices(trx: Scoped) {
  const { rows: workflows } = await sql<{ id: string; label: string }>`
    select w.id, w.label from workflows w where exists (select from failure_causes c where c.workflow_id = w.id) order by w.label limit 500`.execute(
    trx,
  )
  const { rows: codes } = await sql<{ code: string }>`
    select distinct c.code from failure_causes c where c.code <> '' order by 1 limit 500`.execute(trx)
  const { rows: assignees } = await sql<{ id: string; name: string }>`
    select u.id, ${name} as name from users u where exists (select from failure_causes c where c.assigned_to = u.id) order by 2, 1 limit 500`.execute(
    trx,
  )
  return { workflows, codes: codes.map(({ code }) => code), assignees }
}

/** The last 14 days of each cause; days on which nothing failed as well. */
export async function daysOf(trx: Scoped, causes: string[]): Promise<Map<string, Day[]>> {
  const { rows } = await sql<Day & { cause: string }>`
    select k.cause, to_char(g.day, 'YYYY-MM-DD') as day, coalesce(d.runs, 0)::int as runs
    from unnest(${causes}::uuid[]) as k (cause)
    cross join (select (now() at time zone 'UTC')::date - 13 + n as day from generate_series(0, 13) n) g
    left join failure_cause_days d on d.cause_id = k.cause and d.day = g.day order by k.cause, g.day`.execute(trx)
  return Map.groupBy(
    rows.map(({ cause, day, runs }) => ({ cause, day, runs })),
    ({ cause }) => cause,
  ) as Map<string, Day[]>
}

type FoundRun = {
  id: string
  number: string
  version: number
  created_at: string
  finished_at: string | null
  error: { message: Message }
  repeated: 'pending' | 'started' | 'working' | 'waiting' | 'stopped' | 'warning' | 'error' | 'aborted' | 'info' | null
}

/** The newest runs of a cause, each with how the newest run stands that repeats it. */
export async function newestRuns(trx: Scoped, cause: string): Promise<FoundRun[]> {
  const { rows } = await sql<FoundRun>`
    select j.id, coalesce(j.number, left(j.id::text, 8)) as number, j.version, j.created_at, j.finished_at, j.error, r.status as repeated
    from jobs j left join lateral (
      select r.status from jobs r where r.retry_of = j.id and ${repeats} order by r.created_at desc limit 1) r on true
    where j.failure_cause_id = ${cause} order by j.created_at desc, j.id limit 10`.execute(trx)
  return rows
}

const repeats = sql`r.retry_mode in ('from_start', 'from_failed')`
/** Whether a run that repeats the job `j` has not come to its end. */
export const isUnderWay = sql`exists (select from jobs r where r.retry_of = j.id and ${repeats} and r.finished_at is null)`

/** How many runs of a cause were not repeated yet, and of how many of these a repetition is under way; at most 10,000 are looked at. */
export async function openRuns(trx: Scoped, cause: string): Promise<{ open_runs: number; under_way: number }> {
  const { rows } = await sql<{ open_runs: number; under_way: number }>`
    select count(*)::int as open_runs, count(*) filter (where o.under_way)::int as under_way
    from (select ${isUnderWay} as under_way from jobs j where j.failure_cause_id = ${cause} and j.failure_open limit 10000) o`.execute(
    trx,
  )
  return rows[0]!
}

export const jobNumbers = async (trx: Scoped, jobs: string[]): Promise<(id: string) => string> => {
  const { rows } = await sql<{ id: string; number: string | null }>`
    select id, number from jobs where id = any(${jobs}::uuid[])`.execute(trx)
  const known = new Map(rows.map(({ id, number }) => [id, number]))
  return (id) => known.get(id) ?? id.slice(0, 8)
}
