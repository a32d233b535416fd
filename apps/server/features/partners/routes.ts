import { partnerContract, type PartnerRow } from '@weft/contracts/partners.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField } from '@weft/kit/errors/common.ts'
import { etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { companySectionRoutes } from '../company/company-sections.ts'
import type { AppContext } from '../../context.ts'
import { lifeOf, lockOut } from '../tenants/life.ts'
import { refuseStrangers } from '../tenants/responsible.ts'
import { runView } from '../tenants/run-view.ts'
import { furtherDomains, keepUsersInside } from '../tenants/workspace.ts'
import { beginRun, finish, inviteFirst } from '../tenants/provisioning-routes.ts'

/**
 * Partners are set up by the nine steps, as tenants are. Reading is by hand because selecting one wants its token, and
 * lists count what belongs to it.
 */
export const partnerRoutes =
  (context: AppContext<'db' | 'key' | 'mailer' | 'provisioning' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, partnerContract)

    const { db } = context

    on('GET /partners', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listRows(trx, partner, query)
        return { data: await withCounts(trx, data as PartnerRow[]), meta }
      }),
    )

    on('GET /partners/:id', async ({ scope, params }, reply) => {
      const data = await inScope(
        db,
        scope,
        async (trx) => (await withCounts(trx, [await readPartner(trx, params.id)]))[0]!,
      )
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('POST /partners', async ({ scope, body, query, language }, reply) => {
      const run_id = await beginRun(context, scope, { kind: 'partner', draft: body })
      if (query.by_hand) return reply.code(201).send({ data: await runView(db, scope, run_id, language) })
      const id = await finish(context, run_id)
      const invitation = await inviteFirst(context, run_id)
      const data = await inScope(db, scope, (trx) => readPartner(trx, id))
      return reply
        .header('etag', etagOf(data))
        .code(201)
        .send({ data: { ...data, provisioning_run_id: run_id }, ...(invitation && { meta: { invitation } }) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /partners/:id`, async ({ scope, params, body: { active, ...body }, headers }, reply) => {
        if (body.workspace !== undefined) await refuseTaken(db, body.workspace, params.id)
        const further = body.workspace === undefined ? [] : await furtherDomains(db, params.id)
        const data = await inScope(db, scope, async (trx) => {
          await refuseStrangers(trx, body, params.id)
          if (body.workspace !== undefined)
            await keepUsersInside(trx, { account: 'partner_id', id: params.id, domain: body.workspace, further })
          const life = active === undefined ? {} : lifeOf(active, await readPartner(trx, params.id))
          return (await updateRow(trx, partner, params.id, { ...body, ...life }, headers['if-match'])) as PartnerRow
        })
        if (active === false) await lockOut(db, 'partners', params.id)
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    companySectionRoutes(app, partnerContract, {
      at: '/partners/:id',
      read: ({ scope, params }) => inScope(db, scope, (trx) => readPartner(trx, params.id)),
      change: async ({ scope, params, user, headers }, _, body) => {
        if (!can(user, 'partners', 'update')) throw forbidden()
        await inScope(db, scope, (trx) => updateRow(trx, partner, params.id, body, headers['if-match']))
      },
    })
  }

const readPartner = async (trx: Scoped, id: string) => (await readRow(trx, partner, id)) as PartnerRow

async function refuseTaken(db: Database, domain: string, mine?: string) {
  if (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, domain, mine)))
    throw invalidField('workspace', texts.domainAssigned({ domain }))
}

async function withCounts<T extends { id: string }>(trx: Scoped, partners: T[]) {
  const ids = partners.map((row) => row.id)
  if (ids.length === 0) return []
  const count = (table: 'tenants' | 'users') =>
    trx
      .selectFrom(table)
      .select((eb) => ['partner_id', eb.fn.countAll<number>().as('n')])
      .where('partner_id', 'in', ids)
      .groupBy('partner_id')
      .execute()
  const of = (counted: Awaited<ReturnType<typeof count>>, id: string) =>
    Number(counted.find((row) => row.partner_id === id)?.n ?? 0)
  const [tenants, users, fleets] = [await count('tenants'), await count('users'), await fleetsOf(trx, ids)]
  return partners.map((row) => ({
    ...row,
    tenants: of(tenants, row.id),
    users: of(users, row.id),
    figures: fleets.get(row.id) ?? null,
  }))
}

/** How the tenants of each partner are doing: the worst of them, and what adds up. */
async function fleetsOf(trx: Scoped, ids: string[]) {
  const rows = await trx
    .selectFrom('tenant_figures')
    .select((eb) => [
      'partner_id',
      sql<string>`(array_agg(health order by array_position(array['failing', 'strained', 'healthy', 'idle'], health)))[1]`.as(
        'health',
      ),
      eb.fn.max('last_success_at').as('last_success_at'),
      sql<number>`sum(failed_jobs)::int`.as('failed_jobs'),
      sql<number>`sum(open_errors)::int`.as('open_errors'),
      eb.fn.min('waiting_since').as('waiting_since'),
      sql<number | null>`sum(storage_bytes)::float8`.as('storage_bytes'),
    ])
    .where('partner_id', 'in', ids)
    .groupBy('partner_id')
    .execute()
  return new Map(rows.map(({ partner_id, ...figures }) => [partner_id, figures]))
}
