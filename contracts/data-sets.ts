import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { file, itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

const row = shapeOf(dataSet.row)
const column = z.object({ name: z.string(), label: z.string(), type: z.enum(fieldTypes), aggregated: z.boolean() })
const records = z.array(z.record(z.string(), z.unknown()))
const page = z.object({ columns: z.array(column), rows: records, more: z.boolean(), took_ms: z.number() })

const parameters = z.record(z.string(), z.unknown()).default({})
const limit = z.int().min(1).max(500).default(50)

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
    body: z.strictObject({ definition: dataSetDefinition, parameters, limit }),
    answers: { 200: itemOf(page) },
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
