import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exportOptions } from '../export-options.ts'
import type { AppContext } from '../context.ts'
import { condition, exportQuery, recordsQuery, selectionOf } from '../structures/selection.ts'

const params = z.object({ id: z.uuid() })
const recordParams = params.extend({ record: z.string().regex(/^\d{1,18}$/) })
const record = z.record(z.string(), z.unknown())
const ids = z
  .array(z.union([z.string().regex(/^\d{1,18}$/), z.int().positive()]))
  .max(10_000)
  .transform((list) => list.map(String))
const selection = z.strictObject({
  conditions: z.array(condition).max(100).optional(),
  searchTerm: z.string().max(200).optional(),
  state: z.enum(['dirty', 'clean']).optional(),
})
const exported = ['csv', 'json', 'xlsx'] as const

/** The records of a data structure: list, edit, mark, export. */
export const recordRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['data_structures'], summary })
    const may = (action: 'view' | 'create' | 'update' | 'delete' | 'export') =>
      ({ scope: 'project', may: ['records', action] }) as const
    const path = '/data_structures/:id/records'
    const one = { 200: z.object({ data: record }) }
    const changed = { 200: z.object({ data: z.object({ changed: z.int() }) }) }

    const of = async (scope: Scope, id: string) => ({
      structure: await inScope(context.db, scope, (trx) => findStructure(trx, id)),
      store: await recordStore(context.databases, scope.tenant_id!),
    })

    app.get(
      path,
      {
        schema: {
          ...about('A page of records'),
          params,
          querystring: recordsQuery,
          response: {
            200: z.object({ data: z.array(record), meta: listMeta.extend({ about: z.boolean(), more: z.boolean() }) }),
          },
        },
        config: may('view'),
      },
      async ({ scope, params, query, signal }) => {
        const { store, structure } = await of(scope, params.id)
        return store.page(structure, { ...selectionOf(query), page: query.page, perPage: query.perPage }, signal)
      },
    )

    app.post(
      path,
      {
        schema: { ...about('Add a record'), params, body: record, response: { 201: one[200] } },
        config: may('create'),
      },
      async ({ scope, params, body }, reply) => {
        const { store, structure } = await of(scope, params.id)
        return reply.code(201).send({ data: await store.add(structure, body) })
      },
    )

    app.post(
      `${path}/mark`,
      {
        schema: {
          ...about(
            'Mark records as processed (clean) or to be processed (dirty): some by id, or all a selection shows',
          ),
          params,
          body: z
            .strictObject({ mark: z.enum(['dirty', 'clean']), ids: ids.optional(), selection: selection.optional() })
            .refine((body) => (body.ids === undefined) !== (body.selection === undefined), { path: ['ids'] }),
          response: changed,
        },
        config: may('update'),
      },
      async ({ scope, params, body }) => {
        const { store, structure } = await of(scope, params.id)
        const { conditions: filters, ...rest } = body.selection ?? {}
        return {
          data: {
            changed: body.ids
              ? await store.mark(structure, { mark: body.mark, ids: body.ids })
              : await store.markSelected(structure, body.mark, { filters, ...rest }),
          },
        }
      },
    )

    app.post(
      `${path}/delete`,
      {
        schema: { ...about('Delete records by id'), params, body: z.strictObject({ ids }), response: changed },
        config: may('delete'),
      },
      async ({ scope, params, body }) => {
        const { store, structure } = await of(scope, params.id)
        return { data: { changed: await store.remove(structure, body.ids) } }
      },
    )

    app.get(
      `${path}/export`,
      {
        schema: { ...about('All records of a selection as a file'), params, querystring: exportQuery(exported, 'csv') },
        config: may('export'),
      },
      async ({ scope, params, query }, reply) => {
        const { store, structure } = await of(scope, params.id)
        const format = formats.find(({ key }) => key === query.format)!
        const target = new PassThrough()
        const names = structure.fields.map((field) => field.name)
        formatBodies[format.key]
          .write(onlyFields(store.selected(structure, selectionOf(query)), names), exportOptions(format), target)
          .catch((error: Error) => target.destroy(error))
        return reply
          .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
          .header('content-disposition', `attachment; filename="${structure.table_name}.${format.extensions[0]}"`)
          .send(target)
      },
    )

    app.get(
      `${path}/:record`,
      { schema: { ...about('One record'), params: recordParams, response: one }, config: may('view') },
      async ({ scope, params }) => {
        const { store, structure } = await of(scope, params.id)
        return { data: await store.one(structure, params.record) }
      },
    )

    app.get(
      `${path}/:record/versions`,
      {
        schema: {
          ...about('Earlier versions of a record'),
          params: recordParams,
          response: { 200: z.object({ data: z.array(record) }) },
        },
        config: may('view'),
      },
      async ({ scope, params }) => {
        const { store, structure } = await of(scope, params.id)
        return { data: await store.earlierVersions(structure, params.record) }
      },
    )

    app.put(
      `${path}/:record`,
      {
        schema: {
          ...about('Change fields of a record'),
          params: recordParams,
          body: z.strictObject({ changes: record, version: z.int().optional() }),
          response: one,
        },
        config: may('update'),
      },
      async ({ scope, params, body }) => {
        const { store, structure } = await of(scope, params.id)
        return { data: await store.change(structure, params.record, body.changes, body.version) }
      },
    )

    app.delete(
      `${path}/:record`,
      {
        schema: { ...about('Delete a record'), params: recordParams, response: { 204: z.null() } },
        config: may('delete'),
      },
      async ({ scope, params }, reply) => {
        const { store, structure } = await of(scope, params.id)
        await store.remove(structure, [params.record])
        return reply.code(204).send(null)
      },
    )
  }

async function* onlyFields(batches: AsyncIterable<Record<string, unknown>[]>, names: string[]) {
  for await (const batch of batches)
    yield batch.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}
