import type { QueueRow, queueSorts } from '@weft/contracts/supervisor.ts'
import { systemScope, inScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { sql } from 'kysely'
import { availableAt } from '../jobs/list.ts'

const sorts: Record<string, string> = {
  name: 'q.name',
  tenant_name: 't.name',
  priority: 'q.priority',
  active: 'q.active',
  pending: 'pending',
  running: 'running',
  waiting: 'waiting',
  oldest_at: 'l.oldest_at',
} satisfies Record<(typeof queueSorts)[number], string>
/** The queues of all tenants with what lies in them, who works on them and what left them in the last hour, in steps of five minutes. */
export function listQueues(db: Database, query: ListQuery) {
  return inScope(db, systemScope, async (trx) => {
    const { state, tenant_id } = filtersOf(query)
    const term = (query.searchTerm ?? query.title ?? '').trim()
    const conditions = [
      ...(term ? [sql`(q.name ilike ${`%${escapeLike(term)}%`} or t.name ilike ${`%${escapeLike(term)}%`})`] : []),
      ...(tenant_id ? [sql`q.tenant_id = ${tenant_id}`] : []),
      ...(state === 'paused'
        ? [sql`not q.active`]
        : state === 'backlog'
          ? [sql`l.pending > 0`]
          : state === 'working'
            ? [sql`l.running > 0`]
            : []),
    ]
    const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const load = sql`select j.queue_id, count(*) filter (where j.status = 'pending')::int as pending, count(*) filter (where j.status in ('started', 'working'))::int as running,
      count(*) filter (where j.status = 'waiting')::int as waiting, min(${availableAt}) filter (where j.status = 'pending' and j.wake_at is null) as oldest_at
      from jobs j where j.status in ${sql.raw(openInSql)} group by 1`
    const from = sql`from queues q join tenants t on t.id = q.tenant_id left join l on l.queue_id = q.id`
    const wished = sorts[query.sort?.replace(/^-/, '') ?? ''] ?? 'pending'
    const down = !query.sort || query.sort.startsWith('-')
    const { limit, offset } = toLimitOffset(query)
    const { rows } = await sql<QueueRow>`
      with l as materialized (${load}), page as (
        select q.id, q.name, q.tenant_id, t.name as tenant_name, q.priority, q.active, q.instances, coalesce(l.pending, 0) as pending, coalesce(l.running, 0) as running, coalesce(l.waiting, 0) as waiting, l.oldest_at,
          row_number() over (order by ${sql.raw(wished)} ${sql.raw(down ? 'desc' : 'asc')} nulls last, t.name, q.name) as place
        ${from} ${where} order by place limit ${limit} offset ${offset})
      select p.id, p.name, p.tenant_id, p.tenant_name, p.priority, p.active, p.instances, p.pending, p.running, p.waiting, p.oldest_at,
        (select count(distinct s.worker)::int from queue_slots s where s.queue_id = p.id and s.beat_at > now() - interval '60 seconds') as workers, d.finished_last_hour, d.failed_last_hour, d.throughput
      from page p cross join lateral (
        select coalesce(sum(n), 0)::int as finished_last_hour, coalesce(sum(failed), 0)::int as failed_last_hour, array_agg(coalesce(n, 0) order by step desc) as throughput
        from generate_series(0, 11) step left join (
          select least(11, floor(extract(epoch from now() - j.finished_at) / 300))::int as ago, count(*)::int as n, count(*) filter (where j.status = 'error')::int as failed
          from jobs j where j.queue_id = p.id and j.finished_at > now() - interval '1 hour' group by 1) f on f.ago = step) d
      order by p.place`.execute(trx)
    const counts = await sql<{
      total: number
      all: number
      paused: number
      backlog: number
      working: number
      pending: number
      running: number
      waiting: number
      oldest_at: string | null
    }>`
      with l as materialized (${load})
      select count(*) filter (where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`})::int as total, count(*)::int as all, count(*) filter (where not q.active)::int as paused, count(*) filter (where l.pending > 0)::int as backlog,
        count(*) filter (where l.running > 0)::int as working, coalesce(sum(l.pending), 0)::int as pending, coalesce(sum(l.running), 0)::int as running, coalesce(sum(l.waiting), 0)::int as waiting, min(l.oldest_at) as oldest_at ${from}`.execute(
      trx,
    )
    const { total, ...states } = counts.rows[0]!
    return { data: rows, meta: { ...metaOf(query, total), states } }
  })
}

/** Stops or goes on with the queue of one tenant: what runs in it ends, what waits in it waits on. */
export async function setQueueActive(trx: Scoped, id: string, active: boolean) {
  const queue = await trx
    .updateTable('queues')
    .set({ active })
    .where('id', '=', id)
    .returning(['id', 'name', 'active'])
    .executeTakeFirst()
  if (!queue) throw notFound()
  return queue
}
