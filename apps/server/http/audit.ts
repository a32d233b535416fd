import type { Database, Scope } from '@weft/kit/database/connect.server.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }
/** A body longer than this is only measured. */
const longestBody = 10_000

/**
 * Changes of definitions and accounts leave their entry in the database itself. What is left is told here, for every route alike: a
 * call that started, sent or changed something else, and a call that was refused.
 */
export function auditCalls(app: FastifyInstance, db: Database) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isNoteworthy(request, reply)) return payload
    const noted = noteOf(request, reply)
    await sql`select weft_note(${storableJson(request.requestContext)}::jsonb, ${storableJson(noted)}::jsonb)`
      .execute(db)
      .catch((error: unknown) => request.log.error({ err: error }, 'no audit entry'))
    return payload
  })
}

/** Whether a route changes or starts something: a POST that only asks, such as a preview, is allowed by `view`. */
export const isAudited = (method: string, config: { may?: readonly [string, string]; unaudited?: string }) =>
  method in verbs && !(method === 'POST' && config.may?.[1] === 'view') && config.unaudited === undefined

function isNoteworthy(request: FastifyRequest, reply: FastifyReply): boolean {
  const done = reply.statusCode < 400 || reply.statusCode === 403
  return (
    done &&
    Boolean(request.user) &&
    !reply.getHeader('idempotent-replay') &&
    isAudited(request.method, request.routeOptions.config)
  )
}

function noteOf(request: FastifyRequest, reply: FastifyReply) {
  const { config, schema, url = '' } = request.routeOptions
  const { tenant_id, partner_id, project_id } = (request.scope ?? request.user) as Partial<Scope>
  const params = (request.params ?? {}) as Record<string, string>
  return {
    action: reply.statusCode === 403 ? 'refused' : (config.may?.[1] ?? verbs[request.method]),
    entity: (schema?.tags as string[] | undefined)?.[0] ?? url.split('/')[3] ?? '',
    entity_id: params['id'] ?? null,
    entity_name: '',
    status: reply.statusCode,
    tenant_id: tenant_id ?? null,
    partner_id: partner_id ?? null,
    project_id: project_id ?? null,
    after: { ...params, ...bodyOf(request) },
  }
}

/** Records are the tenant's own matter: that they were touched is noted, not what they hold. */
function bodyOf({ body, routeOptions }: FastifyRequest): object {
  if (typeof body !== 'object' || body === null || routeOptions.config.may?.[0] === 'records') return {}
  const length = JSON.stringify(body).length
  return length > longestBody ? { body: `${length} characters` } : { body }
}
