import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filteredBy, filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

const params = z.object({ id: z.uuid() })
const filters = {
  entity: z.string(),
  entity_id: z.string(),
  action: z.enum(['create', 'update', 'delete', 'refused']),
  user_id: z.uuid(),
  actor_kind: z.string(),
  request: z.string(),
  project_id: z.uuid(),
  support_access_id: z.uuid(),
}
const query = filteredBy(filters).extend({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  tenant_id: z.uuid().optional(),
  partner_id: z.uuid().optional(),
})
type Query = z.output<typeof query>

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
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['audit_logs'], summary })
    const view = { scope: 'level', may: ['audit', 'view'] } as const

    app.get(
      '/audit_logs',
      { schema: { ...about('List the audit log'), querystring: query }, config: view },
      ({ scope, query }) => inScope(db, scope, (trx) => listEntries(trx, query)),
    )

    app.get(
      '/audit_logs/:id',
      {
        schema: {
          ...about(
            'Read an entry of the audit log, with before and after, and what the same call has changed beside it',
          ),
          params,
        },
        config: view,
      },
      ({ scope, params }) =>
        inScope(db, scope, async (trx) => {
          const data = await trx.selectFrom('audit_logs').selectAll().where('id', '=', params.id).executeTakeFirst()
          if (!data) throw notFound()
          const beside =
            data.request === null
              ? []
              : await trx
                  .selectFrom('audit_logs')
                  .select(['id', 'action', 'entity', 'entity_name'])
                  .where('request', '=', data.request!)
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
    ...filtersOf(asked as ListQuery),
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
    meta: metaOf(asked as ListQuery, Number(total)),
  }
}

async function namesOfTenants(trx: Scoped, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await trx
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id!, name]))
}
