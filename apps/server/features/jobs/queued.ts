import type { QueuedJob } from '@weft/contracts/bulk-actions.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { availableAt, contents, contentType, filterConditions, isAbout } from './list.ts'

const isQueued = sql`j.status in ${sql.raw(openInSql)}`
const joins = sql`from jobs j join workflows w on w.id = j.workflow_id join queues q on q.id = j.queue_id join tenants t on t.id = j.tenant_id left join users u on u.id = j.started_by_user`
const sorts: Record<string, string> = {
  available_at: 'available_at',
  reserved_at: 'reserved_at',
  created_at: 'j.created_at',
  status: 'j.status',
  process_name: 'w.label',
  job_class: 'w.class_name',
  tenant_name: 't.name',
  queue_name: 'q.name',
}

/** What a job's filters and search ask of queued ones, over one tenant or all. */
export function queuedConditions(query: ListQuery): RawBuilder<unknown>[] {
  const { tenant_id, queue_name } = filtersOf(query)
  const { searchTerm, title, ...rest } = query
  const term = (searchTerm ?? title ?? '').trim()
  const like = `%${escapeLike(term)}%`
  return [
    isQueued,
    ...filterConditions(rest),
    ...(tenant_id && isUuid(tenant_id) ? [sql`j.tenant_id = ${tenant_id}`] : []),
    ...(queue_name ? [sql`q.name = ${queue_name}`] : []),
    ...(isUuid(term)
      ? [sql`j.id = ${term}`]
      : term
        ? [
            sql`(w.label ilike ${like} or w.class_name ilike ${like} or t.name ilike ${like} or j.content_identifier ilike ${like} or ${isAbout(term)} or j.id::text like ${`${escapeLike(term)}%`})`,
          ]
        : []),
  ]
}

/** Jobs that wait for a worker or have one: what they are, whose, where, since when, and by whom. */
export async function listQueued(trx: Scoped, query: ListQuery) {
  const where = sql`where ${sql.join(queuedConditions(query), sql` and `)}`
  const { ['filter[status]']: _, ...others } = query as Record<string, unknown>
  const wished = sorts[query.sort?.replace(/^-/, '') ?? ''] ?? 'available_at'
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<QueuedJob>`
    select j.id, j.id as process_iteration_id, w.class_name as job_class, w.id as process_id, w.id as workflow_id, w.label as process_name, w.logo as workflow_logo, j.tenant_id, t.name as tenant_name, q.id as queue_id, q.name as queue_name, q.priority,
      j.status, j.cancel_requested_at is not null as cancelling, case when j.status in ('started', 'working') then j.started_at end as reserved_at, ${availableAt} as available_at,
      j.started_by, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as started_by_name, ${contents} as content_identifier, ${contentType} as content_type, j.attempt, j.created_at
    ${joins} ${where} order by ${sql.raw(wished)} ${sql.raw(query.sort?.startsWith('-') ? 'desc' : 'asc')} nulls last, j.created_at, j.id limit ${limit} offset ${offset}`.execute(
    trx,
  )
  const counts = await sql<{
    status: string
    count: number
  }>`select j.status, count(*)::int as count ${joins} where ${sql.join(queuedConditions(others as ListQuery), sql` and `)} group by 1`.execute(
    trx,
  )
  const total = await sql<{ total: number }>`select count(*)::int as total ${joins} ${where}`.execute(trx)
  return {
    data: rows,
    meta: {
      ...metaOf(query, total.rows[0]!.total),
      statuses: Object.fromEntries(counts.rows.map((row) => [row.status, row.count])),
    },
  }
}
