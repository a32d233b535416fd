import { databaseMoveContract, type MoveCheck } from '@weft/contracts/database-moves.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createMove, dropLeft, runMove } from '@weft/engine/moves/move.server.ts'
import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Language, Text } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

/** Moving a tenant's records to another server. Servers are the provider's affair, so this is, too. */
export const databaseMoveRoutes =
  (context: AppContext<'db' | 'key' | 'provisioning'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, databaseMoveContract)

    const { db, key, provisioning } = context
    on('GET /clients/:id/database_moves', async ({ scope, params, language }) => {
      await tenantBelow(db, scope, params.id)
      return { data: await moves(db, params.id, language) }
    })

    on('POST /clients/:id/database_moves', async ({ scope, params, body, language, log }, reply) => {
      const tenant = await tenantBelow(db, scope, params.id)
      const id = await createMove(db, key, tenant, body.server_id)
      // It takes as long as it takes; whoever watches is told, and a stopped server goes on with it when it starts.
      void runMove(provisioning, id).catch((error: unknown) => log.error({ err: error }, 'move of records'))
      return reply.code(201).send({ data: await one(db, params.id, id, language) })
    })

    on('GET /clients/:id/database_moves/:move', async ({ scope, params, language }) => {
      await tenantBelow(db, scope, params.id)
      return { data: await one(db, params.id, params.move, language) }
    })

    on('POST /clients/:id/database_moves/:move/drop', async ({ scope, params, language }) => {
      await tenantBelow(db, scope, params.id)
      await one(db, params.id, params.move, language)
      await dropLeft(provisioning, { id: params.move })
      return { data: await one(db, params.id, params.move, language) }
    })
  }

async function one(db: Database, tenant_id: string, id: string, language: Language) {
  const found = (await moves(db, tenant_id, language, id))[0]
  if (!found) throw notFound()
  return found
}

async function moves(db: Database, tenant_id: string, language: Language, id?: string) {
  const found = await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx
      .selectFrom('database_moves')
      .selectAll()
      .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute(),
  )
  const servers = await inScope(db, { level: 'provider' }, (trx) =>
    trx.selectFrom('database_servers').select(['id', 'name', 'engine']).execute(),
  )
  const named = (server_id: string) => servers.find((server) => server.id === server_id) ?? null
  return found.map(
    ({ target_password: _, error, checks, records, records_done, source_server_id, target_server_id, ...move }) => {
      const said = error as { code: string; message: Text; detail: string } | null
      return {
        ...move,
        checks: checks as MoveCheck[],
        records: Number(records),
        records_done: Number(records_done),
        source: named(source_server_id),
        target: named(target_server_id),
        error: said && { code: said.code, message: said.message[language], detail: said.detail },
      }
    },
  )
}
