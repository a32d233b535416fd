import type { JournalEntry, Period } from '@weft/contracts/analysis.ts'
import { ownRows, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaUpTo, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { mostCounted } from '@weft/kit/http/most-counted.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { jobConditions, jobsWhere } from '../jobs/list.ts'
import { since } from './period.ts'

export type JournalRow = Omit<JournalEntry, 'message'> & { message: Message | null }

type Asked = { query: ListQuery; period: Period }

/** What a run is to somebody who looks through the journal. */
const levelOfRun = sql`case when j.status in ('error', 'aborted') then 'error' when j.status = 'warning' then 'warning' else 'info' end`

/** What happened in a period, the newest first: every run, and what runs have warned of or failed at. */
export async function journal(trx: Scoped, { query, period }: Asked) {
  const { levels, term } = wishesOf(query)
  const conditions = [
    sql`j.created_at > ${since(period)}`,
    ...(levels ? [sql`${levelOfRun} = any(${levels})`] : []),
    ...(await jobConditions(trx, query)),
  ]
  const runs: Found = (most, inOrder) => sql`
    select * from (select j.id as job_id, null::bigint as line, j.created_at as at, 'run' as kind, j.id::text as id from ${jobsWhere(trx, conditions)}
      ${inOrder ? sql`order by j.created_at desc` : sql``} limit ${most}) r`
  const lines = linesSql(trx, query, { period, levels: levels ?? ['warning', 'error'], term })
  return page(trx, query, (most, inOrder) => sql`${runs(most, inOrder)} union all ${lines(most, inOrder)}`)
}

/** What the runs of a period have said, line by line, the newest first. */
export function workflowLogs(trx: Scoped, { query, period }: Asked) {
  const { levels, term } = wishesOf(query)
  return page(trx, query, linesSql(trx, query, { period, levels, term }))
}

function wishesOf(query: ListQuery) {
  const { level } = filtersOf(query)
  const words = (query.searchTerm ?? query.title ?? '').trim()
  return { levels: level ? level.split(',') : undefined, term: words && `%${escapeLike(words)}%` }
}

/** So many of what is found: the newest, or any to be counted. */
type Found = (most: number, inOrder: boolean) => RawBuilder<unknown>

type Lines = { period: Period; levels: string[] | undefined; term: string }

/** Lines of logs have an index by time for each project, so of each project only as many as could stand on the page are read. */
function linesSql(trx: Scoped, query: ListQuery, { period, levels, term }: Lines): Found {
  const { project_id, workflow_id } = filtersOf(query)
  const speaksOfJobs = workflow_id || term
  const conditions = [
    sql`l.project_id = p.id and l.created_at > ${since(period)}`,
    ...(levels ? [sql`l.level = any(${levels})`] : []),
    ...(workflow_id ? [sql`j.workflow_id = ${idOf(workflow_id)}`] : []),
    ...(term
      ? [
          sql`(l.message::text ilike ${term} or j.workflow_id in (select w.id from workflows w where ${ownRows(trx, 'w')} and w.label ilike ${term}))`,
        ]
      : []),
  ]
  return (most, inOrder) => sql`
    select x.* from projects p cross join lateral (
      select l.job_id, l.id as line, l.created_at as at, 'line' as kind, l.id::text as id
      from job_logs l ${speaksOfJobs ? sql`join jobs j on j.id = l.job_id` : sql``}
      where ${sql.join(conditions, sql` and `)} ${inOrder ? sql`order by l.created_at desc, l.id desc` : sql``} limit ${most}) x
    where p.tenant_id = weft_tenant() ${project_id ? sql`and p.id = ${idOf(project_id)}` : sql``}`
}

const idOf = (id: string) => sql`${isUuid(id) ? id : '00000000-0000-0000-0000-000000000000'}::uuid`

/** One page of what is found up to so many; only what stands on it is joined with all that is said of it. */
async function page(trx: Scoped, query: ListQuery, found: Found) {
  const { limit, offset } = toLimitOffset(query)
  const order = sql`at desc, kind, id desc`
  const { rows } = await sql<JournalRow>`
    with page as materialized (select * from (${found(limit + offset, true)}) e order by ${order} limit ${limit} offset ${offset})
    select e.id, e.at, e.kind, coalesce(l.level, ${levelOfRun}) as level, p.id as project_id, p.name as project_name, w.id as workflow_id,
      w.label as workflow_label, j.id as job_id, l.step, case when e.line is null then j.error->'message' else l.message end as message, l.parameters,
      j.status, j.records_in, j.records_out, j.records_rejected
    from page e join jobs j on j.id = e.job_id join workflows w on w.id = j.workflow_id join projects p on p.id = j.project_id left join job_logs l on l.id = e.line
    order by ${order}`.execute(trx)
  const {
    rows: [count],
  } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from (${found(mostCounted + 1, false)}) e limit ${mostCounted + 1}) c`.execute(
    trx,
  )
  return { data: rows, meta: metaUpTo(query, count!.n) }
}
