import { integrationStates, type integrationContract } from '@weft/contracts/integrations.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { columns, judged, listedIn, urgency, withRuns, type ListedRow } from './listed.ts'

export async function listIntegrations(trx: Scoped, query: ListQuery, language: Language) {
  const { state } = filtersOf(query)
  const term = query.searchTerm ?? query.title
  const conditions = [
    sql`true`,
    ...(state ? [sql`p.state = ${state}`] : []),
    ...(term
      ? [sql`(p.label ilike ${`%${escapeLike(term)}%`} or p.connection_label ilike ${`%${escapeLike(term)}%`})`]
      : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<ListedRow>`
    with judged as (${judged}), page as (select * from judged p where ${where} order by ${urgency} limit ${limit} offset ${offset})
    select ${columns} from page p ${withRuns} order by ${urgency}`.execute(trx)
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${judged}) p where ${where}`.execute(trx)
  return { data: rows.map((row) => listedIn(row, language)), meta: metaOf(query, counted.rows[0]!.n) }
}

type Figures = z.input<(typeof integrationContract)['GET /integrations/figures']['answers'][200]>['data']
const slots = 12

/** The figures above the list: each speaks of the runs of integrations only. */
export async function integrationFigures(trx: Scoped): Promise<Figures> {
  const { rows } = await sql<{ slot: number; finished: number; failed: number; rows: number }>`
    select floor(extract(epoch from now() - j.created_at) / 7200)::int as slot, count(*) filter (where j.finished_at is not null)::int as finished,
      count(*) filter (where j.status = 'error')::int as failed, coalesce(sum(greatest(j.records_in, j.records_out)), 0)::bigint as rows
    from jobs j join integrations i on i.workflow_id = j.workflow_id
    where j.test is null and j.created_at > now() - interval '24 hours' and j.created_at <= now() group by 1`.execute(
    trx,
  )
  const inOrder = Array.from({ length: slots }, (_, i) => rows.find(({ slot }) => slot === slots - 1 - i))
  const byDay = await sql<{ today: number; yesterday: number }>`
    select coalesce(sum(greatest(j.records_in, j.records_out)) filter (where j.created_at >= current_date), 0)::bigint as today,
      coalesce(sum(greatest(j.records_in, j.records_out)) filter (where j.created_at < current_date), 0)::bigint as yesterday
    from jobs j join integrations i on i.workflow_id = j.workflow_id where j.test is null and j.created_at >= current_date - 1`.execute(
    trx,
  )
  const { rows: all } = await sql<{ label: string; state: string; count: number; reason: string; at: string | null }>`
    select p.label, p.state, p.count, p.reason,
      (select max(j.finished_at) from jobs j where j.workflow_id = p.workflow_id and j.test is null and j.status in ('stopped', 'warning', 'info')) as at
    from (${judged}) p`.execute(trx)
  const running = all.filter(({ state }) => state !== 'paused')
  const [oldest] = running.filter(({ at }) => at !== null).toSorted((a, b) => a.at!.localeCompare(b.at!))
  return {
    rows_today: Number(byDay.rows[0]!.today),
    rows_yesterday: Number(byDay.rows[0]!.yesterday),
    slots: inOrder.map((slot) => Number(slot?.rows ?? 0)),
    runs: inOrder.reduce((sum, slot) => sum + (slot?.finished ?? 0), 0),
    failed: inOrder.reduce((sum, slot) => sum + (slot?.failed ?? 0), 0),
    successes: inOrder.map((slot) => (slot && slot.finished > 0 ? 1 - slot.failed / slot.finished : null)),
    oldest: oldest ? { label: oldest.label, at: oldest.at } : null,
    needs_you: all.filter(({ state }) => state === 'needs_you').length,
    waiting: all.reduce((sum, { reason, count }) => sum + (reason === 'refused' ? count : 0), 0),
    states: Object.fromEntries([
      ['all', all.length],
      ...integrationStates.map((state) => [state, all.filter((one) => one.state === state).length] as const),
    ]),
  }
}
