import type { causeSorts, causesQuery, CauseRow } from '@weft/contracts/rejection-causes.ts'
import type { ToMend } from '@weft/engine/mending/fields.ts'
import { stateOfError } from '@weft/engine/queue/requeue.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'

type CausesQuery = z.output<typeof causesQuery>
type Day = CauseRow['days'][number]
export type FoundCause = Omit<CauseRow, 'reason' | 'step_label' | 'days' | 'badge'> & {
  reason: Message
  value: unknown
  varies: string[]
}

/** As it is now: what was ignored until a moment is open again after it, and what nothing waits at is no work. */
const state = sql<CauseRow['state']>`case
  when c.state = 'ignored' and c.ignored_until <= now() then case when c.waiting > 0 then 'open' else 'empty' end
  when c.waiting = 0 and c.state in ('open', 'in_work', 'came_back') then 'empty'
  else c.state end`

const sorts: Record<(typeof causeSorts)[number], string> = {
  waiting: 'c.waiting',
  records: 'c.records',
  runs: 'c.runs',
  last_seen_at: 'c.last_seen_at',
  first_seen_at: 'c.first_seen_at',
}

const listed = (value: string) => value.split(',').map((part) => part.trim())

/** Mine is what I have taken on and is not over. */
const isMine = (user: string) => sql`c.assigned_to = ${user} and ${state} in ('open', 'in_work', 'came_back')`

function conditionsOf(query: CausesQuery, user: string): RawBuilder<unknown>[] {
  const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
    state: (value) => (listed(value).includes('mine') ? isMine(user) : sql`${state} = any(${listed(value)}::text[])`),
    workflow_id: (value) => sql`c.workflow_id = any(${listed(value).filter((id) => isUuid(id))}::uuid[])`,
    step: (value) => sql`c.step = ${value}`,
    field: (value) => sql`c.field = ${value}`,
  }
  const term = (query.searchTerm ?? '').trim()
  const like = `%${escapeLike(term)}%`
  return [
    sql`true`,
    ...Object.entries(filtersOf(query)).flatMap(([name, value]) => filters[name]?.(value) ?? []),
    ...(term === ''
      ? []
      : [sql`(c.reason::text ilike ${like} or c.field ilike ${like} or c.value::text ilike ${like})`]),
  ]
}

const columns = sql`c.id, c.workflow_id, w.label as workflow_label, w.source, c.step, c.field, c.reason, c.value, c.varies, c.records, c.waiting, c.mended, c.runs, c.last_job_id,
  c.first_seen_at, c.last_seen_at, c.mended_at, ${state} as state, c.assigned_to, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as assigned_name,
  c.ignored_reason, c.ignored_until, c.ignored_above`
const joins = sql`from rejection_causes c join workflows w on w.id = c.workflow_id left join users u on u.id = c.assigned_to`

export async function listCauses(trx: Scoped, query: CausesQuery, user: string) {
  const where = sql.join(conditionsOf(query, user), sql` and `)
  const wished = (query.sort ?? '-waiting').replace(/^-/, '') as keyof typeof sorts
  const order = sql.raw(`${sorts[wished]} ${query.sort && !query.sort.startsWith('-') ? 'asc' : 'desc'}, c.id`)
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<FoundCause & { source: string }>`
    select ${columns} ${joins} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(trx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${joins} where ${where}`.execute(trx)
  return { rows, meta: metaOf(query, counted[0]!.total) }
}

export async function findCause(trx: Scoped, id: string): Promise<(FoundCause & { source: string }) | undefined> {
  const { rows } = await sql<FoundCause & { source: string }>`select ${columns} ${joins} where c.id = ${id}`.execute(
    trx,
  )
  return rows[0]
}

