import { keepChanged } from '@weft/engine/history/keep.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { randomUUID } from 'node:crypto'
import { runInRequest, type RequestContext } from '@weft/kit/database/request-context.server.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, signedOut } from '@weft/kit/errors/common.ts'
import { Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import type { RouteScope } from '@weft/kit/contracts/route.ts'
import { header, type Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorOf } from '../http/author.ts'
import { routePatterns, isAllowed, isAllowedUnknown } from './rights.ts'
import { isServiceToken, resolveServiceToken } from './service-accounts.ts'
import { resolveSession, sessionEnd, type Session, type SessionQuery } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the audit log is told of this call. */
    requestContext: RequestContext
  }
}

const texts = defineMessages({
  tenantNeeded: { en: 'Please select a tenant first.', de: 'Bitte wählen Sie zuerst einen Mandanten aus.' },
  projectNeeded: { en: 'Please select a project first.', de: 'Bitte wählen Sie zuerst ein Projekt aus.' },
  supportNeeded: {
    en: 'To work in this tenant, please open a support access first.',
    de: 'Um in diesem Mandanten zu arbeiten, öffnen Sie bitte zuerst einen Support-Zugang.',
  },
  wrongAddress: {
    en: 'This is not open to your address ({address}).',
    de: 'Von Ihrer Adresse ({address}) aus ist das nicht freigegeben.',
  },
  tenantAsleep: {
    en: 'This tenant is deactivated. Please contact your partner.',
    de: 'Dieser Mandant ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.',
  },
  peopleOnly: {
    en: 'This is for people who have signed in, not for service accounts.',
    de: 'Das ist für angemeldete Personen, nicht für Dienstkonten.',
  },
  otherThanProject: {
    en: 'This service account belongs to one project and works only there.',
    de: 'Dieses Dienstkonto gehört zu einem Projekt und arbeitet nur dort.',
  },
})

/**
 * Stands before every route: who asks, from where, may they, and whose data is it about. Nothing else in the server
 * decides that.
 */
export function guard(app: FastifyInstance, db: Database) {
  app.decorateRequest('user', null as never)
  app.decorateRequest('scope', null as never)
  app.decorateRequest('asking', null as never)
  app.addHook('preValidation', (request, _reply, done) => {
    request.requestContext = {
      id: randomUUID(),
      address: request.ip,
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
    }
    runInRequest(request.requestContext, done)
  })
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const wanted = request.routeOptions.config.scope
    if (!wanted) throw forbidden()
    if (wanted === 'public') return admitUnknown(db, request)
    const entered = await authenticate(db, request, wanted)
    request.user = entered.caller
    if (!request.headers['accept-language']) request.language = request.user.language
    const { id, email, kind, service_account } = entered.caller
    Object.assign(request.requestContext, {
      user_id: id,
      actor: email,
      kind: service_account ? 'service_account' : kind,
      ...(entered.support_access_id && { support_access_id: entered.support_access_id }),
    })
    if (!isAllowed(entered.allowlists, { address: request.ip, user_id: id })) throw wrongAddress(request)
    if (service_account) refuseProgram(request, service_account.project_id)
    const permission = request.routeOptions.config.may
    if (permission && !can(request.user, ...permission)) throw forbidden()
    request.scope = await scopeFor(db, entered, wanted, request)
    if (!['GET', 'HEAD'].includes(request.method))
      request.requestContext.beforeCommit = (trx) =>
        keepChanged(trx, { author: () => authorOf(trx, request.user), language: request.language })
  })
}

