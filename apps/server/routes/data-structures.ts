import { dataStructure, standardQuery } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import {
  applyStructure,
  createStructure,
  dropStructure,
  planStructure,
  refuseLocked,
  type StructurePlan,
  type TenantScope,
} from '@weft/engine/records/structures.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { listMeta, listQuery, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { etagOf, listRows } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { baseData, draftOf, planView, structureRow, toldPlan } from '../structures/structure-view.ts'

const params = z.object({ id: z.uuid() })
const accepting = { accept_losses: z.boolean().default(false), version: z.int().optional() }
const revision = z.object({
  version: z.int(),
  changed_by: z.uuid().nullable(),
  created_at: z.string(),
  changes: z.int(),
})

/** Data structures: definition, plan and apply, lock, publish, revisions. Their records stand in records.ts. */
export const dataStructureRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const about = (summary: string) => ({ tags: ['data_structures'], summary })
    const view = { scope: 'project', may: ['structures', 'view'] } as const
    const update = { scope: 'project', may: ['structures', 'update'] } as const
    const one = { 200: z.object({ data: structureRow }) }

    app.get(
      '/data_structures',
      {
        schema: {
          ...about('List data structures'),
          querystring: listQueryOf(dataStructure),
          response: { 200: z.object({ data: z.array(structureRow), meta: listMeta }) },
        },
        config: view,
      },
      ({ scope, query }) =>
        inScope(db, scope, async (trx) => {
          const { data, meta } = await listRows(trx, dataStructure, query)
          return { data: data as unknown as z.output<typeof structureRow>[], meta }
        }),
    )

    app.get(
      '/data_structures/counts',
      {
        schema: {
          ...about('How many records each structure holds'),
          response: { 200: z.object({ data: z.record(z.string(), z.object({ total: z.int(), about: z.boolean() })) }) },
        },
        config: view,
      },
      async ({ scope }) => {
        const structures = await inScope(db, scope, (trx) =>
          trx.selectFrom('data_structures').select(['id', 'project_id', 'table_name']).execute(),
        )
        return { data: await (await recordStore(databases, scope.tenant_id!)).counts(structures) }
      },
    )

    app.post(
      '/data_structures',
      {
        schema: {
          ...about('Create a data structure with its table'),
          body: dataStructure.draft,
          response: { 201: one[200] },
        },
        config: { scope: 'project', may: ['structures', 'create'] },
      },
      async ({ scope, body }, reply) => {
        const { queries, ...draft } = body
        const { id } = await createStructure(ground, scope as TenantScope, draft)
        const data = await inScope(db, scope, async (trx) => {
          if (queries.length > 0)
            await trx
              .updateTable('data_structures')
              .set({ queries: JSON.stringify(queries) })
              .where('id', '=', id)
              .execute()
          return read(trx, id)
        })
        return reply.code(201).header('etag', etagOf(data)).send({ data })
      },
    )

    app.post(
      '/data_structures/plan',
      {
        schema: {
          ...about('Check a new data structure and show what creating it does'),
          body: dataStructure.draft,
          response: { 200: z.object({ data: planView }) },
        },
        config: { scope: 'project', may: ['structures', 'create'] },
      },
      async ({ scope, body, language }) => {
        const { queries: _, ...draft } = body
        return { data: toldPlan(await planStructure(ground, scope as TenantScope, draft), language) }
      },
    )

    app.get(
      '/data_structures/:id',
      { schema: { ...about('Read a data structure'), params, response: one }, config: view },
      async ({ scope, params }, reply) => {
        const data = await inScope(db, scope, (trx) => read(trx, params.id))
        return reply.header('etag', etagOf(data)).send({ data })
      },
    )

    app.delete(
      '/data_structures/:id',
      {
        schema: { ...about('Delete a data structure and all its records'), params, response: { 204: z.null() } },
        config: { scope: 'project', may: ['structures', 'delete'] },
      },
      async ({ scope, params }, reply) => {
        await dropStructure(ground, scope as TenantScope, params.id)
        return reply.code(204).send(null)
      },
    )

    const { queries: _, ...changeable } = dataStructure.fields
    const changes = changesOf(changeable)
    for (const [method, url] of [
      ['PUT', ''],
      ['POST', ''],
      ['POST', '/apply'],
    ] as const)
      app.route({
        method,
        url: `/data_structures/:id${url}`,
        schema: {
          ...about('Change a data structure and its table'),
          params,
          body: changes.extend(accepting),
          response: { 200: z.object({ data: structureRow, plan: planView }) },
        },
        config: update,
        handler: async ({ scope, params, body: { accept_losses, version, ...changes }, language }) => {
          const plan = await change(scope as TenantScope, params.id, changes, { accept_losses, version })
          return { data: await inScope(db, scope, (trx) => read(trx, params.id)), plan: toldPlan(plan, language) }
        },
      })

    app.post(
      '/data_structures/:id/plan',
      {
        schema: {
          ...about('Show what a change does to the table, without changing anything'),
          params,
          body: changes,
          response: { 200: z.object({ data: planView }) },
        },
        config: update,
      },
      async ({ scope, params, body, language }) => {
        const row = await inScope(db, scope, (trx) => stored(trx, params.id))
        return {
          data: toldPlan(
            await planStructure(ground, scope as TenantScope, draftOf(row, withoutUndefined(body)), params.id),
            language,
          ),
        }
      },
    )

    const parts = {
      base_data: changesOf(baseData),
      config: z.strictObject({ fields: dataStructure.fields.fields }),
      fields: z.strictObject({ fields: dataStructure.fields.fields }),
    }
    for (const [part, body] of Object.entries(parts)) {
      app.get(
        `/data_structures/:id/${part}`,
        { schema: { ...about(`Read ${part}`), params }, config: view },
        ({ scope, params }) =>
          inScope(db, scope, async (trx) => {
            const row: Record<string, unknown> = await read(trx, params.id)
            return {
              data: Object.fromEntries([...Object.keys(body.shape), 'version', 'locked'].map((key) => [key, row[key]])),
            }
          }),
      )
      app.put(
        `/data_structures/:id/${part}`,
        { schema: { ...about(`Change ${part}`), params, body: body.extend(accepting), response: one }, config: update },
        async ({ scope, params, body: { accept_losses, version, ...changes } }) => {
          await change(scope as TenantScope, params.id, changes, { accept_losses, version })
          return { data: await inScope(db, scope, (trx) => read(trx, params.id)) }
        },
      )
    }

    app.get(
      '/data_structures/:id/queries',
      {
        schema: {
          ...about('Read the standard SQL queries'),
          params,
          response: { 200: z.object({ data: z.object({ queries: z.array(standardQuery) }) }) },
        },
        config: view,
      },
      ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({
          data: { queries: (await stored(trx, params.id)).queries as z.output<typeof standardQuery>[] },
        })),
    )
    app.put(
      '/data_structures/:id/queries',
      {
        schema: {
          ...about('Change the standard SQL queries'),
          params,
          body: changesOf({ queries: dataStructure.fields.queries }),
          response: one,
        },
        config: update,
      },
      ({ scope, params, body }) =>
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
    app.post(
      '/data_structures/:id/queries/run',
      {
        schema: {
          ...about('Run a query that only reads'),
          params,
          body: z.strictObject({ sql: z.string().max(20_000) }),
          response: {
            200: z.object({
              data: z.object({
                columns: z.array(z.string()),
                rows: z.array(z.record(z.string(), z.unknown())),
                more: z.boolean(),
                took_ms: z.int(),
              }),
            }),
          },
        },
        config: { scope: 'project', may: ['queries', 'run'] },
      },
      async ({ scope, params, body }) => {
        await inScope(db, scope, (trx) => stored(trx, params.id))
        return {
          data: await (
            await recordStore(databases, scope.tenant_id!)
          ).runQuery({
            project_id: scope.project_id!,
            asker: { tenant_id: scope.tenant_id!, user_id: scope.user_id! },
            sql: body.sql,
          }),
        }
      },
    )

    for (const [verb, locked] of [
      ['lock', true],
      ['unlock', false],
    ] as const)
      app.post(
        `/data_structures/:id/${verb}`,
        {
          schema: { ...about(`${locked ? 'Lock' : 'Unlock'} a data structure`), params, response: one },
          config: update,
        },
        ({ scope, params }) =>
          inScope(db, scope, async (trx) => {
            await stored(trx, params.id)
            await trx.updateTable('data_structures').set({ locked }).where('id', '=', params.id).execute()
            return { data: await read(trx, params.id) }
          }),
      )

    app.post(
      '/data_structures/:id/publish',
      {
        schema: {
          ...about('Publish a data structure, or take it back'),
          params,
          body: z.strictObject({ published: z.boolean().default(true) }).default({ published: true }),
          response: one,
        },
        config: { scope: 'project', may: ['structures', 'publish'] },
      },
      ({ scope, params, body }) =>
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

    app.get(
      '/data_structures/:id/revisions',
      {
        schema: {
          ...about('Earlier definitions'),
          params,
          querystring: listQuery,
          response: { 200: z.object({ data: z.array(revision), meta: listMeta }) },
        },
        config: view,
      },
      ({ scope, params, query }) =>
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
            data: rows.map(({ plan, changed_by, ...row }) => ({
              ...row,
              changed_by: changed_by ?? null,
              changes: (plan as StructurePlan | null)?.changes.length ?? 0,
            })),
            meta: metaOf(query, Number(total)),
          }
        }),
    )
    app.get(
      '/data_structures/:id/revisions/:version',
      {
        schema: { ...about('One earlier definition'), params: params.extend({ version: z.coerce.number().int() }) },
        config: view,
      },
      ({ scope, params }) =>
        inScope(db, scope, async (trx) => {
          const row = await trx
            .selectFrom('data_structure_revisions')
            .select(['version', 'definition', 'created_at', 'changed_by'])
            .where('data_structure_id', '=', params.id)
            .where('version', '=', params.version)
            .executeTakeFirst()
          if (!row) throw notFound()
          return { data: row }
        }),
    )

    async function change(
      scope: TenantScope,
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

const read = async (trx: Scoped, id: string) => (await stored(trx, id)) as unknown as z.output<typeof structureRow>
