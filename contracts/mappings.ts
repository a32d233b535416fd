import { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { mappingDefinition, mappingLimits, sourceReference } from '@weft/kit/define/mapping.ts'
import { sampleOrigins } from '@weft/kit/define/sample-origin.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { structureField } from '@weft/kit/define/structure.ts'
import { transformerGroups } from '@weft/kit/define/transformer.ts'
import { valueTypes } from '@weft/kit/define/value.ts'
import { z } from 'zod'

const record = z.record(z.string(), z.unknown())
const { connections, transformers } = mappingDefinition.shape

const problem = z.object({
  severity: z.enum(['error', 'open', 'warning']),
  code: z.string(),
  message: z.string(),
  at: record,
})
const structure = z.object({
  id: z.string(),
  label: z.string(),
  class_name: z.string(),
  table_name: z.string(),
  /** The parameters a data set cannot do without. */
  asks: z.array(z.string()),
  fields: z.array(z.object({ id: z.string(), full_name: z.string(), type: z.enum(valueTypes) })),
  tree: z.array(shapeOf(structureField)),
})
const verdict = { problems: z.array(problem), runnable: z.boolean() }

/** A mapping as its editor needs it: both structures, and what is wrong. */
const view = rows.mappings.omit({ tenant_id: true, project_id: true }).extend({
  definition: shapeOf(mappingDefinition),
  source: structure,
  target: structure,
  /** What further sources read. */
  others: z.array(structure),
  connections: shapeOf(connections),
  /** Every transformer with the target field its output is connected to, if it is. */
  field_transformers: z.array(
    z.object({
      id: z.string(),
      target_field_id: z.string().nullable(),
      position: z.object({ x: z.number(), y: z.number() }),
      config: record,
    }),
  ),
  ...verdict,
})
export type MappingAnswer = z.output<typeof view>
const one = { 200: itemOf(view) }

const tried = z
  .strictObject({
    definition: mappingDefinition.optional(),
    records: z.array(record).max(100).optional(),
    limit: z.int().min(1).max(100).default(20),
  })
  .default({ limit: 20 })
export type MappingTried = z.output<typeof tried>

const refusal = { field: z.string().optional(), value: z.unknown().optional(), reason: z.string() }
/** A sample record with every value its way through the mapping had. */
const trace = z.object({
  source: record,
  out: record.optional(),
  joined: record.optional(),
  rejected: z.object(refusal).optional(),
  values: z.array(
    z.object({
      transformer_id: z.string(),
      entries: z.array(z.number()),
      inputs: z.array(z.unknown()),
      value: z.unknown().optional(),
      failed: z.string().optional(),
      skipped: z.boolean().optional(),
    }),
  ),
})

/** A transformer as the catalogue shows it to callers of the API. */
const transformer = z.object({
  key: z.string(),
  group: z.enum(transformerGroups),
  icon: z.string(),
  title: z.string(),
  help: z.string(),
  inputs: z.object({
    least: z.number(),
    most: z.number().nullable(),
    named: z.array(z.object({ type: z.enum(valueTypes), title: z.string().nullable() })),
  }),
  gives: z.enum(valueTypes).nullable(),
  /** A JSON Schema. */
  options: z.record(z.string(), z.any()),
  examples: z.array(
    z.object({
      takes: z.array(z.unknown()),
      options: record.optional(),
      found: record.optional(),
      gives: z.unknown().optional(),
      refuses: z.string().optional(),
    }),
  ),
})
export type TransformerAnswer = z.output<typeof transformer>

const may = (action: 'view' | 'create' | 'update' | 'delete') =>
  ({ scope: 'project', may: ['workflows', action] }) as const
const seeRecords = { scope: 'project', may: ['records', 'view'] } as const
const change = {
  summary: 'Change a mapping',
  ...may('update'),
  body: mapping.changes.extend({ version: z.int().optional() }),
  answers: one,
}
const version = z.int()
const name = z.string().max(63)
/** As text: a range may be counted further than numbers of JSON are exact. */
const wholeNumber = z.string().regex(
  inWords(/^\d{1,16}$/, {
    en: 'Please enter a whole number without a sign, of 16 digits at most.',
    de: 'Bitte eine ganze Zahl ohne Vorzeichen eingeben, höchstens 16 Stellen.',
  }),
)

/** Mappings: definition with its check, trial runs, debugging, suggestions and code. */
export const mappingContract = defineRoutes({
  'POST /mappings': {
    operationId: 'createMapping',
    summary: 'Create a mapping',
    ...may('create'),
    body: mapping.draft,
    answers: { 201: itemOf(view) },
  },
  'GET /mappings/:id': {
    operationId: 'readMapping',
    summary: 'Read a mapping with both structures and what is wrong with it',
    ...may('view'),
    answers: one,
  },
  'PUT /mappings/:id': { operationId: 'changeMapping', ...change },
  'POST /mappings/:id': { operationId: 'changeMappingByPost', ...change },
  'DELETE /mappings/:id': {
    operationId: 'deleteMapping',
    summary: 'Delete a mapping',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'GET /mappings/:id/connections': {
    operationId: 'listMappingConnections',
    summary: 'Read the connections of a mapping',
    ...may('view'),
    answers: { 200: itemOf(shapeOf(connections)) },
  },
  'PUT /mappings/:id/connections': {
    operationId: 'changeMappingConnections',
    summary: 'Replace the connections of a mapping',
    ...may('update'),
    body: changesOf({ connections, version }),
    answers: one,
  },
  'GET /mappings/:id/transformers': {
    operationId: 'listMappingTransformers',
    summary: 'Read the transformers of a mapping',
    ...may('view'),
    answers: { 200: itemOf(shapeOf(transformers)) },
  },
  'PUT /mappings/:id/transformers': {
    operationId: 'changeMappingTransformers',
    summary: 'Replace the transformers of a mapping',
    ...may('update'),
    body: changesOf({ transformers, version }),
    answers: one,
  },
  'POST /mappings/:id/run': {
    operationId: 'runMapping',
    summary: 'Map sample records without keeping the result',
    ...may('view'),
    body: tried,
    answers: {
      200: itemOf(
        z.object({
          records: z.array(record),
          out: z.array(record),
          rejected: z.array(z.object({ record, ...refusal })),
          ...verdict,
        }),
      ),
    },
  },
  'POST /mappings/:id/debug': {
    operationId: 'debugMapping',
    summary: 'Map sample records and show every value on the way',
    ...may('view'),
    body: tried,
    answers: { 200: itemOf(z.object({ records: z.array(trace), problems: verdict.problems })) },
  },
  'POST /mappings/:id/suggest': {
    operationId: 'suggestMappingConnections',
    summary: 'Connections that look right for fields without one',
    ...may('view'),
    body: z.strictObject({ definition: mappingDefinition.optional() }).default({}),
    answers: {
      200: itemOf(
        z.array(z.object({ source_field_id: z.string(), target_field_id: z.string(), confidence: z.number() })),
      ),
    },
  },
  'GET /mappings/:id/code': {
    operationId: 'readMappingCode',
    summary: 'The function a mapping becomes',
    ...may('view'),
    answers: { 200: itemOf(z.object({ code: z.string(), label: z.string(), version: z.number(), ...verdict })) },
  },
  'GET /mappings/:id/samples': {
    operationId: 'readMappingSamples',
    summary:
      'Records of the source (its newest, those of the last run, or those of a model’s file), and the newest of the target',
    ...seeRecords,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** Left out: the first that has some. */
      from: z.enum(sampleOrigins).optional(),
    }),
    answers: {
      200: itemOf(
        z.object({ source: z.array(record), from: oneOf(sampleOrigins).nullable(), target: z.array(record) }),
      ),
    },
  },
  'POST /mappings/lookup': {
    operationId: 'lookUpMappingRecords',
    summary: 'Rows of a structure by the values of one field, for previews in the browser',
    ...seeRecords,
    body: z.strictObject({
      structure_id: z.uuid(),
      field: z.string().max(63),
      values: z.array(z.unknown()).max(1_000),
      fields: z.array(z.string().max(63)).max(100),
      valid: z.strictObject({ from: z.string().max(63), days: z.array(z.iso.date()).max(1_000) }).optional(),
    }),
    answers: { 200: itemOf(z.record(z.string(), record)) },
  },
  'POST /mappings/references': {
    operationId: 'findMappingReferences',
    summary: 'Ids of another system by those of one, for previews in the browser',
    ...may('view'),
    body: z.strictObject({
      name: z.string().max(100),
      by: z.enum(['left', 'right']),
      ids: z.array(z.string()).max(1_000),
    }),
    answers: { 200: itemOf(z.record(z.string(), z.string())) },
  },
  'POST /mappings/data_set_rows': {
    operationId: 'lookUpMappingDataSet',
    summary: 'Rows of a data set by the values of one column, for previews in the browser',
    ...seeRecords,
    body: z.strictObject({
      data_set_id: z.uuid(),
      key: z.string().max(63),
      values: z.array(z.unknown()).max(1_000),
      fields: z.array(z.string().max(63)).max(100),
    }),
    answers: { 200: itemOf(z.record(z.string(), record)) },
  },
  'POST /mappings/partners': {
    operationId: 'findMappingPartners',
    summary: 'Rows of a further source by the values of its compared fields, for previews in the browser',
    ...seeRecords,
    body: z.strictObject({
      of: sourceReference,
      on: z.array(name).min(1).max(8),
      keys: z.array(z.array(z.string()).max(8)).max(1_000),
      fields: z.array(name).max(500),
      order: z.array(z.strictObject({ field: name, descending: z.boolean() })).max(4),
      most: z
        .int()
        .min(1)
        .max(mappingLimits.partners + 1),
    }),
    answers: { 200: itemOf(z.record(z.string(), z.array(record))) },
  },
  'POST /mappings/sources': {
    operationId: 'readMappingSources',
    summary: 'The fields of structures and data sets as a mapping reads them; those that do not exist are left out',
    ...may('view'),
    body: z.strictObject({ of: z.array(sourceReference).max(20) }),
    answers: { 200: itemOf(z.array(structure)) },
  },
  'POST /mappings/next_number': {
    operationId: 'readNextMappingNumber',
    summary: 'The number a range would give next, without taking it, for previews in the browser',
    ...may('view'),
    body: z.strictObject({ range: snakeName(63), first: wholeNumber }),
    answers: { 200: itemOf(z.object({ next: z.string() })) },
  },
  'GET /mapping_transformers': {
    operationId: 'listTransformers',
    summary: 'Every transformer there is',
    ...may('view'),
    answers: { 200: itemOf(z.array(transformer)) },
  },
  'POST /mapping_transformers/compute': {
    operationId: 'computeTransformers',
    summary: 'What transformers of plugins give, for previews in the browser',
    ...may('view'),
    body: z.strictObject({
      calls: z
        .array(z.strictObject({ key: z.string().max(100), options: z.unknown(), inputs: z.array(z.unknown()).max(10) }))
        .max(5_000),
    }),
    answers: {
      200: itemOf(z.array(z.object({ value: z.unknown().optional(), refused: z.string().optional() }))),
    },
  },
  'GET /mapping_transformers/:key': {
    operationId: 'readTransformer',
    summary: 'One transformer',
    ...may('view'),
    params: { key: z.string() },
    answers: { 200: itemOf(transformer) },
  },
})
