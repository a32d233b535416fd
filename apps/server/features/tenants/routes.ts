import { clientContract, fleetQuery, type TenantChanges } from '@weft/contracts/clients.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { isMoney } from '@weft/kit/define/company.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { asQuery, metaOf } from '@weft/kit/http/list-query.ts'
import { etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'
import type { FastifyPluginAsync } from 'fastify'
import { companySectionRoutes } from '../company/company-sections.ts'
import type { AppContext } from '../../context.ts'
import { activityOf, clientRows, clientView, connectionRows } from './client-view.ts'
import { messageTenants, switchTenants } from './bulk.ts'
import { fleetIds, listFleet } from './fleet.ts'
import { lifeOf, lockOut } from './life.ts'
import { personOf, refuseStrangers } from './responsible.ts'
import { runView } from './run-view.ts'
import { furtherDomains, keepUsersInside } from './workspace.ts'
import { beginRun, finish, inviteFirst } from './provisioning-routes.ts'

const own = defineMessages({
  chosen: {
    en: 'Please say which tenants are meant, by ids or by a filter.',
    de: 'Bitte geben Sie an, welche Mandanten gemeint sind, durch Ids oder einen Filter.',
  },
})

/** Tenants, called clients in paths. A new one is set up by the nine steps. */
export const clientRoutes =
  (context: AppContext<'db' | 'key' | 'mailer' | 'provisioning' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, clientContract)

    const { db } = context
    on('GET /clients', async ({ scope, query }) => {
      const { rows, total, health } = await inScope(db, scope, (trx) => listFleet(trx, query))
      return {
        data: rows.map(({ row, figures }) => ({
          ...clientView(row),
          figures,
          last_job: figures.last_job_at ? { status: figures.last_job_status!, created_at: figures.last_job_at } : null,
        })),
        meta: { ...metaOf(query, total), health },
      }
    })

    on('POST /clients/bulk', async ({ scope, body }) => {
      const { action, ids, filter, searchTerm, partner_id, ...message } = body
      if (!ids && !body.filter && !searchTerm) throw invalidField('ids', own.chosen())
      if (scope.level === 'tenant') throw forbidden()
      const query = () => ({
        ...fleetQuery.omit({ partner_id: true }).parse(asQuery({ filter, searchTerm })),
        partner_id,
      })
      const chosen = ids ?? (await inScope(db, scope, (trx) => fleetIds(trx, query())))
      if (action !== 'message') return { data: await switchTenants(db, scope, chosen, action === 'activate') }
      if (!message.title) throw invalidField('title', required({ en: 'Title', de: 'Titel' }))
      return {
        data: await messageTenants(db, scope, chosen, {
          title: message.title,
          message: message.message ?? '',
          level: message.level ?? 'info',
        }),
      }
    })

    on('GET /clients/:id', async ({ scope, params }, reply) => {
      const data = await readClient(db, scope, params.id)
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('POST /clients', async ({ scope, body, query, language }, reply) => {
      const run_id = await beginRun(context, scope, { kind: 'tenant', draft: body })
      if (query.by_hand) return reply.code(201).send({ data: await runView(db, scope, run_id, language) })
      const tenant_id = await finish(context, run_id)
      const invitation = await inviteFirst(context, run_id)
      return reply.code(201).send({
        data: { ...(await readClient(db, scope, tenant_id)), provisioning_run_id: run_id },
        ...(invitation && { meta: { invitation } }),
      })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /clients/:id`, async ({ scope, params, body, headers }, reply) => {
        await changeClient(db, scope, params.id, body, headers['if-match'])
        const data = await readClient(db, scope, params.id)
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    companySectionRoutes(app, clientContract, {
      at: '/clients/:id',
      read: ({ scope, params }) => readClient(db, scope, params.id),
      change: async ({ scope, params, user, headers }, section, body) => {
        // A tenant's administrator keeps the tenant's own contact data, though not the rest of the entry.
        if (
          !can(user, isMoney(section) ? 'billing' : 'tenants', 'update') &&
          !(section === 'contact' && can(user, 'users', 'create'))
        )
          throw forbidden()
        await changeClient(db, scope, params.id, body, headers['if-match'])
      },
    })
  }

async function readClient(db: Database, scope: Scope, id: string) {
  const row = await inScope(db, scope, (trx) => clientRows(trx).where('t.id', '=', id).executeTakeFirst())
  if (!row) throw notFound()
  const provider_contact = (await inScope(db, systemScope, (trx) => personOf(trx, row.provider_user_id))) ?? null
  const tenantConnections = await inScope(db, { level: 'tenant', tenant_id: id }, connectionRows)
  return {
    ...clientView(row),
    provider_contact,
    last_job: (await activityOf(db, [id])).get(id) ?? null,
    tenant: { tenantConnections },
  }
}

async function changeClient(db: Database, scope: Scope, id: string, body: TenantChanges, ifMatch?: string) {
  if (
    scope.level !== 'provider' &&
    (body.partner_id !== undefined || body.number !== undefined || body.provider_user_id !== undefined)
  )
    throw forbidden()
  if (scope.level === 'tenant' && (body.active !== undefined || body.workspace !== undefined)) throw forbidden()
  const further = body.workspace === undefined ? [] : await furtherDomains(db, id)
  const taken =
    body.workspace !== undefined &&
    (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, body.workspace!, id)))
  await inScope(db, scope, async (trx) => {
    const before = await trx.selectFrom('tenants').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw notFound()
    refuseMoved(ifMatch, before)
    if (taken)
      throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), {
        fields: { workspace: [texts.domainAssigned({ domain: body.workspace! })] },
      })
    if (body.workspace !== undefined)
      await keepUsersInside(trx, { account: 'tenant_id', id, domain: body.workspace, further })
    const { active, ...rest } = body
    await refuseStrangers(trx, rest)
    const set = { ...rest, ...lifeOf(active, before) }
    if (Object.keys(set).length > 0) await trx.updateTable('tenants').set(set).where('id', '=', id).execute()
  })
  if (body.active === false) await lockOut(db, 'tenants', id)
}
