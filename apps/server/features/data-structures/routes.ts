import { dataStructureContract, type DataStructureAnswer } from '@weft/contracts/data-structures.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { referenceBetween } from '@weft/engine/records/references.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import {
  applyStructure,
  createStructure,
  dropStructure,
  planStructure,
} from '@weft/engine/records/structures.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { etagOf, listRows } from '@weft/kit/http/resource-routes.server.ts'
import { readStructure, structureRow } from './rows.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { draftOf, toldPlan } from './structure-view.ts'

/** Data structures: their definition, planned and applied. Their records stand in features/records. */
export const dataStructureRoutes =
  (context: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const on = implementRoutes(app, dataStructureContract)

    on('GET /data_structures', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listRows(trx, dataStructure, query)
        return { data: data as unknown as DataStructureAnswer[], meta }
      }),
    )

    on('GET /data_structures/counts', async ({ scope }) => {
      const structures = await inScope(db, scope, (trx) =>
        trx.selectFrom('data_structures').select(['id', 'project_id', 'table_name']).execute(),
      )
      return { data: await (await recordStore(databases, scope.tenant_id)).counts(structures) }
    })

    on('POST /data_structures', async ({ scope, body }, reply) => {
      const { queries, ...draft } = body
      const { id } = await createStructure(ground, scope, draft)
      const data = await inScope(db, scope, async (trx) => {
        if (queries.length > 0)
          await trx
            .updateTable('data_structures')
            .set({ queries: JSON.stringify(queries) })
            .where('id', '=', id)
            .execute()
        return readStructure(trx, id)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    on('POST /data_structures/plan', async ({ scope, body, language }) => {
      const { queries: _, ...draft } = body
      return { data: toldPlan(await planStructure(ground, scope, draft), language) }
    })

    on('GET /data_structures/:id', async ({ scope, params }, reply) => {
      const data = await inScope(db, scope, (trx) => readStructure(trx, params.id))
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('GET /data_structures/:id/dangling', async ({ scope, params, query }) => {
      const reference = await inScope(db, scope, (trx) =>
        referenceBetween(trx, { structure_id: params.id, field: query.field, to: query.related_structure_id }),
      )
      return { data: await (await recordStore(databases, scope.tenant_id)).dangling(reference) }
    })

    on('DELETE /data_structures/:id', async ({ scope, params }, reply) => {
      await dropStructure(ground, scope, params.id)
      return reply.code(204).send(null)
    })

    for (const key of [
      'PUT /data_structures/:id',
      'POST /data_structures/:id',
      'POST /data_structures/:id/apply',
    ] as const)
      on(key, async ({ scope, params, body: { accept_losses, version, ...changes }, language }) => {
        const plan = await change(scope, params.id, changes, { accept_losses, version })
        return {
          data: await inScope(db, scope, (trx) => readStructure(trx, params.id)),
          plan: toldPlan(plan, language),
        }
      })

    on('POST /data_structures/:id/plan', async ({ scope, params, body, language }) => {
      const row = await inScope(db, scope, (trx) => structureRow(trx, params.id))
      return {
        data: toldPlan(await planStructure(ground, scope, draftOf(row, omitUndefined(body)), params.id), language),
      }
    })

    // The contract says which keys each part has.
    for (const part of ['base_data', 'config', 'fields'] as const) {
      on(`GET /data_structures/:id/${part}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await readStructure(trx, params.id) })),
      )
      on(
        `PUT /data_structures/:id/${part}`,
        async ({ scope, params, body: { accept_losses, version, ...changes } }) => {
          await change(scope, params.id, changes, { accept_losses, version })
          return { data: await inScope(db, scope, (trx) => readStructure(trx, params.id)) }
        },
      )
    }

    async function change(
      scope: ProjectScope,
      id: string,
      changes: object,
      { accept_losses, version }: { accept_losses: boolean; version: number | undefined },
    ) {
      const row = await inScope(db, scope, (trx) => structureRow(trx, id))
      const { plan } = await applyStructure(ground, scope, id, draftOf(row, omitUndefined(changes)), {
        accept_losses,
        ...(version !== undefined && { version }),
      })
      return plan
    }
  }
