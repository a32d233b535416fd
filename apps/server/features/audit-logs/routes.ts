import { auditLogContract } from '@weft/contracts/audit-logs.ts'
import type { QueryOf } from '@weft/kit/contracts/route.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type ExpressionBuilder } from 'kysely'
import type { AppContext } from '../../context.ts'

type Query = QueryOf<(typeof auditLogContract)['GET /audit_logs']>

const columns = [
  'id',
  'at',
  'partner_id',
  'tenant_id',
  'project_id',
  'user_id',
  'actor',
  'actor_kind',
  'support_access_id',
  'address',
  'route',
  'request',
  'action',
  'entity',
  'entity_id',
  'entity_name',
  'status',
] as const

/** Who did what, from where, before and after. Written by the database and the server alike; read only. */
export const auditLogRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, auditLogContract)

    on('GET /audit_logs', ({ scope, query }) => inScope(db, scope, (trx) => listEntries(trx, query)))

    on('GET /audit_logs/:id', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const data = await trx.selectFrom('audit_logs').selectAll().where('id', '=', params.id).executeTakeFirst()
        if (!data) throw notFound()
        const beside =
          data.request === null
            ? []
            : await trx
                .selectFrom('audit_logs')
                .select(['id', 'action', 'entity', 'entity_name'])
                .where('request', '=', data.request)
                .where('id', '!=', params.id)
                .orderBy('at')
                .limit(50)
                .execute()
        return { data: { ...data, beside } }
      }),
    )
  }

async function listEntries(trx: Scoped, asked: Query) {
  const term = asked.searchTerm ?? asked.title
  const filters = Object.entries({
    ...filtersOf(asked),
    ...(asked.tenant_id && { tenant_id: asked.tenant_id }),
    ...(asked.partner_id && { partner_id: asked.partner_id }),
  })
  const matching = (eb: ExpressionBuilder<any, any>) =>
    eb.and([
      ...(asked.from ? [eb('at', '>=', asked.from)] : []),
      ...(asked.to ? [eb('at', '<', asked.to)] : []),
      ...(term
        ? [
            eb.or(
              ['actor', 'entity_name', 'entity', 'address', 'route'].map((name) =>
                eb(name, 'ilike', `%${escapeLike(term)}%`),
              ),
            ),
          ]
        : []),
      ...filters.map(([name, value]) => eb(sql<string>`${sql.ref(name)}::text`, '=', value)),
    ])
  const { limit, offset } = toLimitOffset(asked)
  const data = await trx
    .selectFrom('audit_logs')
    .select(columns)
    .where(matching)
    .orderBy('at', asked.sort === 'at' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await trx
    .selectFrom('audit_logs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow()
  const names = await namesOfTenants(
    trx,
    data.flatMap(({ tenant_id }) => (tenant_id ? [tenant_id] : [])),
  )
  return {
    data: data.map((row) => ({ ...row, tenant_name: names.get(row.tenant_id ?? '') ?? null })),
    meta: metaOf(asked, Number(total)),
  }
}

async function namesOfTenants(trx: Scoped, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await trx
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
