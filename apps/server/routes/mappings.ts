import { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { isRunnable } from '@weft/engine/mapping/check/check.ts'
import type { RemoteCall } from '@weft/engine/mapping/elsewhere.ts'
import { runMapping, suggestMapping, traceMapping, writeMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { pluginsIn, runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { computeIn } from '@weft/engine/plugins/transformers.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import type { TenantScope } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { isolated } from '../isolated.ts'
import { samplesOf, surroundingsFor } from '../mappings/preview.ts'
import {
  knownIn,
  mappingView,
  readMapping,
  refuseWrong,
  toMappingProblems,
  toldProblem,
  transformerView,
  viewOf,
} from '../mappings/view.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this mapping in the meantime. Please load it again.',
    de: 'Jemand anderes hat dieses Mapping inzwischen geändert. Bitte laden Sie es neu.',
  },
  used: { en: 'The workflow “{label}” uses this mapping.', de: 'Der Workflow „{label}“ verwendet dieses Mapping.' },
})

const params = z.object({ id: z.uuid() })
const record = z.record(z.string(), z.unknown())
const tried = z
  .strictObject({
    definition: mappingDefinition.optional(),
    records: z.array(record).max(100).optional(),
    limit: z.int().min(1).max(100).default(20),
  })
  .default({ limit: 20 })

