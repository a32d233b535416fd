import { enteredNames, figureNames, type TenantFigures } from '@weft/contracts/clients.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { filtersOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { clientRows } from './client-view.ts'

/** The worst first, as whoever sorts by it expects. */
const byHealth = sql`array_position(array['failing', 'strained', 'healthy', 'idle'], f.health)`
export type FleetQuery = ListQuery & { partner_id?: string | undefined }

/** What a search and the filters of the list ask of tenants and their figures. */
function fleetConditions(query: FleetQuery): RawBuilder<boolean>[] {
  const term = (query.searchTerm ?? query.title ?? '').trim().toLowerCase()
  const {
    status,
    active,
    language,
    health,
    partner_id = query.partner_id,
  } = filtersOf(query) as Record<string, string | undefined>
  return [
    ...(term ? [sql<boolean>`f.search like ${`%${escapeLike(term)}%`}`] : []),
    ...(status ? [sql<boolean>`f.status = ${status}`] : []),
    ...(health ? [sql<boolean>`f.health = any(${health.split(',')})`] : []),
    ...(active ? [sql<boolean>`(f.status = 'active') = ${active === 'true'}`] : []),
    ...(language
      ? [sql<boolean>`exists (select from tenants l where l.id = f.tenant_id and l.language = ${language})`]
      : []),
    ...(partner_id === 'none'
      ? [sql<boolean>`f.partner_id is null`]
      : partner_id
        ? [isUuid(partner_id) ? sql<boolean>`f.partner_id = ${partner_id}` : sql<boolean>`false`]
        : []),
  ]
}

const where = (conditions: RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** A page of tenants with their figures, and how many there are by health. Which ones is decided in the figures alone; only the page's own entries are read beside them. */
export async function listFleet(trx: Scoped, query: FleetQuery) {
  const health = await countByHealth(trx, query)
  const chosen = filtersOf(query)['health']?.split(',')
  const total = Object.entries(health).reduce(
    (sum, [name, count]) => (!chosen || chosen.includes(name) ? sum + count : sum),
    0,
  )
  const page = await figuresOnPage(trx, query, total)
  const ids = page.map((row) => row.tenant_id)
  const entries = new Map(
    ids.length === 0 ? [] : (await clientRows(trx).where('t.id', 'in', ids).execute()).map((row) => [row.id, row]),
  )
  return {
    rows: page.flatMap(({ tenant_id, ...own }) => {
      const row = entries.get(tenant_id)
      return row ? [{ row, figures: own }] : []
    }),
    total,
    health,
  }
}

/** A page behind the middle is read from the end, so that the last one costs what the first does. */
async function figuresOnPage(trx: Scoped, query: FleetQuery, total: number) {
  const { limit, offset } = toLimitOffset(query)
  const count = Math.max(0, Math.min(limit, total - offset))
  const isBehind = offset > total / 2
  const { from, order } = orderOf(query.sort, isBehind)
  const { rows } = await sql<
    { tenant_id: string } & TenantFigures
  >`select f.tenant_id, ${sql.join(figureNames.map((name) => sql.ref(`f.${name}`)))} from ${from}
    ${where(fleetConditions(query))} order by ${order} limit ${count} offset ${isBehind ? Math.max(0, total - offset - count) : offset}`.execute(
    trx,
  )
  return isBehind ? rows.toReversed() : rows
}

/** Empty values come last. The name and the worst first have an index each that gives their order for nothing. */
function orderOf(sort = 'name', isBackward: boolean) {
  const wished = sort.replace(/^-/, '')
  const isOf = (columns: readonly string[]) => columns.includes(wished)
  const way = (isDown: boolean) => sql.raw(isDown === isBackward ? 'asc' : 'desc')
  const [isDown, last] = [sort.startsWith('-'), sql`f.tenant_id ${way(false)}`]
  const own = isOf(enteredNames)
    ? wished === 'partner_name'
      ? sql`p.name`
      : sql.ref(`t.${wished}`)
    : wished === 'health'
      ? byHealth
      : isOf(figureNames) || wished === 'status'
        ? sql.ref(`f.${wished}`)
        : undefined
  return {
    from: isOf(enteredNames)
      ? sql`tenant_figures f join tenants t on t.id = f.tenant_id left join partners p on p.id = f.partner_id`
      : sql`tenant_figures f`,
    order: own
      ? sql`${own} ${way(isDown)} nulls ${sql.raw(isBackward ? 'first' : 'last')}, f.name ${way(false)}, ${last}`
      : sql`f.name ${way(isDown)}, ${last}`,
  }
}

/** Under the same search and filters but that of health: one look at the table for the total as well. */
async function countByHealth(trx: Scoped, query: FleetQuery): Promise<Record<string, number>> {
  const { ['filter[health]']: _, ...others } = query as Record<string, unknown>
  const { rows } = await sql<{
    health: string
    n: number
  }>`select f.health, count(*)::int as n from tenant_figures f ${where(fleetConditions(others as FleetQuery))} group by 1`.execute(
    trx,
  )
  return Object.fromEntries(rows.map((row) => [row.health, row.n]))
}

/** The ids of all tenants a search and filters find. */
export const fleetIds = async (trx: Scoped, query: FleetQuery): Promise<string[]> =>
  (
    await sql<{ tenant_id: string }>`select f.tenant_id from tenant_figures f ${where(fleetConditions(query))}`.execute(
      trx,
    )
  ).rows.map((row) => row.tenant_id)
