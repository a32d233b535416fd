import { tenantDraft } from '@weft/engine/provisioning/draft.ts'
import { runAll } from '@weft/engine/provisioning/run.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { companyFields, isMoney } from '@weft/kit/define/company.ts'
import { may } from '@weft/kit/define/permissions.ts'
import { changesOf } from '@weft/kit/define/resource.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, WeftError } from '@weft/kit/errors/errors.ts'
import { filtersOf, listQuery, metaOf, pageOf, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { quoted } from '@weft/kit/messages/issues.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { companySectionRoutes } from '../company-sections.ts'
import type { House } from '../house.ts'
import { activityOf, clientRows, clientView, connectionRows } from '../tenants/client-view.ts'
import { beginRun } from './provisioning-runs.ts'

const own = defineMessages({
  notReady: { en: 'This tenant has not been set up completely and cannot be activated.', de: 'Dieser Mandant ist nicht vollständig eingerichtet und kann nicht aktiviert werden.' },
})

const params = z.object({ id: z.uuid() })
const changes = changesOf({ ...companyFields, number: z.string().trim().regex(/^\d{1,32}$/), workspace: workspaceDomain, partner_id: z.uuid().nullable(), active: z.boolean() })
type Changes = z.output<typeof changes>
type Id = z.output<typeof params>

/** Tenants, called clients in paths. A new one is set up by the nine steps; deleting marks it and locks its users out. */
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
    const run_id = await beginRun(house, scope, body)
    await runAll(house.provisioning, run_id)
    const tenant_id = await finished(db, scope, run_id)
    return reply.code(201).send({ data: { ...(await readClient(db, scope, tenant_id)), provisioning_run_id: run_id } })
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

  app.delete('/clients/:id', { schema: { ...about('Mark a tenant for deletion'), params }, config: { scope: 'branch', may: ['tenants', 'delete'] } }, async ({ scope, params }, reply) => {
    await inScope(db, scope, async (trx) => {
      const { numUpdatedRows } = await trx.updateTable('tenants').set({ active: false, status: 'deleting', deleting_since: new Date().toISOString() }).where('id', '=', params.id).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw notFound()
    })
    return reply.code(204).send()
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
  if (scope.level !== 'provider' && (body.partner_id !== undefined || body.number !== undefined)) throw forbidden()
  if (scope.level === 'tenant' && (body.active !== undefined || body.workspace !== undefined)) throw forbidden()
  const taken = body.workspace !== undefined && (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, body.workspace!, id)))
  await inScope(db, scope, async (trx) => {
    const before = await trx.selectFrom('tenants').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw notFound()
    refuseMoved(ifMatch, before)
    if (taken) throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), { fields: { workspace: [texts.domainAssigned({ domain: body.workspace! })] } })
    if (body.workspace !== undefined) await keepUsersInside(trx, id, body.workspace)
    const { active, ...rest } = body
    if (active && !before.initialized) throw new Conflict('TENANT_NOT_READY', own.notReady())
    const life = active === undefined ? {} : { active, status: active ? 'active' : 'deactivated', deleting_since: null }
    const set = { ...rest, ...life }
    if (Object.keys(set).length > 0) await trx.updateTable('tenants').set(set).where('id', '=', id).execute()
  })
}

/** A workspace is the domain of its users' addresses, so it stays while one of them has another. */
async function keepUsersInside(trx: Scoped, id: string, domain: string) {
  const outside = await trx.selectFrom('users').select('email').where('tenant_id', '=', id).where('workspace', '!=', domain).limit(1).executeTakeFirst()
  if (outside) throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), { fields: { workspace: [texts.emailOutside({ domain })] } })
}

/** The tenant a finished run has made; otherwise what its failed step said. */
async function finished(db: Database, scope: Scope, run_id: string): Promise<string> {
  const failed = await inScope(db, systemScope, (trx) => trx.selectFrom('provisioning_steps').select('error').where('run_id', '=', run_id).where('state', '=', 'failed').executeTakeFirst())
  const error = failed?.error as { code: string; message: { en: string; de: string } } | undefined
  if (error) throw new WeftError(503, error.code, quoted(error.message.en, error.message.de))
  return inScope(db, scope, (trx) => trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', run_id).executeTakeFirstOrThrow()).then((run) => run.subject_id)
}
