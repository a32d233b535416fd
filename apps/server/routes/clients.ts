import { tenantDraft } from '@weft/engine/provisioning/draft.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { companyFields, isMoney } from '@weft/kit/define/company.ts'
import { may } from '@weft/kit/define/permissions.ts'
import { changesOf } from '@weft/kit/define/resource.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { filtersOf, listQuery, metaOf, pageOf, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { companySectionRoutes } from '../company-sections.ts'
import type { House } from '../house.ts'
import { activityOf, clientRows, clientView, connectionRows } from '../tenants/client-view.ts'
import { lifeOf, lockOut } from '../tenants/life.ts'
import { refuseStrangers } from '../tenants/responsible.ts'
import { keepUsersInside } from '../tenants/workspace.ts'
import { beginRun, finish, inviteFirst } from './provisioning-runs.ts'

const params = z.object({ id: z.uuid() })
const changes = changesOf({ ...companyFields, number: z.string().trim().regex(/^\d{1,32}$/), workspace: workspaceDomain, partner_id: z.uuid().nullable(), provider_user_id: z.uuid().nullable(), active: z.boolean() })
type Changes = z.output<typeof changes>
type Id = z.output<typeof params>

/** Tenants, called clients in paths. A new one is set up by the nine steps. */
export const clientRoutes = (house: House): FastifyPluginAsyncZod => async (app) => {
  const { db } = house
  const about = (summary: string) => ({ tags: ['clients'], summary })
  const view = { scope: 'branch', may: ['tenants', 'view'] } as const

  app.get('/clients', { schema: { ...about('List tenants'), querystring: listQuery.extend({ partner_id: z.union([z.uuid(), z.literal('none')]).optional() }) }, config: view }, async ({ scope, query }) => {
    const { rows, total } = await inScope(db, scope, (trx) => listClients(trx, query))
    const jobs = await activityOf(db, rows.map((row) => row.id))
    return { data: rows.map((row) => ({ ...clientView(row), last_job: jobs.get(row.id) ?? null })), meta: metaOf(query, total) }
  })

  app.get('/clients/:id', { schema: { ...about('Read a tenant'), params }, config: view }, async ({ scope, params }, reply) => {
    const data = await readClient(db, scope, params.id)
    return reply.header('etag', etagOf(data)).send({ data })
  })

  app.post('/clients', { schema: { ...about('Create a tenant: runs the nine steps'), body: tenantDraft }, config: { scope: 'branch', may: ['tenants', 'create'] } }, async ({ scope, body }, reply) => {
    const run_id = await beginRun(house, scope, { kind: 'tenant', draft: body })
    const tenant_id = await finish(house, run_id)
    const invitation = await inviteFirst(house, run_id)
    return reply.code(201).send({ data: { ...(await readClient(db, scope, tenant_id)), provisioning_run_id: run_id }, ...(invitation && { meta: { invitation } }) })
  })

  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/clients/:id',
      schema: { ...about('Change a tenant'), params, body: changes },
      config: { scope: 'branch', may: ['tenants', 'update'] },
      handler: async ({ scope, params, body, headers }, reply) => {
        await changeClient(db, scope, params.id, body, headers['if-match'])
        const data = await readClient(db, scope, params.id)
        return reply.header('etag', etagOf(data)).send({ data })
      },
    })

  companySectionRoutes(app, {
    at: '/clients/:id',
    one: 'tenant',
    params,
    scope: 'branch',
    subject: (section) => (isMoney(section) ? 'billing' : 'tenants'),
    read: ({ scope, params }) => readClient(db, scope, (params as Id).id),
    change: async ({ scope, params, user, headers }, section, body) => {
      // A tenant's administrator keeps his own contact data, though not the rest of the entry.
      if (!may(user, isMoney(section) ? 'billing' : 'tenants', 'update') && !(section === 'contact' && may(user, 'users', 'create'))) throw forbidden()
      await changeClient(db, scope, (params as Id).id, body as Changes, headers['if-match'])
    },
  })
}

async function listClients(trx: Scoped, query: ListQuery & { partner_id?: string | undefined }) {
  const term = query.searchTerm ?? query.title
  const pattern = term && `%${escapeLike(term)}%`
  const filters = Object.entries({ ...filtersOf(query), ...(query.partner_id && { partner_id: query.partner_id }) }).filter(([name]) => ['status', 'active', 'partner_id', 'language'].includes(name))
  const matching = (eb: ExpressionBuilder<any, any>) =>
    eb.and([
      ...(pattern ? [eb.or(['t.name', 't.short', 't.number', 't.workspace', 't.email'].map((name) => eb(name, 'ilike', pattern)))] : []),
      ...filters.map(([name, value]) => (name === 'partner_id' && value === 'none' ? eb('t.partner_id', 'is', null) : eb(sql<string>`${sql.ref(`t.${name}`)}::text`, '=', value))),
    ])
  const [, down, wished] = /^(-?)(name|short|number|workspace|status|created_at|updated_at|language|users|partner_name)$/.exec(query.sort ?? '') ?? []
  const { limit, offset } = pageOf(query)
  const rows = await clientRows(trx).where(matching).orderBy(sql.ref(wished ?? 'name'), down ? 'desc' : 'asc').orderBy('t.id').limit(limit).offset(offset).execute()
  const { total } = await trx.selectFrom('tenants as t').select((eb) => eb.fn.countAll<number>().as('total')).where(matching).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

async function readClient(db: Database, scope: Scope, id: string) {
  const row = await inScope(db, scope, (trx) => clientRows(trx).where('t.id', '=', id).executeTakeFirst())
  if (!row) throw notFound()
  const tenantConnections = await inScope(db, { level: 'tenant', tenant_id: id }, connectionRows)
  return { ...clientView(row), last_job: (await activityOf(db, [id])).get(id) ?? null, tenant: { tenantConnections } }
}

async function changeClient(db: Database, scope: Scope, id: string, body: Changes, ifMatch?: string) {
  if (scope.level !== 'provider' && (body.partner_id !== undefined || body.number !== undefined || body.provider_user_id !== undefined)) throw forbidden()
  if (scope.level === 'tenant' && (body.active !== undefined || body.workspace !== undefined)) throw forbidden()
  const taken = body.workspace !== undefined && (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, body.workspace!, id)))
  await inScope(db, scope, async (trx) => {
    const before = await trx.selectFrom('tenants').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw notFound()
    refuseMoved(ifMatch, before)
    if (taken) throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), { fields: { workspace: [texts.domainAssigned({ domain: body.workspace! })] } })
    if (body.workspace !== undefined) await keepUsersInside(trx, 'tenant_id', id, body.workspace)
    const { active, ...rest } = body
    await refuseStrangers(trx, rest)
    const set = { ...rest, ...lifeOf(active, before) }
    if (Object.keys(set).length > 0) await trx.updateTable('tenants').set(set).where('id', '=', id).execute()
  })
  if (body.active === false) await lockOut(db, 'tenants', id)
}
