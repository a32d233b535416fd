import {
  dataStructureContract,
  type DataStructureAnswer,
  type DefinitionAnswer,
} from '@weft/contracts/data-structures.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import {
  applyStructure,
  createStructure,
  dropStructure,
  planStructure,
  refuseLocked,
  type StructurePlan,
} from '@weft/engine/records/structures.server.ts'
import { inScope, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { etagOf, listRows } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { draftOf, toldPlan, toStructure } from './structure-view.ts'

/** Data structures: definition, plan and apply, lock, publish, revisions. Their records stand in records.ts. */
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
        return read(trx, id)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    on('POST /data_structures/plan', async ({ scope, body, language }) => {
      const { queries: _, ...draft } = body
      return { data: toldPlan(await planStructure(ground, scope, draft), language) }
    })

    on('GET /data_structures/:id', async ({ scope, params }, reply) => {
      const data = await inScope(db, scope, (trx) => read(trx, params.id))
      return reply.header('etag', etagOf(data)).code(200).send({ data })
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
        return { data: await inScope(db, scope, (trx) => read(trx, params.id)), plan: toldPlan(plan, language) }
      })

    on('POST /data_structures/:id/plan', async ({ scope, params, body, language }) => {
      const row = await inScope(db, scope, (trx) => stored(trx, params.id))
      return {
        data: toldPlan(await planStructure(ground, scope, draftOf(row, withoutUndefined(body)), params.id), language),
      }
    })

    // The contract says which keys each part has.
    for (const part of ['base_data', 'config', 'fields'] as const) {
      on(`GET /data_structures/:id/${part}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await read(trx, params.id) })),
      )
      on(
        `PUT /data_structures/:id/${part}`,
        async ({ scope, params, body: { accept_losses, version, ...changes } }) => {
          await change(scope, params.id, changes, { accept_losses, version })
          return { data: await inScope(db, scope, (trx) => read(trx, params.id)) }
        },
      )
    }

    on('GET /data_structures/:id/queries', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await read(trx, params.id) })),
    )
    on('PUT /data_structures/:id/queries', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        refuseLocked(await stored(trx, params.id))
        if (body.queries)
          await trx
            .updateTable('data_structures')
            .set({ queries: JSON.stringify(body.queries) })
            .where('id', '=', params.id)
            .execute()
        return { data: await read(trx, params.id) }
      }),
    )
    on('POST /data_structures/:id/queries/run', async ({ scope, user, params, body }) => {
      await inScope(db, scope, (trx) => stored(trx, params.id))
      return {
        data: await (
          await recordStore(databases, scope.tenant_id)
        ).runQuery({
          project_id: scope.project_id,
          asker: { tenant_id: scope.tenant_id, user_id: user.id },
          sql: body.sql,
        }),
      }
    })

    for (const [verb, locked] of [
      ['lock', true],
      ['unlock', false],
    ] as const)
      on(`POST /data_structures/:id/${verb}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => {
          await stored(trx, params.id)
          await trx.updateTable('data_structures').set({ locked }).where('id', '=', params.id).execute()
          return { data: await read(trx, params.id) }
        }),
      )

    on('POST /data_structures/:id/publish', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        refuseLocked(await stored(trx, params.id))
        await trx
          .updateTable('data_structures')
          .set({ published: body.published })
          .where('id', '=', params.id)
          .execute()
        return { data: await read(trx, params.id) }
      }),
    )

    on('GET /data_structures/:id/revisions', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await stored(trx, params.id)
        const { limit, offset } = toLimitOffset(query)
        const all = trx.selectFrom('data_structure_revisions').where('data_structure_id', '=', params.id)
        const rows = await all
          .select(['version', 'changed_by', 'created_at', 'plan'])
          .orderBy('version', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return {
          data: rows.map(({ plan, ...row }) => ({
            ...row,
            changes: (plan as StructurePlan | null)?.changes.length ?? 0,
          })),
          meta: metaOf(query, Number(total)),
        }
      }),
    )
    on('GET /data_structures/:id/revisions/:version', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('data_structure_revisions')
          .select(['version', 'definition', 'created_at', 'changed_by'])
          .where('data_structure_id', '=', params.id)
          .where('version', '=', params.version)
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: { ...row, definition: row.definition as DefinitionAnswer } }
      }),
    )

    async function change(
      scope: ProjectScope,
      id: string,
      changes: object,
      { accept_losses, version }: { accept_losses: boolean; version: number | undefined },
    ) {
      const row = await inScope(db, scope, (trx) => stored(trx, id))
      const { plan } = await applyStructure(ground, scope, id, draftOf(row, withoutUndefined(changes)), {
        accept_losses,
        ...(version !== undefined && { version }),
      })
      return plan
    }
  }

const withoutUndefined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

async function stored(trx: Scoped, id: string) {
  const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const read = async (trx: Scoped, id: string) => toStructure(await stored(trx, id))
