import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { insightData, problemsOfInsight } from '@weft/engine/data-sets/insights.server.ts'
import type { TenantScope } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { chartTypes, insightDefinition } from '@weft/kit/define/insight.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

const params = z.object({ id: z.uuid() })
type InsightRow = z.output<typeof insight.row>
const one = z.object({ data: insight.row })
const side = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes) })
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const graph = z.object({ x: side, y: side, points: z.array(z.array(value)), more: z.boolean() })
const graphs = { 200: z.object({ data: z.object({ graphs: z.array(graph) }) }) }

/** Insights: checked when saved; their points, also for a definition that is not saved. */
export const insightRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const about = (summary: string) => ({ tags: ['insights'], summary })
    const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['insights', action] }) as const

    app.post(
      '/insights',
      { schema: { ...about('Create an insight'), body: insight.draft, response: { 201: one } }, config: may('create') },
      async ({ scope, body }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await refuseWrong(trx, body)
          return createRow(trx, insight, body)
        })
        return reply
          .code(201)
          .header('etag', etagOf(data))
          .send({ data: data as unknown as InsightRow })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/insights/:id',
        schema: { ...about('Change an insight'), params, body: insight.changes, response: { 200: one } },
        config: may('update'),
        handler: async ({ scope, params, body, headers }, reply) => {
          const data = await inScope(db, scope, async (trx) => {
            const before = (await readRow(trx, insight, params.id)) as unknown as InsightRow
            await refuseWrong(trx, { ...before, ...body })
            return updateRow(trx, insight, params.id, body, headers['if-match'])
          })
          return reply.header('etag', etagOf(data)).send({ data: data as unknown as InsightRow })
        },
      })

    app.get(
      '/insights/:id/data',
      { schema: { ...about('The points of every graph'), params, response: graphs }, config: may('view') },
      async ({ scope, params }) => {
        const { chart_type, definition } = (await inScope(db, scope, (trx) =>
          readRow(trx, insight, params.id),
        )) as unknown as InsightRow
        return { data: { graphs: await insightData(ground, scope as TenantScope, { chart_type, definition }) } }
      },
    )

    app.post(
      '/insights/data',
      {
        schema: {
          ...about('The points of a definition that is not saved'),
          body: z.strictObject({ chart_type: z.enum(chartTypes), definition: insightDefinition }),
          response: graphs,
        },
        config: may('view'),
      },
      async ({ scope, body }) => ({ data: { graphs: await insightData(ground, scope as TenantScope, body) } }),
    )

    async function refuseWrong(trx: Scoped, wanted: Pick<InsightRow, 'chart_type' | 'definition'>) {
      const problems = await problemsOfInsight(trx, wanted)
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    }
  }
