import { mappingContract, type MappingTried } from '@weft/contracts/mappings.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { isRunnable } from '@weft/engine/mapping/check/check.ts'
import type { RemoteCall } from '@weft/engine/mapping/elsewhere.ts'
import { runMapping, suggestMapping, traceMapping, writeMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { pluginsIn, runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { computeIn } from '@weft/engine/plugins/transformers.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { inScope, type ProjectScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { samplesOf, surroundingsFor } from './preview.ts'
import { knownIn, readMapping, refuseWrong, toMappingProblems, transformerView, viewOf } from './view.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this mapping in the meantime. Please load it again.',
    de: 'Jemand anderes hat dieses Mapping inzwischen geändert. Bitte laden Sie es neu.',
  },
  used: { en: 'The workflow “{label}” uses this mapping.', de: 'Der Workflow „{label}“ verwendet dieses Mapping.' },
})

/** Mappings: definition with its check, trial runs, debugging, suggestions and code. */
export const mappingRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, mappingContract)
    const answer = async (trx: Scoped, id: string, language: Language) => ({
      data: viewOf(await readMapping(trx, id), language),
    })

    on('POST /mappings', async ({ scope, body, language }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrong(trx, body)
        const { id } = await trx
          .insertInto('mappings')
          .values({ ...body, definition: JSON.stringify(body.definition) })
          .returning('id')
          .executeTakeFirstOrThrow()
        return answer(trx, id, language)
      })
      return reply.header('etag', etagOf(data.data)).code(201).send(data)
    })

    on('GET /mappings/:id', async ({ scope, params, language }, reply) => {
      const data = await inScope(db, scope, (trx) => answer(trx, params.id, language))
      return reply.header('etag', etagOf(data.data)).code(200).send(data)
    })

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
      on(
        `${method} /mappings/:id`,
        async ({ scope, params, body: { version, ...changes }, headers, language }, reply) => {
          const ifMatch = headers['if-match']
          const data = await change(scope, params.id, given(changes), { version, ifMatch }, language)
          return reply.header('etag', etagOf(data.data)).code(200).send(data)
        },
      )

    on('DELETE /mappings/:id', async ({ scope, params }, reply) => {
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
    })

    on('GET /mappings/:id/connections', async ({ scope, params }) => ({
      data: (await opened(scope, params.id)).definition.connections,
    }))
    on('GET /mappings/:id/transformers', async ({ scope, params }) => ({
      data: (await opened(scope, params.id)).definition.transformers,
    }))
    for (const part of ['connections', 'transformers'] as const)
      on(`PUT /mappings/:id/${part}`, async ({ scope, params, body: { version, ...replaced }, language }) => {
        const { definition } = await opened(scope, params.id)
        const changed = mappingDefinition.parse({ ...definition, ...replaced })
        return change(scope, params.id, { definition: changed }, { version }, language)
      })

    const opened = (scope: Scope, id: string) => inScope(db, scope, (trx) => readMapping(trx, id))
    const prepared = async (
      request: FastifyRequest & { scope: ProjectScope },
      reply: FastifyReply,
      id: string,
      body: MappingTried,
    ) => {
      const { scope } = request
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

    on('POST /mappings/:id/run', async (request, reply) => {
      const { trial, given } = await prepared(request, reply, request.params.id, request.body)
      const { value } = await context.isolation.run(runMapping, trial, given)
      return { data: { records: trial.records, ...value } }
    })

    on('POST /mappings/:id/debug', async (request, reply) => {
      const { trial, given } = await prepared(request, reply, request.params.id, request.body)
      const { value } = await context.isolation.run(traceMapping, trial, given)
      return {
        data: {
          records: trial.records.map((source, i) => ({ source, ...value.traces[i]! })),
          problems: value.problems,
        },
      }
    })

    on('POST /mappings/:id/suggest', async (request, reply) => {
      const { source, target, definition } = await opened(request.scope, request.params.id)
      const { value } = await context.isolation.run(
        suggestMapping,
        { source, target, definition: request.body.definition ?? definition },
        isolated(request, reply),
      )
      return { data: value }
    })

    on('GET /mappings/:id/code', async (request, reply) => {
      const { scope, params, language } = request
      const { row, source, target, definition, problems } = await opened(scope, params.id)
      const { plugins } = await surroundingsFor(context, scope)
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
    })

    on('GET /mappings/:id/samples', async ({ scope, params, query }) => {
      const { source, target } = await opened(scope, params.id)
      return {
        data: {
          source: await samplesOf(context, scope, source, query.limit),
          target: await samplesOf(context, scope, target, 1),
        },
      }
    })

    on('POST /mappings/lookup', async ({ scope, body }) => {
      return { data: Object.fromEntries(await openRecords(context, scope).lookup(body)) }
    })

    on('GET /mapping_transformers', async ({ scope, language }) => ({
      data: [...(await inScope(db, scope, knownIn)).values()].map((one) => transformerView(one, language)),
    }))
    on('POST /mapping_transformers/compute', async ({ scope, body }) => {
      const used = (await inScope(db, scope, pluginsIn)).filter(({ enabled }) => enabled)
      return {
        data: await computeIn(
          await runningPlugins(db, scope, undefined, used),
          context.sandbox,
          body.calls as RemoteCall[],
        ),
      }
    })
    on('GET /mapping_transformers/:key', async ({ params, scope, language }) => {
      const found = (await inScope(db, scope, knownIn)).get(params.key)
      if (!found) throw notFound()
      return { data: transformerView(found, language) }
    })
  }

/** Keys that were sent. */
const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