/** Mappings: definition with its check, trial runs, debugging, suggestions and code. */
export const mappingRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    const about = (summary: string) => ({ tags: ['mappings'], summary })
    const view = { scope: 'project', may: ['workflows', 'view'] } as const
    const update = { scope: 'project', may: ['workflows', 'update'] } as const
    const one = { 200: z.object({ data: mappingView }) }
    const answer = async (trx: Scoped, id: string, language: Language) => ({
      data: viewOf(await readMapping(trx, id), language),
    })

    app.post(
      '/mappings',
      {
        schema: { ...about('Create a mapping'), body: mapping.draft, response: { 201: one[200] } },
        config: { scope: 'project', may: ['workflows', 'create'] },
      },
      async ({ scope, body, language }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await refuseWrong(trx, body)
          const { id } = await trx
            .insertInto('mappings')
            .values({ ...body, definition: JSON.stringify(body.definition) })
            .returning('id')
            .executeTakeFirstOrThrow()
          return answer(trx, id, language)
        })
        return reply.code(201).header('etag', etagOf(data.data)).send(data)
      },
    )

    app.get(
      '/mappings/:id',
      {
        schema: { ...about('Read a mapping with both structures and what is wrong with it'), params, response: one },
        config: view,
      },
      async ({ scope, params, language }, reply) => {
        const data = await inScope(db, scope, (trx) => answer(trx, params.id, language))
        return reply.header('etag', etagOf(data.data)).send(data)
      },
    )

    const change = (
      scope: Scope,
      id: string,
      changes: Partial<z.output<typeof mapping.draft>>,
      { version, ifMatch }: { version?: number | undefined; ifMatch?: string | undefined },
      language: Language,
    ) =>
      inScope(db, scope, async (trx) => {
        await trx.selectFrom('mappings').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
        const { row, definition } = await readMapping(trx, id)
        if (
          (version !== undefined && version !== row.version) ||
          (ifMatch && ifMatch !== '*' && ifMatch !== etagOf(row))
        )
          throw new Conflict('VERSION_CONFLICT', texts.moved())
        await refuseWrong(trx, {
          definition,
          source_structure_id: row.source_structure_id,
          target_structure_id: row.target_structure_id,
          ...changes,
        })
        const { definition: changed, ...columns } = changes
        await trx
          .updateTable('mappings')
          .set({ ...columns, ...(changed && { definition: JSON.stringify(changed) }), version: row.version + 1 })
          .where('id', '=', id)
          .execute()
        return answer(trx, id, language)
      })

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/mappings/:id',
        schema: {
          ...about('Change a mapping'),
          params,
          body: mapping.changes.extend({ version: z.int().optional() }),
          response: one,
        },
        config: update,
        handler: async ({ scope, params, body: { version, ...changes }, headers, language }, reply) => {
          const data = await change(
            scope,
            params.id,
            given(changes),
            { version, ifMatch: headers['if-match'] },
            language,
          )
          return reply.header('etag', etagOf(data.data)).send(data)
        },
      })

    app.delete(
      '/mappings/:id',
      {
        schema: { ...about('Delete a mapping'), params, response: { 204: z.null() } },
        config: { scope: 'project', may: ['workflows', 'delete'] },
      },
      async ({ scope, params }, reply) => {
        await inScope(db, scope, async (trx) => {
          const user = await trx
            .selectFrom('workflows')
            .select('label')
            .where(sql<boolean>`source like ${`%${params.id}%`}`)
            .limit(1)
            .executeTakeFirst()
          if (user) throw new Conflict('MAPPING_USED', texts.used({ label: user.label }))
          const { numDeletedRows } = await trx
            .deleteFrom('mappings')
            .where('id', '=', params.id)
            .executeTakeFirstOrThrow()
          if (numDeletedRows === 0n) throw notFound()
        })
        return reply.code(204).send(null)
      },
    )

    for (const part of ['connections', 'transformers'] as const) {
      const list = mappingDefinition.shape[part]
      app.get(
        `/mappings/:id/${part}`,
        {
          schema: { ...about(`Read the ${part} of a mapping`), params, response: { 200: z.object({ data: list }) } },
          config: view,
        },
        ({ scope, params }) =>
          inScope(db, scope, async (trx) => ({ data: (await readMapping(trx, params.id)).definition[part] as never })),
      )
      app.put(
        `/mappings/:id/${part}`,
        {
          schema: {
            ...about(`Replace the ${part} of a mapping`),
            params,
            body: changesOf({ [part]: list, version: z.int() }),
            response: one,
          },
          config: update,
        },
        async ({ scope, params, body, language }) => {
          const { definition } = await inScope(db, scope, (trx) => readMapping(trx, params.id))
          const { version, ...replaced } = body as { version?: number }
          return change(
            scope,
            params.id,
            { definition: mappingDefinition.parse({ ...definition, ...replaced }) },
            { version },
            language,
          )
        },
      )
    }

    const opened = (scope: Scope, id: string) => inScope(db, scope, (trx) => readMapping(trx, id))
    const prepared = async (request: FastifyRequest, reply: FastifyReply, id: string, body: z.output<typeof tried>) => {
      const scope = request.scope as TenantScope
      const { source, target, definition } = await opened(scope, id)
      const { plugins, answers } = await surroundingsFor(context, scope)
      const records = body.records ?? (await samplesOf(context, scope, source, body.limit))
      const trial = {
        definition: body.definition ?? definition,
        source,
        target,
        plugins,
        records,
        moment: { now: new Date(), seed: 'preview' },
        language: request.language,
      }
      return { trial, given: { ...isolated(request, reply), answers } }
    }

    const rejected = z.object({
      record,
      field: z.string().optional(),
      value: z.unknown().optional(),
      reason: z.string(),
    })
    app.post(
      '/mappings/:id/run',
      {
        schema: {
          ...about('Map sample records without keeping the result'),
          params,
          body: tried,
          response: {
            200: z.object({
              data: z.object({
                records: z.array(record),
                out: z.array(record),
                rejected: z.array(rejected),
                problems: z.array(toldProblem),
                runnable: z.boolean(),
              }),
            }),
          },
        },
        config: view,
      },
      async (request, reply) => {
        const { trial, given } = await prepared(request, reply, request.params.id, request.body)
        const { value } = await context.isolation.run(runMapping, trial, given)
        return { data: { records: trial.records, ...value } }
      },
    )

    app.post(
      '/mappings/:id/debug',
      { schema: { ...about('Map sample records and show every value on the way'), params, body: tried }, config: view },
      async (request, reply) => {
        const { trial, given } = await prepared(request, reply, request.params.id, request.body)
        const { value } = await context.isolation.run(traceMapping, trial, given)
        return {
          data: {
            records: trial.records.map((source, i) => ({ source, ...value.traces[i]! })),
            problems: value.problems,
          },
        }
      },
    )

    const suggestion = z.object({ source_field_id: z.uuid(), target_field_id: z.uuid(), confidence: z.number() })
    app.post(
      '/mappings/:id/suggest',
      {
        schema: {
          ...about('Connections that look right for fields without one'),
          params,
          body: z.strictObject({ definition: mappingDefinition.optional() }).default({}),
          response: { 200: z.object({ data: z.array(suggestion) }) },
        },
        config: view,
      },
      async (request, reply) => {
        const { source, target, definition } = await opened(request.scope, request.params.id)
        const { value } = await context.isolation.run(
          suggestMapping,
          { source, target, definition: request.body.definition ?? definition },
          isolated(request, reply),
        )
        return { data: value }
      },
    )

    app.get(
      '/mappings/:id/code',
      {
        schema: {
          ...about('The function a mapping becomes'),
          params,
          response: {
            200: z.object({
              data: z.object({
                code: z.string(),
                problems: z.array(toldProblem),
                runnable: z.boolean(),
                label: z.string(),
                version: z.int(),
              }),
            }),
          },
        },
        config: view,
      },
      async (request, reply) => {
        const { scope, params, language } = request
        const { row, source, target, definition, problems } = await opened(scope, params.id)
        const { plugins } = await surroundingsFor(context, scope as TenantScope)
        const { value } = await context.isolation.run(
          writeMapping,
          { definition, source, target, plugins },
          isolated(request, reply),
        )
        return {
          data: {
            code: value.code,
            problems: toMappingProblems(problems, language),
            runnable: isRunnable(problems),
            label: row.label,
            version: row.version,
          },
        }
      },
    )

    app.get(
      '/mappings/:id/samples',
      {
        schema: {
          ...about('Newest records of the source and the target'),
          params,
          querystring: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
          response: { 200: z.object({ data: z.object({ source: z.array(record), target: z.array(record) }) }) },
        },
        config: { scope: 'project', may: ['records', 'view'] },
      },
      async ({ scope, params, query }) => {
        const { source, target } = await opened(scope, params.id)
        return {
          data: {
            source: await samplesOf(context, scope as TenantScope, source, query.limit),
            target: await samplesOf(context, scope as TenantScope, target, 1),
          },
        }
      },
    )

    const lookup = z.strictObject({
      structure_id: z.uuid(),
      field: z.string().max(63),
      values: z.array(z.unknown()).max(1_000),
      fields: z.array(z.string().max(63)).max(100),
    })
    app.post(
      '/mappings/lookup',
      {
        schema: {
          ...about('Rows of a structure by the values of one field, for previews in the browser'),
          body: lookup,
          response: { 200: z.object({ data: z.record(z.string(), record) }) },
        },
        config: { scope: 'project', may: ['records', 'view'] },
      },
      async ({ scope, body }) => {
        return { data: Object.fromEntries(await openRecords(context, scope as TenantScope).lookup(body)) }
      },
    )

    app.get(
      '/mapping_transformers',
      { schema: { ...about('Every transformer there is') }, config: view },
      async ({ scope, language }) => ({
        data: [...(await inScope(db, scope, knownIn)).values()].map((one) => transformerView(one, language)),
      }),
    )
    const calls = z.strictObject({
      calls: z
        .array(z.strictObject({ key: z.string().max(100), options: z.unknown(), inputs: z.array(z.unknown()).max(10) }))
        .max(5_000),
    })
    app.post(
      '/mapping_transformers/compute',
      {
        schema: {
          ...about('What transformers of plugins give, for previews in the browser'),
          body: calls,
          response: {
            200: z.object({
              data: z.array(z.object({ value: z.unknown().optional(), refused: z.string().optional() })),
            }),
          },
        },
        config: view,
      },
      async ({ scope, body }) => {
        const used = (await inScope(db, scope, pluginsIn)).filter(({ enabled }) => enabled)
        return {
          data: await computeIn(
            await runningPlugins(db, scope, undefined, used),
            context.sandbox,
            body.calls as RemoteCall[],
          ),
        }
      },
    )
    app.get(
      '/mapping_transformers/:key',
      { schema: { ...about('One transformer'), params: z.object({ key: z.string() }) }, config: view },
      async ({ params, scope, language }) => {
        const found = (await inScope(db, scope, knownIn)).get(params.key)
        if (!found) throw notFound()
        return { data: transformerView(found, language) }
      },
    )
  }

/** Keys that were sent. */
const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
