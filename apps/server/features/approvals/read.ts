import type { approvalContract } from '@weft/contracts/approvals.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filtersOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

export type WholeApproval = z.output<(typeof approvalContract)['GET /approvals/:id']['answers'][200]>['data']
type ListedApproval = z.output<(typeof approvalContract)['GET /approvals']['answers'][200]>['data'][number]

/** Whether the caller is one of those an approval `a` asks. Staff with a support access are none of them. */
export const isAsked = ({ id, role }: Pick<Caller, 'id' | 'role'>) =>
  sql<boolean>`(${id}::uuid = any(a.users) or ${role} = any(a.roles))`

const isRunning = sql<boolean>`exists (select from jobs j where (j.id = a.job_id or j.origin_id = a.job_id) and j.status in ${sql.raw(openInSql)})`

const listed = sql`
  a.id, a.title, w.label as workflow, a.workflow_id, p.name as project, a.created_at, a.expires_at, a.decided_at, a.decided_by_name,
  case when a.state = 'open' and not ${isRunning} then 'ended' else a.state end as state`
const from = sql`approvals a join workflows w on w.id = a.workflow_id join projects p on p.id = a.project_id`

/** What waits comes first, what waits longest before the others; then what was decided, the newest before. */
export async function listApprovals(trx: Scoped, user: Caller, query: ListQuery) {
  const { limit, offset } = toLimitOffset(query)
  const { state } = filtersOf(query)
  const waits = sql<boolean>`(a.state = 'open' and ${isRunning})`
  const which = [
    isAsked(user),
    ...(state === 'open' ? [waits] : state === 'decided' ? [sql`not ${waits}`] : []),
    ...(query.searchTerm ? [sql`a.title || ' ' || w.label ilike ${`%${escapeLike(query.searchTerm)}%`}`] : []),
  ]
  const { rows } = await sql<ListedApproval & { total: string }>`
    select ${listed}, count(*) over () as total from ${from} where ${sql.join(which, sql` and `)}
    order by ${waits} desc, case when ${waits} then a.created_at end, a.created_at desc, a.id limit ${limit} offset ${offset}`.execute(
    trx,
  )
  const total = rows[0]
    ? Number(rows[0].total)
    : offset === 0
      ? 0
      : await sql<{ total: string }>`select count(*) as total from ${from} where ${sql.join(which, sql` and `)}`
          .execute(trx)
          .then((counted) => Number(counted.rows[0]!.total))
  return { rows: rows.map(({ total: _total, ...row }) => row), total }
}

export async function readApproval(trx: Scoped, user: Caller, id: string): Promise<WholeApproval> {
  const { rows } = await sql<Omit<WholeApproval, 'record_count'> & { record_count: string; records: DataRecord[] }>`
    select ${listed}, a.summary, a.records, a.fields, a.record_count, a.comment, a.job_id,
      array(select coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) from users u
        where u.tenant_id = a.tenant_id and u.active and (u.id = any(a.users) or u.role = any(a.roles)) order by 1) as people
    from ${from} where a.id = ${id} and ${isAsked(user)}`.execute(trx)
  const [row] = rows
  if (!row) throw notFound()
  return { ...row, record_count: Number(row.record_count) }
}
