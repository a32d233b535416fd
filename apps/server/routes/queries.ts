import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { parametersOf, query, queryParameters } from '@weft/catalogue/resources/query/query.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import type { OwnQuery } from '@weft/engine/records/store.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { createRow, deleteRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exportOptions } from '../export-options.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  taken: { en: 'There is already a query called {name}.', de: 'Eine Abfrage namens {name} gibt es bereits.' },
})

const params = z.object({ id: z.uuid() })
const asked = z.strictObject({ sql: z.string().max(20_000), parameters: queryParameters })
const most = { rows: 10_000, seconds: 30, exportSeconds: 600 }
const ran = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  more: z.boolean(),
  took_ms: z.int(),
})

/** The query editor: queries that only read the project's tables, kept by name, run, checked and exported. */
export const queryRoutes =
  ({ db, databases }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['queries'], summary })
    // Who may ask may keep what they ask.
    const run = { scope: 'project', may: ['queries', 'run'] } as const
    const store = (scope: Scope) => recordStore(databases, scope.tenant_id!)
    const own = (scope: Scope, { sql, parameters }: z.output<typeof asked>): OwnQuery => ({
      project_id: scope.project_id!,
      asker: { tenant_id: scope.tenant_id!, user_id: scope.user_id! },
      sql,
      parameters: parametersOf(parameters)!,
    })

    app.get(
      '/queries',
      { schema: { ...about('List queries'), querystring: listQueryOf(query) }, config: run },
      ({ scope, query: wished }) => inScope(db, scope, (trx) => listRows(trx, query, wished)),
    )

    app.get(
      '/queries/:id',
      { schema: { ...about('Read a query'), params }, config: run },
      async ({ scope, params }, reply) => {
        const data = await inScope(db, scope, (trx) => readRow(trx, query, params.id))
        return reply.header('etag', etagOf(data)).send({ data })
      },
    )

    app.post(
      '/queries',
      { schema: { ...about('Keep a query; its SQL is checked'), body: query.draft }, config: run },
      async ({ scope, body }, reply) => {
        await refuseSyntax(scope, body)
        const data = await inScope(db, scope, (trx) => createRow(trx, query, body)).catch(refuseTaken(body.name))
        return reply.code(201).header('etag', etagOf(data)).send({ data })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/queries/:id',
        schema: { ...about('Change a query; its SQL is checked'), params, body: query.changes },
        config: run,
        handler: async ({ scope, params, body, headers }, reply) => {
          const before = (await inScope(db, scope, (trx) => readRow(trx, query, params.id))) as unknown as z.output<
            typeof query.draft
          >
          await refuseSyntax(scope, { sql: body.sql ?? before.sql, parameters: body.parameters ?? before.parameters })
          const data = await inScope(db, scope, (trx) =>
            updateRow(trx, query, params.id, body, headers['if-match']),
          ).catch(refuseTaken(body.name ?? before.name))
          return reply.header('etag', etagOf(data)).send({ data })
        },
      })

    app.delete(
      '/queries/:id',
      { schema: { ...about('Delete a query'), params, response: { 204: z.null() } }, config: run },
      async ({ scope, params }, reply) => {
        await inScope(db, scope, (trx) => deleteRow(trx, query, params.id))
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/queries/run',
      {
        schema: {
          ...about(`Run a query: at most ${most.rows} rows and ${most.seconds} seconds`),
          body: asked,
          response: { 200: z.object({ data: ran }) },
        },
        config: run,
      },
      async ({ scope, body, signal }) => ({
        data: await (
          await store(scope)
        ).runQuery({ ...own(scope, body), most: most.rows, seconds: most.seconds, signal }),
      }),
    )

    app.post(
      '/queries/:id/run',
      {
        schema: {
          ...about('Run a kept query, with its own parameters or others'),
          params,
          body: z.strictObject({ parameters: queryParameters.optional() }).nullish(),
          response: { 200: z.object({ data: ran }) },
        },
        config: run,
      },
      async ({ scope, params, body, signal }) => {
        const kept = (await inScope(db, scope, (trx) => readRow(trx, query, params.id))) as unknown as z.output<
          typeof asked
        >
        return {
          data: await (
            await store(scope)
          ).runQuery({
            ...own(scope, { sql: kept.sql, parameters: body?.parameters ?? kept.parameters }),
            most: most.rows,
            seconds: most.seconds,
            signal,
          }),
        }
      },
    )

    app.post(
      '/queries/check',
      {
        schema: {
          ...about('Check a query and show how the database would run it'),
          body: asked,
          response: { 200: z.object({ data: z.object({ plan: z.array(z.string()) }) }) },
        },
        config: run,
      },
      async ({ scope, body }) => ({ data: { plan: await (await store(scope)).explainQuery(own(scope, body)) } }),
    )

    app.post(
      '/queries/export',
      { schema: { ...about('All rows of a query as CSV'), body: asked }, config: run },
      async ({ scope, body, signal }, reply) => {
        const csv = formats.find(({ key }) => key === 'csv')!
        const begun = Promise.withResolvers<PassThrough>()
        let target: PassThrough | undefined
        const asking = await store(scope)
        asking
          .exportQuery({ ...own(scope, body), seconds: most.exportSeconds, signal }, (columns, batches) => {
            target = new PassThrough()
            begun.resolve(target)
            return formatBodies[csv.key].write(whole(columns, batches), exportOptions(csv), target)
          })
          .catch((error: Error) => (target ? target.destroy(error) : begun.reject(error)))
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="query.csv"')
          .send(await begun.promise)
      },
    )

    /** What is kept may name a table that comes later, but it has to be SQL. */
    async function refuseSyntax(scope: Scope, body: z.output<typeof asked>) {
      try {
        await (await store(scope)).explainQuery(own(scope, { sql: body.sql, parameters: body.parameters }))
      } catch (error) {
        if (!(error instanceof WeftError) || error.code !== 'QUERY_REFUSED') throw error
      }
    }
  }

/** Every column in every row, so that the first row names them all. */
async function* whole(columns: string[], batches: AsyncIterable<Record<string, unknown>[]>) {
  for await (const batch of batches)
    yield batch.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
}

const refuseTaken = (name: string) => (error: unknown) => {
  if ((error as { code?: string }).code === '23505') throw invalidField('name', texts.taken({ name }))
  throw error
}
