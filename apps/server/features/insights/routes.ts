import { insightContract } from '@weft/contracts/insights.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { rowsBehind } from '@weft/engine/data-sets/rows-behind.server.ts'
import { insightData, problemsOfInsight } from '@weft/engine/data-sets/insights.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { ChartType, InsightDefinition } from '@weft/kit/define/insight.ts'
import { isOperationSource, operations, operationSources } from '@weft/kit/define/operations.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { viewerOf } from './viewer.ts'

/** Insights: checked when saved; their points, also for a definition that is not saved. */
export const insightRoutes =
  (context: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const on = implementRoutes(app, insightContract)

    on('POST /insights', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrong(trx, body)
        return createRow(trx, insight, body)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /insights/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          const before = await readRow(trx, insight, params.id)
          await refuseWrong(trx, { ...before, ...body })
          return updateRow(trx, insight, params.id, body, headers['if-match'])
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('GET /insights/:id/data', async ({ scope, params, user, language }) => {
      const { chart_type, definition } = await inScope(db, scope, (trx) => readRow(trx, insight, params.id))
      return { data: await insightData(ground, scope, { chart_type, definition }, viewerOf(user, language)) }
    })

    on('POST /insights/data', async ({ scope, body, user, language }) => ({
      data: await insightData(ground, scope, body, viewerOf(user, language)),
    }))

    on('GET /insights/sources', async ({ user, language }) => ({
      data: operationSources
        .filter(() => can(user, 'jobs', 'view'))
        .map((id) => ({
          id,
          name: operations[id].label[language],
          columns: operations[id].columns.map(({ name, type, label }) => ({ name, type, label: label[language] })),
        })),
    }))

    on('POST /insights/:id/rows', async ({ scope, params, body, user, language }) => {
      const { definition } = await inScope(db, scope, (trx) => readRow(trx, insight, params.id))
      const graph = definition.graphs[body.graph]
      if (!graph) throw notFound()
      if (!can(user, isOperationSource(graph.data_set_id) ? 'jobs' : 'records', 'view')) throw forbidden()
      return { data: await rowsBehind(ground, scope, graph, { ...body, viewer: viewerOf(user, language) }) }
    })

    async function refuseWrong(trx: Scoped, wanted: { chart_type: ChartType; definition: InsightDefinition }) {
      const problems = await problemsOfInsight(trx, wanted)
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    }
  }
