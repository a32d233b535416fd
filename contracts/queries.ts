import { query, queryParameters } from '@weft/catalogue/resources/query/query.ts'
import { file, itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { planStep } from '@weft/kit/define/query-plan.ts'
import { z } from 'zod'

export const queryLimits = { rows: 10_000, seconds: 30, exportSeconds: 600 }

/** What a query gave. */
export const queryResult = z.object({
  columns: z.array(z.string()),
  types: z.array(
    oneOf(['text', 'integer', 'decimal', 'boolean', 'date', 'date_time', 'time', 'uuid', 'json', 'other']),
  ),
  rows: z.array(z.record(z.string(), z.unknown())),
  more: z.boolean(),
  took_ms: z.number(),
})

const past = rows.query_runs.omit({ tenant_id: true, project_id: true, user_id: true })

export const queryFormats = ['csv', 'xlsx', 'json'] as const
const asked = z.strictObject({ sql: z.string().max(20_000), parameters: queryParameters })
const row = shapeOf(query.row)
// Who may ask may keep what they ask.
const run = { scope: 'project', may: ['queries', 'run'] } as const
const change = {
  summary: 'Change a query; its SQL is checked',
  ...run,
  body: query.changes,
  answers: { 200: itemOf(row) },
}

/** The query editor: queries that only read the project's tables, kept by name, run, checked and exported. */
export const queryContract = defineRoutes({
  'GET /queries': {
    operationId: 'listQueries',
    summary: 'List queries',
    ...run,
    query: listQueryOf(query),
    answers: { 200: listOf(row) },
  },
  'GET /queries/:id': {
    operationId: 'readQuery',
    summary: 'Read a query',
    ...run,
    answers: { 200: itemOf(row) },
  },
  'POST /queries': {
    operationId: 'createQuery',
    summary: 'Keep a query; its SQL is checked',
    ...run,
    body: query.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /queries/:id': { operationId: 'changeQuery', ...change },
  'POST /queries/:id': { operationId: 'changeQueryByPost', ...change },
  'DELETE /queries/:id': {
    operationId: 'deleteQuery',
    summary: 'Delete a query',
    ...run,
    answers: { 204: nothing },
  },
  'POST /queries/run': {
    operationId: 'runQuery',
    summary: `Run a query: at most ${queryLimits.rows} rows and ${queryLimits.seconds} seconds`,
    ...run,
    body: asked.extend({ query_id: z.uuid().optional(), name: z.string().trim().max(191).optional() }),
    answers: { 200: itemOf(queryResult) },
  },
  'GET /queries/dialect': {
    operationId: 'readQueryDialect',
    summary: 'Which kind of database queries are written for',
    ...run,
    answers: { 200: itemOf(z.object({ engine: oneOf(['postgres', 'mysql']) })) },
  },
  'GET /queries/history': {
    operationId: 'listQueryHistory',
    summary: 'What you have run here, the latest first; nobody else sees it',
    ...run,
    query: z.strictObject({ search: z.string().max(200).optional(), before: z.iso.datetime().optional() }),
    answers: { 200: z.object({ data: z.array(past), meta: z.object({ more: z.boolean() }) }) },
  },
  'DELETE /queries/history': {
    operationId: 'clearQueryHistory',
    summary: 'Forget what you have run here',
    ...run,
    answers: { 204: nothing },
  },
  'POST /queries/:id/run': {
    operationId: 'runKeptQuery',
    summary: 'Run a kept query, with its own parameters or others',
    ...run,
    body: z.strictObject({ parameters: queryParameters.optional() }).nullish(),
    answers: { 200: itemOf(queryResult) },
  },
  'POST /queries/check': {
    operationId: 'checkQuery',
    summary: 'Check a query and show how the database would run it',
    ...run,
    body: asked,
    answers: { 200: itemOf(z.object({ plan: z.array(z.string()), root: planStep })) },
  },
  'POST /queries/export': {
    operationId: 'exportQuery',
    summary: 'All rows of a query as CSV, Excel or JSON',
    ...run,
    body: asked.extend({ format: z.enum(queryFormats).default('csv') }),
    answers: { 200: file },
    produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/json'],
  },
})
