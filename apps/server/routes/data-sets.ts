import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import {
  checkDataSet,
  columnsOf,
  findDataSet,
  markDataSet,
  previewDataSet,
  readDefinition,
} from '@weft/engine/data-sets/data-sets.server.ts'
import type { TenantScope } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { dataSetDefinition, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { invalidFields, invalidQuery } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { createRow, deleteRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { exportOptions } from '../export-options.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  inUse: { en: 'The data set is still used: {names}.', de: 'Das Datenset wird noch verwendet: {names}.' },
})

const params = z.object({ id: z.uuid() })
const one = z.object({ data: dataSet.row })
const column = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes), aggregated: z.boolean() })
const page = z.object({
  columns: z.array(column),
  rows: z.array(z.record(z.string(), z.unknown())),
  more: z.boolean(),
  took_ms: z.int(),
})
const parameters = z.record(z.string(), z.unknown()).default({})
const paging = z.looseObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(500).default(50),
})

/** Data sets: checked when saved, previewed while edited, read page by page, exported, marked. */
export const dataSetRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const about = (summary: string) => ({ tags: ['data_sets'], summary })
    const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['insights', action] }) as const
    const definitionOf = (scope: Scope, id: string) =>
      inScope(db, scope, async (trx) => (await findDataSet(trx, id)).definition)

    app.post(
      '/data_sets',
      { schema: { ...about('Create a data set'), body: dataSet.draft, response: { 201: one } }, config: may('create') },
      async ({ scope, body }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await refuseWrong(trx, body.definition)
          return createRow(trx, dataSet, body)
        })
        return reply
          .code(201)
          .header('etag', etagOf(data))
          .send({ data: data as unknown as z.output<typeof dataSet.row> })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/data_sets/:id',
        schema: { ...about('Change a data set'), params, body: dataSet.changes, response: { 200: one } },
        config: may('update'),
        handler: async ({ scope, params, body, headers }, reply) => {
          const data = await inScope(db, scope, async (trx) => {
            await readRow(trx, dataSet, params.id)
            if (body.definition) await refuseWrong(trx, body.definition)
            return updateRow(trx, dataSet, params.id, body, headers['if-match'])
          })
          return reply.header('etag', etagOf(data)).send({ data: data as unknown as z.output<typeof dataSet.row> })
        },
      })

    app.delete(
      '/data_sets/:id',
      {
        schema: { ...about('Delete a data set that nothing uses'), params, response: { 204: z.null() } },
        config: { scope: 'project', may: ['insights', 'delete'] },
      },
      async ({ scope, params }, reply) => {
        await inScope(db, scope, async (trx) => {
          await readRow(trx, dataSet, params.id)
          const users = await usersOf(trx, params.id)
          if (users.length > 0) throw new Conflict('IN_USE', texts.inUse({ names: users.join(', ') }))
          await deleteRow(trx, dataSet, params.id)
        })
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/data_sets/preview',
      {
        schema: {
          ...about('The first rows of a definition that is not saved'),
          body: z.strictObject({
            definition: dataSetDefinition,
            parameters,
            limit: z.int().min(1).max(500).default(50),
          }),
          response: { 200: z.object({ data: page }) },
        },
        config: may('view'),
      },
      async ({ scope, body }) => ({ data: await previewDataSet(ground, scope as TenantScope, body.definition, body) }),
    )

    app.post(
      '/data_sets/:id/preview',
      {
        schema: {
          ...about('The first rows'),
          params,
          body: z.strictObject({ parameters, limit: z.int().min(1).max(500).default(50) }).prefault({}),
          response: { 200: z.object({ data: page }) },
        },
        config: may('view'),
      },
      async ({ scope, params, body }) => ({
        data: await previewDataSet(ground, scope as TenantScope, await definitionOf(scope, params.id), body),
      }),
    )

    app.get(
      '/data_sets/:id/columns',
      {
        schema: {
          ...about('What the answer is made of, whatever its parameters'),
          params,
          response: { 200: z.object({ data: z.array(column) }) },
        },
        config: may('view'),
      },
      ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({
          data: await columnsOf(trx, (await findDataSet(trx, params.id)).definition),
        })),
    )

    app.get(
      '/data_sets/:id/records',
      {
        schema: {
          ...about('One page of rows; further query keys are parameters'),
          params,
          querystring: paging,
          response: {
            200: z.object({
              data: page.shape.rows,
              columns: page.shape.columns,
              meta: z.object({ page: z.int(), perPage: z.int(), more: z.boolean() }),
            }),
          },
        },
        config: may('view'),
      },
      async ({ scope, params, query: { page, perPage, ...parameters } }) => {
        const definition = await definitionOf(scope, params.id)
        refuseUndeclared(definition, parameters)
        const answer = await previewDataSet(ground, scope as TenantScope, definition, {
          parameters,
          limit: perPage,
          offset: (page - 1) * perPage,
        })
        return { data: answer.rows, columns: answer.columns, meta: { page, perPage, more: answer.more } }
      },
    )

    app.get(
      '/data_sets/:id/export',
      {
        schema: {
          ...about('All rows as a file; further query keys are parameters'),
          params,
          querystring: z.looseObject({ format: z.enum(['csv', 'json', 'xlsx']).default('csv') }),
        },
        config: { scope: 'project', may: ['insights', 'export'] },
      },
      async ({ scope, params, query: { format: key, ...parameters } }, reply) => {
        const { name, definition } = await inScope(db, scope, (trx) => findDataSet(trx, params.id))
        refuseUndeclared(definition, parameters)
        const format = formats.find((one) => one.key === key)!
        const target = new PassThrough()
        formatBodies[format.key]
          .write(readDefinition(ground, scope as TenantScope, definition, parameters), exportOptions(format), target)
          .catch((error: Error) => target.destroy(error))
        return reply
          .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
          .header(
            'content-disposition',
            `attachment; filename="${name.replaceAll(/[^\w-]+/g, '-')}.${format.extensions[0]}"`,
          )
          .send(target)
      },
    )

    app.post(
      '/data_sets/:id/mark',
      {
        schema: {
          ...about('Mark the records the rows are made from'),
          params,
          body: z.strictObject({ mark: z.enum(['dirty', 'clean']), parameters }),
          response: { 200: z.object({ data: z.object({ changed: z.int() }) }) },
        },
        config: { scope: 'project', may: ['records', 'update'] },
      },
      async ({ scope, params, body }) => ({
        data: {
          changed: await markDataSet(
            ground,
            scope as TenantScope,
            await definitionOf(scope, params.id),
            body.mark,
            body.parameters,
          ),
        },
      }),
    )

    async function refuseWrong(trx: Scoped, definition: DataSetDefinition) {
      const problems = await checkDataSet(trx, definition)
      if (Object.keys(problems).length > 0)
        throw invalidFields(
          Object.fromEntries(Object.entries(problems).map(([path, found]) => [`definition.${path}`, found])),
        )
    }
  }

/** Further keys of the address are parameters of the data set, and nothing else. */
function refuseUndeclared(definition: DataSetDefinition, given: object) {
  const unknown = Object.keys(given).filter(
    (name) => !definition.parameters.some((parameter) => parameter.name === name),
  )
  if (unknown.length > 0) throw invalidQuery({}, unknown)
}

/** Names of the insights and workflows that speak of a data set. */
async function usersOf(trx: Scoped, id: string): Promise<string[]> {
  const insights = await trx
    .selectFrom('insights')
    .select('label')
    .where(sql<string>`definition::text`, 'like', `%${id}%`)
    .execute()
  const workflows = await trx.selectFrom('workflows').select('label').where('source', 'like', `%${id}%`).execute()
  return [...insights, ...workflows].map(({ label }) => label)
}
