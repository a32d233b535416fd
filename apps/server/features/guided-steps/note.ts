import { inScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notedCalls } from './facts.ts'

/** Writes down what somebody does for the first time in a project whose first steps they have seen; everything after that is no write. */
export function noteGuidedSteps(app: FastifyInstance, db: Database) {
  app.addHook('onResponse', async (request, reply) => {
    const call = callOf(request)
    if (!call || reply.statusCode >= 400) return
    await inScope(db, request.scope, async (trx) => {
      const project_id = await projectOf(trx, request)
      if (!project_id) return
      await trx
        .updateTable('guided_steps')
        .set({ done: sql`done || jsonb_build_object(${call}::text, clock_timestamp())` })
        .where('user_id', '=', request.user.id)
        .where('project_id', '=', project_id)
        .where(sql<boolean>`not done ? ${call}`)
        .execute()
    }).catch(ignore('a first step stays open, and is done again soon'))
  })
}

/** The call, where it counts as a step of a person inside a tenant. */
function callOf({ user, scope, routeOptions }: FastifyRequest): string | undefined {
  const call = routeOptions.schema?.operationId
  if (!call || !notedCalls.has(call) || !user || user.service_account) return undefined
  return scope?.level === 'tenant' ? call : undefined
}

/** The project that is worked in; a run is looked at across projects, and lies in its own. */
async function projectOf(trx: Scoped, { scope, params }: FastifyRequest): Promise<string | undefined> {
  if (scope.level === 'tenant' && scope.project_id) return scope.project_id
  const job = await trx
    .selectFrom('jobs')
    .select('project_id')
    .where('id', '=', (params as { id: string }).id)
    .executeTakeFirst()
  return job?.project_id
}
