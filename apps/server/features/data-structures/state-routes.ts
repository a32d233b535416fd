import { dataStructureContract } from '@weft/contracts/data-structures.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { refuseLocked } from '@weft/engine/records/structures.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { callerGone } from '../../isolated.ts'
import { readStructure, structureRow } from './rows.ts'

/** What a data structure has beside its definition: kept queries, its lock, and whether it is published. */
export const structureStateRoutes =
  ({ db, databases }: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, dataStructureContract)

    on('GET /data_structures/:id/queries', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await readStructure(trx, params.id) })),
    )
    on('PUT /data_structures/:id/queries', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        refuseLocked(await structureRow(trx, params.id))
        if (body.queries)
          await trx
            .updateTable('data_structures')
            .set({ queries: JSON.stringify(body.queries) })
            .where('id', '=', params.id)
            .execute()
        return { data: await readStructure(trx, params.id) }
      }),
    )
    on('POST /data_structures/:id/queries/run', async ({ scope, user, params, body }, reply) => {
      await inScope(db, scope, (trx) => structureRow(trx, params.id))
      return {
        data: await (
          await recordStore(databases, scope.tenant_id)
        ).runQuery({
          project_id: scope.project_id,
          asker: { tenant_id: scope.tenant_id, user_id: user.id },
          sql: body.sql,
          signal: callerGone(reply),
        }),
      }
    })

    for (const [verb, locked] of [
      ['lock', true],
      ['unlock', false],
    ] as const)
      on(`POST /data_structures/:id/${verb}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => {
          await structureRow(trx, params.id)
          await trx.updateTable('data_structures').set({ locked }).where('id', '=', params.id).execute()
          return { data: await readStructure(trx, params.id) }
        }),
      )

    on('POST /data_structures/:id/publish', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        refuseLocked(await structureRow(trx, params.id))
        await trx
          .updateTable('data_structures')
          .set({ published: body.published })
          .where('id', '=', params.id)
          .execute()
        return { data: await readStructure(trx, params.id) }
      }),
    )
  }
