import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { chartTypes, insightDefinition } from '@weft/kit/define/insight.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

const row = shapeOf(insight.row)
const side = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes) })
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const graph = z.object({ x: side, y: side, points: z.array(z.array(value)), more: z.boolean() })
const graphs = itemOf(z.object({ graphs: z.array(graph) }))

const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['insights', action] }) as const
const change = {
  summary: 'Change an insight',
  ...may('update'),
  body: insight.changes,
  answers: { 200: itemOf(row) },
}

/** Insights: checked when saved; their points, also for a definition that is not saved. */
export const insightContract = defineRoutes({
  'POST /insights': {
    operationId: 'createInsight',
    summary: 'Create an insight',
    ...may('create'),
    body: insight.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /insights/:id': { operationId: 'changeInsight', ...change },
  'POST /insights/:id': { operationId: 'changeInsightByPost', ...change },
  'GET /insights/:id/data': {
    operationId: 'readInsightData',
    summary: 'The points of every graph',
    ...may('view'),
    answers: { 200: graphs },
  },
  'POST /insights/data': {
    operationId: 'previewInsightData',
    summary: 'The points of a definition that is not saved',
    ...may('view'),
    body: z.strictObject({ chart_type: z.enum(chartTypes), definition: insightDefinition }),
    answers: { 200: graphs },
  },
})
