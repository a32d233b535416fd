import { mappingContract, type MappingTried } from '@weft/contracts/mappings.ts'
import { isRunnable } from '@weft/engine/mapping/check/check.ts'
import { runMapping, suggestMapping, traceMapping, writeMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { openDataSets } from '@weft/engine/data-sets/data-sets.server.ts'
import { nextNumber } from '@weft/engine/mapping/number-ranges.server.ts'
import { openReferences } from '@weft/engine/references/references.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { samplesOf, surroundingsFor } from './preview.ts'
import { connectedBefore } from './connected-before.ts'
import { readMapping, toMappingProblems } from './view.ts'

/** A mapping at work without a workflow: run and traced on samples, suggested, written as code. */
export const mappingTrialRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mappingContract)
    const opened = (scope: ProjectScope, id: string) => inScope(context.db, scope, (trx) => readMapping(trx, id))
    const prepared = async (
      request: FastifyRequest & { scope: ProjectScope },
      reply: FastifyReply,
      id: string,
      body: MappingTried,
    ) => {
      const { scope } = request
      const { source, target, definition } = await opened(scope, id)
      const { plugins, functions, answers } = await surroundingsFor(context, scope)
      const records = body.records ?? (await samplesOf(context, scope, source, body.limit))
      const trial = {
        definition: body.definition ?? definition,
        source,
        target,
        plugins,
        functions,
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
      const { scope, params, body } = request
      const { source, target, definition } = await opened(scope, params.id)
      const hints = {
        samples: await samplesOf(context, scope, source, 20),
        earlier: await inScope(context.db, scope, (trx) => connectedBefore(trx, params.id)),
      }
      const { value } = await context.isolation.run(
        suggestMapping,
        { source, target, definition: body.definition ?? definition, hints },
        isolated(request, reply),
      )
      return { data: value }
    })

    on('GET /mappings/:id/code', async (request, reply) => {
      const { scope, params, language } = request
      const { row, source, target, definition, problems } = await opened(scope, params.id)
      const { plugins, functions } = await surroundingsFor(context, scope)
      const { value } = await context.isolation.run(
        writeMapping,
        { definition, source, target, plugins, functions },
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

    on('POST /mappings/references', async ({ scope, body: { name, by, ids } }) => ({
      data: Object.fromEntries(await openReferences(context.db, scope).find(name, by, ids)),
    }))

    on('POST /mappings/data_set_rows', async ({ scope, body }) => ({
      data: Object.fromEntries(await openDataSets(context, scope).lookup(body)),
    }))

    on('POST /mappings/next_number', async ({ scope, body }) => ({
      data: { next: await nextNumber(context.db, scope, body) },
    }))
  }
