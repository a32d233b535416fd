import { insightContract } from '@weft/contracts/insights.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { insightData, problemsOfInsight } from '@weft/engine/data-sets/insights.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { ChartType, InsightDefinition } from '@weft/kit/define/insight.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { dataSetGround } from '../data-sets/ground.ts'

/** Insights: checked when saved; their points, also for a definition that is not saved. */
export const insightRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const ground = dataSetGround(context)
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

    on('GET /insights/:id/data', async ({ scope, params }) => {
      const { chart_type, definition } = await inScope(db, scope, (trx) => readRow(trx, insight, params.id))
      return { data: { graphs: await insightData(ground, scope, { chart_type, definition }) } }
    })

    on('POST /insights/data', async ({ scope, body }) => ({
      data: { graphs: await insightData(ground, scope, body) },
    }))

    async function refuseWrong(trx: Scoped, wanted: { chart_type: ChartType; definition: InsightDefinition }) {
      const problems = await problemsOfInsight(trx, wanted)
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    }
  }
