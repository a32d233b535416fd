import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { may } from '@weft/kit/define/permissions.ts'
import { forbidden, signedOut } from '@weft/kit/errors/common.ts'
import { Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import { header, type Caller, type RouteScope } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from './sessions.ts'

const texts = defineMessages({
  tenantNeeded: { en: 'Please select a tenant first.', de: 'Bitte wählen Sie zuerst einen Mandanten aus.' },
  projectNeeded: { en: 'Please select a project first.', de: 'Bitte wählen Sie zuerst ein Projekt aus.' },
  tenantAsleep: { en: 'This tenant is deactivated. Please contact your partner.', de: 'Dieser Mandant ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.' },
})

/** Stands before every route: who asks, may he, and whose data is it about. Nothing else in the server decides that. */
export function guard(app: FastifyInstance, db: Database) {
  app.decorateRequest('user', null as never)
  app.decorateRequest('scope', null as never)
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const wanted = request.routeOptions.config.scope
    if (!wanted) throw forbidden()
    if (wanted === 'public') return
    request.user = await authenticate(db, request)
    if (!request.headers['accept-language']) request.language = request.user.language
    const permission = request.routeOptions.config.may
    if (permission && !may(request.user.role, ...permission)) throw forbidden()
    request.scope = await scopeFor(db, request.user, wanted, request)
  })
}

async function authenticate(db: Database, request: FastifyRequest): Promise<Caller> {
  const token = /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const caller = token && (await callerOf(db, token))
  if (!caller) throw signedOut()
  return caller
}

/** The scope of a caller for what a route works on. Api tokens only name a level; every right comes from the caller himself. */
async function scopeFor(db: Database, user: Caller, wanted: RouteScope, request: FastifyRequest): Promise<Scope> {
  const own = ownScope(user)
  if (wanted === 'user' || wanted === 'branch') return own
  if (wanted === 'provider') {
    if (user.kind !== 'admin') throw forbidden()
    return own
  }
  if (wanted === 'partner') return user.kind === 'partner' ? own : partnerScope(db, user, own, header(request, 'x-partner-key'))
  const tenant_id = await tenantOf(db, user, own, header(request, 'x-api-key'))
  const tenant: Scope = { level: 'tenant', tenant_id, user_id: user.id }
  return wanted === 'tenant' ? tenant : { ...tenant, project_id: await projectOf(db, tenant, header(request, 'x-project-id')) }
}

export const ownScope = (user: Caller): Scope =>
  user.kind === 'admin' ? { level: 'provider', user_id: user.id }
  : user.kind === 'partner' ? { level: 'partner', partner_id: user.partner_id!, user_id: user.id }
  : { level: 'tenant', tenant_id: user.tenant_id!, user_id: user.id }

async function partnerScope(db: Database, user: Caller, own: Scope, key: string | undefined): Promise<Scope> {
  if (user.kind !== 'admin') throw forbidden()
  const partner = key && (await inScope(db, own, (trx) => trx.selectFrom('partners').select('id').where('api_token', '=', key).executeTakeFirst()))
  if (!partner) throw forbidden()
  return { level: 'partner', partner_id: partner.id, user_id: user.id }
}

async function tenantOf(db: Database, user: Caller, own: Scope, key: string | undefined): Promise<string> {
  if (!key && user.kind !== 'client') throw new Invalid('TENANT_NEEDED', texts.tenantNeeded())
  const tenant = await inScope(db, own, (trx) =>
    trx.selectFrom('tenants').select(['id', 'active']).where((eb) => (key ? eb('api_token', '=', key) : eb('id', '=', user.tenant_id!))).executeTakeFirst())
  if (!tenant || (user.kind === 'client' && tenant.id !== user.tenant_id)) throw forbidden()
  if (!tenant.active && user.kind !== 'admin') throw new Forbidden('TENANT_DEACTIVATED', texts.tenantAsleep())
  return tenant.id
}

async function projectOf(db: Database, tenant: Scope, id: string | undefined): Promise<string> {
  if (!id || !/^[0-9a-f-]{36}$/i.test(id)) throw new Invalid('PROJECT_NEEDED', texts.projectNeeded())
  const project = await inScope(db, tenant, (trx) => trx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst())
  if (!project) throw forbidden()
  return project.id
}

