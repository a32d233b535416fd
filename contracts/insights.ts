import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { dashboardFilter, filterValues } from '@weft/kit/define/dashboard.ts'
import { chartTypes, insightDefinition } from '@weft/kit/define/insight.ts'
import { operationSources } from '@weft/kit/define/operations.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

const row = shapeOf(insight.row)
const side = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes) })
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const graph = z.object({ x: side, y: side, points: z.array(z.array(value)), more: z.boolean() })
const record = z.record(z.string(), z.unknown())
/** Everything an insight shows; a number and a table where it is one. */
export const insightAnswer = z.object({
  graphs: z.array(graph),
  number: z.object({ value: z.string().nullable(), before: z.string().nullable().optional() }).optional(),
  table: z.object({ columns: z.array(side), rows: z.array(record), more: z.boolean() }).optional(),
})
const answer = itemOf(insightAnswer)
const place = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()])

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
    answers: { 200: answer },
  },
  'GET /insights/sources': {
    operationId: 'listInsightSources',
    summary: 'What insights can show beside data sets: what Weft knows of the work of a project',
    ...may('view'),
    answers: {
      200: itemOf(z.array(z.object({ id: z.enum(operationSources), name: z.string(), columns: z.array(side) }))),
    },
  },
  'POST /insights/:id/rows': {
    operationId: 'listRowsBehindInsight',
    summary: 'The records behind a place of an insight; for these the right to look at records, or at runs, is needed',
    ...may('view'),
    body: z.strictObject({
      graph: z.int().min(0).max(7).default(0),
      /** The place: absent x or series means all of them. */
      at: z.strictObject({ x: place.optional(), series: place.optional() }).prefault({}),
      /** The filters of the dashboard it stands on, what is chosen, and which field of its data each acts on. */
      filters: z.array(dashboardFilter).max(12).default([]),
      values: filterValues.default({}),
      fields: z.record(z.string().max(31), z.string().max(63)).default({}),
      page: z.int().min(1).max(100_000).default(1),
      perPage: z.int().min(1).max(500).default(50),
    }),
    answers: {
      200: itemOf(
        z.object({
          columns: z.array(side),
          rows: z.array(record),
          more: z.boolean(),
          /** Whether every condition could be put to the single records. */
          exact: z.boolean(),
          /** Whose records these are by their `_id`. */
          of: z.object({ kind: z.enum(['structure', 'run', 'cause']), id: z.string().nullable() }),
        }),
      ),
    },
  },
  'POST /insights/data': {
    operationId: 'previewInsightData',
    summary: 'The points of a definition that is not saved',
    ...may('view'),
    body: z.strictObject({ chart_type: z.enum(chartTypes), definition: insightDefinition }),
    answers: { 200: answer },
  },
})
