import { mappingContract, type MappingTried } from '@weft/contracts/mappings.ts'
import { isRunnable } from '@weft/engine/mapping/check/check.ts'
import { runMapping, suggestMapping, traceMapping, writeMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { openDataSets } from '@weft/engine/data-sets/data-sets.server.ts'
import { readSides, readSources } from '@weft/engine/mapping/sources.server.ts'
import { nextNumber } from '@weft/engine/mapping/number-ranges.server.ts'
import { openReferences } from '@weft/engine/references/references.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { surroundingsFor } from './preview.ts'
import { samplesOf, sourceSamples } from './samples.ts'
import { connectedBefore } from './connected-before.ts'
import { readMapping, sideView, toMappingProblems } from './view.ts'

/** A mapping at work without a workflow: run and traced on samples, suggested, written as code. */
export const mappingTrialRoutes =
  (context: AppContext<'databases' | 'db' | 'files' | 'isolation' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mappingContract)
    const opened = (scope: ProjectScope, id: string) => inScope(context.db, scope, (trx) => readMapping(trx, id))
    /** The definition to try, as it is kept or as somebody is changing it, with all it speaks of. */
    const tried = (scope: ProjectScope, id: string, changed: MappingDefinition | undefined) =>
      inScope(context.db, scope, async (trx) => {
        const { row, definition } = await readMapping(trx, id)
        const wanted = changed ?? definition
        return { row, definition: wanted, ...(await readSides(trx, { ...row, definition: wanted })) }
      })
    const prepared = async (
      request: FastifyRequest & { scope: ProjectScope },
      reply: FastifyReply,
      id: string,
      body: MappingTried,
    ) => {
      const { scope } = request
      const { row, definition, ...sides } = await tried(scope, id, body.definition)
      const { plugins, functions, answers } = await surroundingsFor(context, scope)
      const given = isolated(request, reply)
      const asked = { scope, given, language: request.language, limit: body.limit }
      const records = body.records ?? (await sourceSamples(context, asked, row)).records
      const trial = {
        ...sides,
        definition,
        plugins,
        functions,
        records,
        moment: { now: new Date(), seed: 'preview' },
        language: request.language,
      }
      return { trial, given: { ...given, answers } }
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
      const { scope, params, body, language } = request
      const given = isolated(request, reply)
      const { row, definition, ...sides } = await tried(scope, params.id, body.definition)
      const hints = {
        samples: (await sourceSamples(context, { scope, given, language, limit: 20 }, row)).records,
        earlier: await inScope(context.db, scope, (trx) => connectedBefore(trx, params.id)),
      }
      const { value } = await context.isolation.run(suggestMapping, { ...sides, definition, hints }, given)
      return { data: value }
    })

    on('GET /mappings/:id/code', async (request, reply) => {
      const { scope, params, language } = request
      const { row, source, target, others, definition, problems } = await opened(scope, params.id)
      const { plugins, functions } = await surroundingsFor(context, scope)
      const { value } = await context.isolation.run(
        writeMapping,
        { definition, source, target, others, plugins, functions },
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

    on('GET /mappings/:id/samples', async (request, reply) => {
      const { scope, params, query, language } = request
      const { row, target } = await opened(scope, params.id)
      const asked = { scope, given: isolated(request, reply), language, limit: query.limit }
      const { records, from } = await sourceSamples(context, asked, row, query.from)
      return { data: { source: records, from, target: await samplesOf(context, scope, target, 1) } }
    })

    on('POST /mappings/lookup', async ({ scope, body }) => {
      return { data: Object.fromEntries(await openRecords(context, scope).lookup(body)) }
    })

    on('POST /mappings/references', async ({ scope, body: { name, by, ids } }) => ({
      data: Object.fromEntries(await openReferences(context.db, scope).find(name, by, ids)),
    }))

    on('POST /mappings/data_set_rows', async ({ scope, body }) => ({
      data: Object.fromEntries(await openDataSets(context, scope).lookup(body)),
    }))

    on('POST /mappings/partners', async ({ scope, body }) => ({
      data: Object.fromEntries((await openDataSets(context, scope).partners(body)) ?? []),
    }))

    on('POST /mappings/sources', async ({ scope, body }) => ({
      data: (await inScope(context.db, scope, (trx) => readSources(trx, body.of))).map(sideView),
    }))

    on('POST /mappings/next_number', async ({ scope, body }) => ({
      data: { next: await nextNumber(context.db, scope, body) },
    }))
  }
