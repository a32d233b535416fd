import type { JournalEntry, Period } from '@weft/contracts/analysis.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaUpTo, mostCounted, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { isAbout } from '../jobs/list.ts'
import { since } from './period.ts'

export type JournalRow = Omit<JournalEntry, 'message'> & { message: Message | null }

type Asked = { query: ListQuery; period: Period }

const of = 'p.id as project_id, p.name as project_name, w.id as workflow_id, w.label as workflow_label, j.id as job_id'
const figures = 'j.status, j.records_in, j.records_out, j.records_rejected'
/** What a run is to somebody who looks through the journal. */
const levelOfRun = sql`case when j.status in ('error', 'aborted') then 'error' when j.status = 'warning' then 'warning' else 'info' end`

/** What happened in a period, the newest first: every run, and what runs have warned of or failed at. */
export function journal(trx: Scoped, { query, period }: Asked) {
  const { levels, place, term, words } = wishesOf(query)
  const { limit, offset } = toLimitOffset(query)
  const runs = sql`select j.id::text as id, j.created_at as at, 'run' as kind, ${levelOfRun} as level, ${sql.raw(of)}, null::text as step, j.error->'message' as message, null::jsonb as parameters, ${sql.raw(figures)}
    from jobs j join workflows w on w.id = j.workflow_id where j.project_id = p.id and j.created_at > ${since(period)} ${all([...place, ...(levels ? [sql`${levelOfRun} = any(${levels})`] : []), ...(term ? [sql`(w.label ilike ${term} or j.content_identifier ilike ${term} or ${isAbout(words)})`] : [])])} order by j.created_at desc`
  const lines = linesSql({ period, levels: levels ?? ['warning', 'error'], place, term })
  return page(
    trx,
    query,
    sql`${cut(runs, limit + offset)} union all ${cut(lines, limit + offset)}`,
    sql`${cut(runs, mostCounted + 1)} union all ${cut(lines, mostCounted + 1)}`,
  )
}

/** What the runs of a period have said, line by line, the newest first. */
export function workflowLogs(trx: Scoped, { query, period }: Asked) {
  const { levels, place, term } = wishesOf(query)
  const { limit, offset } = toLimitOffset(query)
  const lines = linesSql({ period, levels, place, term })
  return page(trx, query, cut(lines, limit + offset), cut(lines, mostCounted + 1))
}

function wishesOf(query: ListQuery) {
  const { level, project_id, workflow_id } = filtersOf(query)
  const words = (query.searchTerm ?? query.title ?? '').trim()
  const idIs = (column: string, id: string | undefined) =>
    id ? [sql`${sql.ref(column)} = ${isUuid(id) ? id : '00000000-0000-0000-0000-000000000000'}::uuid`] : []
  return {
    levels: level ? level.split(',') : undefined,
    place: [...idIs('p.id', project_id), ...idIs('w.id', workflow_id)],
    words,
    term: words && `%${escapeLike(words)}%`,
  }
}

type Lines = { period: Period; levels: string[] | undefined; place: RawBuilder<unknown>[]; term: string }

const linesSql = ({
  period,
  levels,
  place,
  term,
}: Lines) => sql`select l.id::text as id, l.created_at as at, 'line' as kind, l.level, ${sql.raw(of)}, l.step, l.message, l.parameters, ${sql.raw(figures)}
  from job_logs l join jobs j on j.id = l.job_id join workflows w on w.id = j.workflow_id where l.project_id = p.id and l.created_at > ${since(period)} ${all([...place, ...(levels ? [sql`l.level = any(${levels})`] : []), ...(term ? [sql`(l.message::text ilike ${term} or w.label ilike ${term})`] : [])])} order by l.created_at desc, l.id desc`

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``

/** Each project has an index by time, so of each only as many as could stand on the page are read. */
const cut = (rows: RawBuilder<unknown>, most: number) =>
  sql`select x.* from projects p cross join lateral (${rows} limit ${most}) x where p.tenant_id = weft_tenant()`

async function page(trx: Scoped, query: ListQuery, rows: RawBuilder<unknown>, counted: RawBuilder<unknown>) {
  const { limit, offset } = toLimitOffset(query)
  const found =
    await sql<JournalRow>`select * from (${rows}) e order by at desc, kind, id desc limit ${limit} offset ${offset}`.execute(
      trx,
    )
  const {
    rows: [count],
  } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from (${counted}) e limit ${mostCounted + 1}) c`.execute(trx)
  return { data: found.rows, meta: metaUpTo(query, count!.n) }
}
