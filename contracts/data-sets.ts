import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { file, itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { planStep } from '@weft/kit/define/query-plan.ts'
import { aggregates, dataSetDefinition, filterGroups, truncations } from '@weft/kit/define/data-set.ts'
import { operators } from '@weft/kit/define/condition.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

const row = shapeOf(dataSet.row)
const column = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes), aggregated: z.boolean() })
const records = z.array(z.record(z.string(), z.unknown()))
const page = z.object({ columns: z.array(column), rows: records, more: z.boolean(), took_ms: z.number() })

const parameters = z.record(z.string(), z.unknown()).default({})
/** The rows of one stage instead of the whole. */
const stage = z.string().max(31).optional()
const limit = z.int().min(1).max(500).default(50)

const pipelineField = z.object({ field: z.string(), alias: z.string() })
const pipelineConfig = z.object({
  /** How conditions of a group belong together, and what each can compare. */
  operatorGroups: z.array(
    z.object({ group: z.enum(filterGroups), operators: z.array(z.enum(operators)), depth: z.number() }),
  ),
  aggregations: z.array(z.object({ aggregation: z.enum(aggregates), types: z.array(z.enum(fieldTypes)) })),
  periods: z.array(z.enum(truncations)),
  /** The functions of formulas; those the database does not compute work in the last stage alone. */
  functions: z.array(z.object({ name: z.string(), key: z.string(), in_database: z.boolean() })),
  limits: z.object({ stages: z.number(), sources: z.number(), fields: z.number() }),
  /** Those of the data set asked for, the last one being itself: `model` is the structure or data set it reads, `parentId` an earlier stage. */
  stages: z.array(
    z.object({
      id: z.string(),
      model: z.string().nullable(),
      parentId: z.string().nullable(),
      fields: z.array(pipelineField),
    }),
  ),
})

const may = (action: 'view' | 'create' | 'update' | 'delete' | 'export') =>
  ({ scope: 'project', may: ['insights', action] }) as const
const change = {
  summary: 'Change a data set',
  ...may('update'),
  body: dataSet.changes,
  answers: { 200: itemOf(row) },
}

/** Data sets: checked when saved, previewed while edited, read page by page, exported, marked. */
export const dataSetContract = defineRoutes({
  'POST /data_sets': {
    operationId: 'createDataSet',
    summary: 'Create a data set',
    ...may('create'),
    body: dataSet.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /data_sets/:id': { operationId: 'changeDataSet', ...change },
  'POST /data_sets/:id': { operationId: 'changeDataSetByPost', ...change },
  'DELETE /data_sets/:id': {
    operationId: 'deleteDataSet',
    summary: 'Delete a data set that nothing uses',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'POST /data_sets/preview': {
    operationId: 'previewDataSetDefinition',
    summary: 'The first rows of a definition that is not saved',
    ...may('view'),
    body: z.strictObject({ definition: dataSetDefinition, stage, parameters, limit }),
    answers: { 200: itemOf(page) },
  },
  'POST /data_sets/plan': {
    operationId: 'planDataSetDefinition',
    summary: 'How the database would answer a definition: what it scans, by which index, how many rows it expects',
    ...may('view'),
    body: z.strictObject({ definition: dataSetDefinition, stage, parameters }),
    answers: { 200: itemOf(z.object({ database: z.enum(['PostgreSQL', 'MariaDB']), root: planStep })) },
  },
  'GET /data_pipelines/config': {
    operationId: 'readDataPipelineConfig',
    summary: 'What stages of data sets are made of; with a data set, what its own are',
    ...may('view'),
    query: z.strictObject({ data_set_id: z.uuid().optional() }),
    answers: { 200: itemOf(pipelineConfig) },
  },
  'POST /data_sets/:id/preview': {
    operationId: 'previewDataSet',
    summary: 'The first rows',
    ...may('view'),
    body: z.strictObject({ parameters, limit }).prefault({}),
    answers: { 200: itemOf(page) },
  },
  'GET /data_sets/:id/columns': {
    operationId: 'listDataSetColumns',
    summary: 'What the answer is made of, whatever its parameters',
    ...may('view'),
    answers: { 200: itemOf(z.array(column)) },
  },
  'GET /data_sets/:id/records': {
    operationId: 'listDataSetRecords',
    summary: 'One page of rows; further query keys are parameters',
    ...may('view'),
    query: z.looseObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(500).default(50),
    }),
    answers: {
      200: z.object({
        data: records,
        columns: z.array(column),
        meta: z.object({ page: z.number(), perPage: z.number(), more: z.boolean() }),
      }),
    },
  },
  'GET /data_sets/:id/export': {
    operationId: 'exportDataSet',
    summary: 'All rows as a file; further query keys are parameters',
    ...may('export'),
    query: z.looseObject({ format: z.enum(['csv', 'json', 'xlsx']).default('csv') }),
    answers: { 200: file },
    produces: ['application/octet-stream'],
  },
  'POST /data_sets/:id/mark': {
    operationId: 'markDataSet',
    summary: 'Mark the records the rows are made from',
    scope: 'project',
    may: ['records', 'update'],
    body: z.strictObject({ mark: z.enum(['dirty', 'clean']), parameters }),
    answers: { 200: itemOf(z.object({ changed: z.number() })) },
  },
})
