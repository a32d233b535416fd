import { queryContract, queryLimits } from '@weft/contracts/queries.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { parametersOf, query } from '@weft/catalogue/resources/query/query.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import type { OwnQuery } from '@weft/engine/records/store.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { createRow, deleteRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { listRuns, rememberRun } from './history.ts'
import { callerGone } from '../../isolated.ts'
import { exportOptions } from '../records/export-options.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  taken: { en: 'There is already a query called {name}.', de: 'Eine Abfrage namens {name} gibt es bereits.' },
})

type By = Pick<FastifyRequest, 'scope' | 'user'>
type Asked = { sql: string; parameters: string }

/** The query editor: queries that only read the project's tables, kept by name, run, checked and exported. */
export const queryRoutes =
  ({ db, databases }: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, queryContract)
    const store = (scope: Scope) => recordStore(databases, scope.tenant_id!)
    const own = ({ scope, user }: By, { sql, parameters }: Asked): OwnQuery => ({
      project_id: scope.project_id!,
      asker: { tenant_id: scope.tenant_id!, user_id: user.id },
      sql,
      parameters: parametersOf(parameters)!,
    })

    on('GET /queries', ({ scope, query: wished }) => inScope(db, scope, (trx) => listRows(trx, query, wished)))

    on('GET /queries/:id', async ({ scope, params }, reply) => {
      const data = await inScope(db, scope, (trx) => readRow(trx, query, params.id))
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('POST /queries', async ({ scope, user, body }, reply) => {
      await refuseSyntax({ scope, user }, body)
      const data = await inScope(db, scope, (trx) => createRow(trx, query, body)).catch(refuseTaken(body.name))
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /queries/:id`, async ({ scope, user, params, body, headers }, reply) => {
        const before = await inScope(db, scope, (trx) => readRow(trx, query, params.id))
        await refuseSyntax(
          { scope, user },
          { sql: body.sql ?? before.sql, parameters: body.parameters ?? before.parameters },
        )
        const data = await inScope(db, scope, (trx) =>
          updateRow(trx, query, params.id, body, headers['if-match']),
        ).catch(refuseTaken(body.name ?? before.name))
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /queries/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, (trx) => deleteRow(trx, query, params.id))
      return reply.code(204).send(null)
    })

    on('POST /queries/run', async ({ scope, user, body, language }, reply) => {
      const signal = callerGone(reply)
      const { query_id = null, name = '', sql, parameters } = body
      const remembered = rememberRun(db, scope, { query_id, name, sql, parameters }, language)
      const running = (await store(scope)).runQuery({
        ...own({ scope, user }, body),
        most: queryLimits.rows,
        seconds: queryLimits.seconds,
        signal,
      })
      return { data: await remembered(running, signal) }
    })

    on('GET /queries/dialect', async ({ scope }) => ({
      data: { engine: (await databases.relational(scope.tenant_id)).engine },
    }))

    on('GET /queries/history', ({ scope, query: { search, before } }) =>
      inScope(db, scope, (trx) => listRuns(trx, { search, before })),
    )

    on('DELETE /queries/history', async ({ scope }, reply) => {
      await inScope(db, scope, (trx) => trx.deleteFrom('query_runs').execute())
      return reply.code(204).send(null)
    })

    on('POST /queries/:id/run', async ({ scope, user, params, body }, reply) => {
      const kept = await inScope(db, scope, (trx) => readRow(trx, query, params.id))
      return {
        data: await (
          await store(scope)
        ).runQuery({
          ...own({ scope, user }, { sql: kept.sql, parameters: body?.parameters ?? kept.parameters }),
          most: queryLimits.rows,
          seconds: queryLimits.seconds,
          signal: callerGone(reply),
        }),
      }
    })

    on('POST /queries/check', async ({ scope, user, body }) => {
      const { lines, root } = await (await store(scope)).explainQuery(own({ scope, user }, body))
      return { data: { plan: lines, root } }
    })

    on('POST /queries/export', async ({ scope, user, body }, reply) => {
      const format = formats.find(({ key }) => key === body.format)!
      const begun = Promise.withResolvers<PassThrough>()
      let target: PassThrough | undefined
      const asking = await store(scope)
      asking
        .exportQuery(
          { ...own({ scope, user }, body), seconds: queryLimits.exportSeconds, signal: callerGone(reply) },
          (columns, batches) => {
            target = new PassThrough()
            begun.resolve(target)
            return formatBodies[format.key].write(whole(columns, batches), exportOptions(format), target)
          },
        )
        .catch((error: Error) => (target ? target.destroy(error) : begun.reject(error)))
      return reply
        .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
        .header('content-disposition', `attachment; filename="query.${format.key}"`)
        .code(200)
        .send(await begun.promise)
    })

    /** What is kept may name a table that comes later, but it has to be SQL. */
    async function refuseSyntax(by: By, body: Asked) {
      try {
        await (await store(by.scope)).explainQuery(own(by, { sql: body.sql, parameters: body.parameters }))
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
