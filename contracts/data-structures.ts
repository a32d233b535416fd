import { dataStructure, standardQuery } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { queryResult } from './queries.ts'

const { fields, queries, ...baseData } = dataStructure.fields
/** What can be changed of a structure, in all or part by part. */
export const structureChanges = {
  all: changesOf({ ...baseData, fields }),
  base_data: changesOf(baseData),
  config: z.strictObject({ fields }),
}
/** What of a structure is stored as JSON. */
export const structureJson = { fields: shapeOf(fields), queries: z.array(shapeOf(standardQuery)) }

const structure = rows.data_structures.omit({ tenant_id: true, project_id: true }).extend(structureJson)
export type DataStructureAnswer = z.output<typeof structure>

const findings = z.array(
  z.object({ field: z.string(), count: z.number(), samples: z.array(z.string()), text: z.string() }),
)
/** What a change would do, in the caller's language. */
const plan = z.object({
  rows: z.number(),
  changes: z.array(
    z.object({
      kind: z.string(),
      field: z.string().nullable(),
      statement: z.string(),
      rows: z.number(),
      text: z.string(),
    }),
  ),
  losses: findings,
  obstacles: findings,
  dependents: z.array(z.object({ kind: z.string(), id: z.string(), label: z.string() })),
})
export type PlanAnswer = z.output<typeof plan>

const revision = rows.data_structure_revisions.pick({ version: true, changed_by: true, created_at: true })
/** The whole definition as the engine had it then. */
const definition = z.looseObject({ class_name: z.string(), table_name: z.string(), fields: structureJson.fields })
export type DefinitionAnswer = z.output<typeof definition>

const may = (action: 'view' | 'create' | 'update' | 'delete' | 'publish') =>
  ({ scope: 'project', may: ['structures', action] }) as const
const accepting = { accept_losses: z.boolean().default(false), version: z.int().optional() }
const change = {
  summary: 'Change a data structure and its table',
  ...may('update'),
  body: structureChanges.all.extend(accepting),
  answers: { 200: z.object({ data: structure, plan }) },
}
const state = { version: true, locked: true } as const
const fieldList = itemOf(structure.pick({ fields: true, ...state }))