/** Sign-in asks for itself, because only the password tells whose it is; hooks have lists of their own. */
async function admitUnknown(db: Database, request: FastifyRequest) {
  const url = request.routeOptions.url ?? ''
  if (!/^\/api\/(admin|app)\//.test(url) || /\/auth\/(login|two_factor)$/.test(url)) return
  if (!(await isAllowedUnknown(db, url, request.ip, undefined))) throw wrongAddress(request)
}

export const wrongAddress = (request: FastifyRequest) =>
  new Forbidden('ADDRESS_REFUSED', texts.wrongAddress({ address: request.ip }))

/** What is somebody's own is no program's; and the account of a project reaches its project and the jobs in it. */
function refuseProgram({ routeOptions }: FastifyRequest, project_id: string | null) {
  const { scope, peopleOnly, may } = routeOptions.config
  if (scope === 'user' || peopleOnly) throw new Forbidden('NOT_FOR_SERVICE_ACCOUNTS', texts.peopleOnly())
  const isOfProject = scope === 'project' || (scope === 'tenant' && may?.[0] === 'jobs') || may === undefined
  if (project_id && !isOfProject) throw new Forbidden('ONLY_IN_PROJECT', texts.otherThanProject())
}

const reachesInside: ReadonlySet<RouteScope> = new Set(['tenant', 'project', 'level'])

async function authenticate(db: Database, request: FastifyRequest, wanted: RouteScope): Promise<Session> {
  const token = /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const routes = routePatterns(request.routeOptions.url ?? '')
  const wish: SessionQuery = reachesInside.has(wanted)
    ? {
        wanted: wanted === 'project' ? 'project' : 'tenant',
        tenant_key: header(request, 'x-api-key'),
        project_id: projectId(request),
        routes,
        address: request.ip,
      }
    : { routes, address: request.ip }
  if (token && isServiceToken(token)) return resolveServiceToken(db, token, wish)
  const entered = token && (await resolveSession(db, token, wish))
  if (!entered) throw signedOut(token ? await sessionEnd(db, token) : undefined)
  return entered
}

const projectId = (request: FastifyRequest) => {
  const id = header(request, 'x-project-id')
  return id && isUuid(id) ? id : undefined
}

/** The scope of a caller for what a route works on. Api tokens only name a level; every right comes from the caller. */
async function scopeFor(db: Database, entered: Session, wanted: RouteScope, request: FastifyRequest): Promise<Scope> {
  const user = entered.caller
  const own = ownScope(user)
  if (wanted === 'user' || wanted === 'branch') return own
  if (wanted === 'provider') {
    if (user.kind !== 'admin') throw forbidden()
    return own
  }
  if (wanted === 'partner')
    return user.kind === 'partner' ? own : partnerScope(db, user, own, header(request, 'x-partner-key'))
  if (wanted === 'level' && !entered.tenant) return levelScope(db, user, own, header(request, 'x-api-key'))
  const tenant: Scope = {
    level: 'tenant',
    tenant_id: tenantOf(entered, header(request, 'x-api-key')),
    project_id: own.project_id,
    user_id: own.user_id,
  }
  if (wanted !== 'project') return tenant
  return { ...tenant, project_id: projectOf(entered, projectId(request) ?? user.service_account?.project_id) }
}

/** What a caller sees by themselves. A program is no user: what it makes is nobody's. */
export function ownScope({ id, kind, partner_id, tenant_id, service_account }: Caller): Scope {
  const user_id = service_account ? undefined : id
  if (kind === 'admin') return { level: 'provider', user_id }
  if (kind === 'partner') return { level: 'partner', partner_id: partner_id!, user_id }
  return { level: 'tenant', tenant_id: tenant_id!, project_id: service_account?.project_id ?? undefined, user_id }
}

async function partnerScope(db: Database, user: Caller, own: Scope, key: string | undefined): Promise<Scope> {
  if (user.kind !== 'admin') throw forbidden()
  const partner =
    key &&
    (await inScope(db, own, (trx) =>
      trx.selectFrom('partners').select('id').where('api_token', '=', key).executeTakeFirst(),
    ))
  if (!partner) throw forbidden()
  return { level: 'partner', partner_id: partner.id, user_id: own.user_id }
}

/** No tenant is meant: the partner whose key it is, or the caller's own level. */
async function levelScope(db: Database, user: Caller, own: Scope, key: string | undefined): Promise<Scope> {
  if (!key) return own
  const partner =
    user.kind !== 'client' &&
    (await inScope(db, own, (trx) =>
      trx.selectFrom('partners').select('id').where('api_token', '=', key).executeTakeFirst(),
    ))
  if (!partner) throw forbidden()
  return { level: 'partner', partner_id: partner.id, user_id: own.user_id }
}

function tenantOf({ caller, tenant, support_access_id }: Session, key: string | undefined): string {
  if (!key && caller.kind !== 'client') throw new Invalid('TENANT_NEEDED', texts.tenantNeeded())
  if (!tenant || (caller.kind === 'client' && tenant.id !== caller.tenant_id)) throw forbidden()
  if (caller.kind !== 'client' && !support_access_id)
    throw new Forbidden('SUPPORT_ACCESS_NEEDED', texts.supportNeeded())
  if (!tenant.active && caller.kind !== 'admin') throw new Forbidden('TENANT_DEACTIVATED', texts.tenantAsleep())
  return tenant.id
}

function projectOf({ project_id }: Session, wanted: string | null | undefined): string {
  if (!wanted) throw new Invalid('PROJECT_NEEDED', texts.projectNeeded())
  if (!project_id) throw forbidden()
  return project_id
}