/** Counts by state over all causes of the project, and of those that are mine. */
export async function countsByState(trx: Scoped, user: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select ${state} as state, count(*)::int as count from rejection_causes c group by 1
    union all select 'mine', count(*)::int from rejection_causes c where ${isMine(user)}`.execute(trx)
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

const isOpen = sql`${state} in ('open', 'in_work', 'came_back')`

/** How many records wait at causes somebody has to look at, and the three that most wait at. */
export async function openRecords(trx: Scoped) {
  const { rows } = await sql<{ waiting: number }>`
    select coalesce(sum(c.waiting), 0)::bigint as waiting from rejection_causes c where ${isOpen}`.execute(trx)
  const { rows: largest } = await sql<Pick<FoundCause, 'id' | 'reason' | 'value' | 'varies' | 'field' | 'waiting'>>`
    select c.id, c.reason, c.value, c.varies, c.field, c.waiting from rejection_causes c where ${isOpen} order by c.waiting desc, c.id limit 3`.execute(
    trx,
  )
  return { waiting: Number(rows[0]!.waiting), largest }
}

/** What a list can be narrowed by: whatever its causes have. */
export async function choices(trx: Scoped) {
  const { rows: workflows } = await sql<{ id: string; label: string }>`
    select w.id, w.label from workflows w where exists (select from rejection_causes c where c.workflow_id = w.id) order by w.label limit 500`.execute(
    trx,
  )
  const { rows: steps } = await sql<{ step: string }>`
    select distinct c.step from rejection_causes c order by 1 limit 500`.execute(trx)
  const { rows: fields } = await sql<{ field: string }>`
    select distinct c.field from rejection_causes c where c.field <> '' order by 1 limit 500`.execute(trx)
  return { workflows, steps: steps.map(({ step }) => step), fields: fields.map(({ field }) => field) }
}

/** The last 14 days of each cause, or of all of the project; days on which nothing happened as well. */
export async function daysOf(trx: Scoped, causes?: string[]): Promise<Map<string, Day[]>> {
  const { rows } = await sql<Day & { cause: string }>`
    select k.cause, to_char(g.day, 'YYYY-MM-DD') as day, coalesce(sum(d.rejected), 0)::bigint as rejected, coalesce(sum(d.mended), 0)::bigint as mended
    from ${causes ? sql`unnest(${causes}::uuid[])` : sql`(values (null::uuid))`} as k (cause)
    cross join (select (now() at time zone 'UTC')::date - 13 + n as day from generate_series(0, 13) n) g
    left join rejection_cause_days d on d.day = g.day and ${causes ? sql`d.cause_id = k.cause` : sql`true`}
    group by 1, g.day order by 1, g.day`.execute(trx)
  return Map.groupBy(
    rows.map(({ cause, day, rejected, mended }) => ({
      cause,
      day,
      rejected: Number(rejected),
      mended: Number(mended),
    })),
    ({ cause }) => cause ?? '',
  ) as Map<string, Day[]>
}

type Sample = {
  id: string
  job_id: string
  job_number: string
  batch: number
  position: number
  record: DataRecord
  field: string | null
  value: unknown
  reason: Message
  created_at: string
}

/** Of the newest records that wait at a cause ten, those with values of which there is none yet first. */
export async function samplesOf(trx: Scoped, cause: string): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select s.id, s.job_id, coalesce(j.number, left(j.id::text, 8)) as job_number, s.batch, s.position, coalesce(s.corrected, s.record) as record, s.field, s.value, s.reason, s.created_at
    from (select e.*, row_number() over (partition by e.value order by e.created_at desc, e.id) as nth
      from (select * from record_errors where cause_id = ${cause} and state in ('open', 'retrying') order by created_at desc limit 5000) e) s
    join jobs j on j.id = s.job_id order by s.nth, s.created_at desc, s.batch, s.position limit 10`.execute(trx)
  return rows
}

/** Where a field stands in the records of rejections called `e`: the rejection knows which entry of a list was meant. */
function valueOf(field: string): RawBuilder<unknown> {
  const record = sql`coalesce(e.corrected, e.record)`
  const parts = (of: RawBuilder<unknown>) => sql`array_remove(regexp_split_to_array(${of}, '[.\\[\\]]+'), '')`
  const meant = sql`case when weft_cause_field(e.field) = ${field} then e.field else ${field} end`
  return sql`case when ${record} ? ${field} then ${record} -> ${field} else ${record} #> ${parts(meant)} end`
}

/** The most frequent values a field has among the newest 100,000 records that wait at a cause. */
export async function valuesOf(trx: Scoped, cause: string, field: string): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select v.value, count(*)::int as records
    from (select coalesce(${valueOf(field)}, 'null') as value from record_errors e
      where e.cause_id = ${cause} and e.state in ('open', 'retrying') order by e.created_at desc limit 100000) v
    group by v.value order by 2 desc, 1 limit 200`.execute(trx)
  return rows
}
export type ValueCount = { value: unknown; records: number }

type Waiting = ToMend & { reason: Message }

/** Records of a cause nobody has tried again yet, the oldest first. */
export async function toMend(trx: Scoped, cause: string, most: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select e.id, coalesce(e.corrected, e.record) as record, e.field, e.reason from record_errors e left join jobs r on r.id = e.retried_by
    where e.cause_id = ${cause} and e.state in ('open', 'retrying') and ${stateOfError} = 'open' order by e.created_at, e.id limit ${most}`.execute(
    trx,
  )
  return rows
}