/** Data structures: definition, plan and apply, lock, publish, revisions. */
export const dataStructureContract = defineRoutes({
  'GET /data_structures': {
    operationId: 'listDataStructures',
    summary: 'List data structures',
    ...may('view'),
    query: listQueryOf(dataStructure),
    answers: { 200: listOf(structure) },
  },
  'GET /data_structures/counts': {
    operationId: 'countRecords',
    summary: 'How many records each structure holds',
    ...may('view'),
    answers: { 200: itemOf(z.record(z.string(), z.object({ total: z.number(), about: z.boolean() }))) },
  },
  'POST /data_structures': {
    operationId: 'createDataStructure',
    summary: 'Create a data structure with its table',
    ...may('create'),
    body: dataStructure.draft,
    answers: { 201: itemOf(structure) },
  },
  'POST /data_structures/plan': {
    operationId: 'planDataStructure',
    summary: 'Check a new data structure and show what creating it does',
    ...may('create'),
    body: dataStructure.draft,
    answers: { 200: itemOf(plan) },
  },
  'GET /data_structures/:id': {
    operationId: 'readDataStructure',
    summary: 'Read a data structure',
    ...may('view'),
    answers: { 200: itemOf(structure) },
  },
  'DELETE /data_structures/:id': {
    operationId: 'deleteDataStructure',
    summary: 'Delete a data structure and all its records',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'PUT /data_structures/:id': { operationId: 'changeDataStructure', ...change },
  'POST /data_structures/:id': { operationId: 'changeDataStructureByPost', ...change },
  'POST /data_structures/:id/apply': { operationId: 'applyDataStructure', ...change },
  'POST /data_structures/:id/plan': {
    operationId: 'planDataStructureChange',
    summary: 'Show what a change does to the table, without changing anything',
    ...may('update'),
    body: structureChanges.all,
    answers: { 200: itemOf(plan) },
  },
  'GET /data_structures/:id/dangling': {
    operationId: 'findDanglingValues',
    summary:
      'Values of a field that are the key of no record of another structure: how many records, and up to 100 values',
    scope: 'project',
    may: ['records', 'view'],
    query: z.strictObject({ field: z.string().max(63), related_structure_id: z.uuid() }),
    answers: { 200: itemOf(z.object({ count: z.number(), values: z.array(z.string()) })) },
  },
  'GET /data_structures/:id/base_data': {
    operationId: 'readDataStructureBaseData',
    summary: 'Read base_data',
    ...may('view'),
    answers: {
      200: itemOf(
        structure.omit({
          id: true,
          fields: true,
          queries: true,
          taken_from: true,
          taken_version: true,
          created_at: true,
          updated_at: true,
        }),
      ),
    },
  },
  'PUT /data_structures/:id/base_data': {
    operationId: 'changeDataStructureBaseData',
    summary: 'Change base_data',
    ...may('update'),
    body: structureChanges.base_data.extend(accepting),
    answers: { 200: itemOf(structure) },
  },
  'GET /data_structures/:id/config': {
    operationId: 'readDataStructureConfig',
    summary: 'Read config',
    ...may('view'),
    answers: { 200: fieldList },
  },
  'PUT /data_structures/:id/config': {
    operationId: 'changeDataStructureConfig',
    summary: 'Change config',
    ...may('update'),
    body: structureChanges.config.extend(accepting),
    answers: { 200: itemOf(structure) },
  },
  'GET /data_structures/:id/fields': {
    operationId: 'readDataStructureFields',
    summary: 'Read fields',
    ...may('view'),
    answers: { 200: fieldList },
  },
  'PUT /data_structures/:id/fields': {
    operationId: 'changeDataStructureFields',
    summary: 'Change fields',
    ...may('update'),
    body: structureChanges.config.extend(accepting),
    answers: { 200: itemOf(structure) },
  },
  'GET /data_structures/:id/queries': {
    operationId: 'readDataStructureQueries',
    summary: 'Read the standard SQL queries',
    ...may('view'),
    answers: { 200: itemOf(structure.pick({ queries: true })) },
  },
  'PUT /data_structures/:id/queries': {
    operationId: 'changeDataStructureQueries',
    summary: 'Change the standard SQL queries',
    ...may('update'),
    body: changesOf({ queries }),
    answers: { 200: itemOf(structure) },
  },
  'POST /data_structures/:id/queries/run': {
    operationId: 'runDataStructureQuery',
    summary: 'Run a query that only reads',
    scope: 'project',
    may: ['queries', 'run'],
    body: z.strictObject({ sql: z.string().max(20_000) }),
    answers: { 200: itemOf(queryResult) },
  },
  'POST /data_structures/:id/lock': {
    operationId: 'lockDataStructure',
    summary: 'Lock a data structure',
    ...may('update'),
    answers: { 200: itemOf(structure) },
  },
  'POST /data_structures/:id/unlock': {
    operationId: 'unlockDataStructure',
    summary: 'Unlock a data structure',
    ...may('update'),
    answers: { 200: itemOf(structure) },
  },
  'POST /data_structures/:id/publish': {
    operationId: 'publishDataStructure',
    summary: 'Publish a data structure, or take it back',
    ...may('publish'),
    body: z.strictObject({ published: z.boolean().default(true) }).default({ published: true }),
    answers: { 200: itemOf(structure) },
  },
  'GET /data_structures/:id/revisions': {
    operationId: 'listDataStructureRevisions',
    summary: 'Earlier definitions',
    ...may('view'),
    query: listQuery,
    answers: { 200: listOf(revision.extend({ changes: z.number() })) },
  },
  'GET /data_structures/:id/revisions/:version': {
    operationId: 'readDataStructureRevision',
    summary: 'One earlier definition',
    ...may('view'),
    params: { version: z.coerce.number().int() },
    answers: { 200: itemOf(revision.extend({ definition })) },
  },
})
