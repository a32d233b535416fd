import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { dynamicField, modelField, modelTypes } from '@weft/kit/define/model.ts'
import { structureField } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

/** What of an analysis is decided beforehand; `file` is one that is stored already. */
export const analysisOrder = z.strictObject({
  type: z.string().max(20).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(modelField).max(2000).optional(),
  dynamic_fields: z.array(dynamicField).max(50).optional(),
  primary_key: z.string().max(63).optional(),
  max_depth: z.int().min(1).max(10).optional(),
  preview_rows: z.int().min(1).max(200).optional(),
  analyse_entry_quantity: z.int().min(1).max(1_000_000).optional(),
  file: z.string().min(1).max(1000),
})

export type AnalysisOrder = z.output<typeof analysisOrder>

const text = z.object({ en: z.string(), de: z.string() })
const record = z.record(z.string(), z.unknown())
/** The first rows as the file has them and as the model reads them. */
const preview = z.object({
  raw: z.array(record),
  records: z.array(
    z.union([
      z.object({ record }),
      z.object({ misfit: z.object({ field: z.string(), value: z.unknown(), reason: z.string() }) }),
    ]),
  ),
})
const analysis = z.object({
  file: z.object({ path: z.string(), size: z.number(), modified_at: z.string() }),
  type: oneOf(modelTypes),
  type_confidence: z.number(),
  type_reason: text,
  options: record,
  findings: z.array(
    z.object({
      option: z.string(),
      value: z.unknown(),
      confidence: z.number(),
      reason: text,
      overruled: z.boolean(),
    }),
  ),
  fields: z.array(shapeOf(modelField)),
  dynamic_fields: z.array(shapeOf(dynamicField)),
  primary_key: z.string().optional(),
  key_candidates: z.array(z.object({ name: z.string(), confidence: z.number(), reason: text })),
  /** How many entries were looked at, and whether that was the whole file. */
  entries: z.number(),
  complete: z.boolean(),
  rejected: z.object({ count: z.number(), examples: z.array(z.string()) }),
  /** How the proposed model reads the sample it was made of. */
  fit: z.object({
    checked: z.number(),
    misfits: z.number(),
    reasons: z.array(
      z.object({
        field: z.string().optional(),
        count: z.number(),
        reason: z.string(),
        values: z.array(z.string()),
      }),
    ),
  }),
  preview,
  proposal: z.object({
    class_name: z.string(),
    table_name: z.string(),
    label: z.string(),
    fields: z.array(shapeOf(structureField)),
  }),
})
const checked = z.object({
  file: z.string(),
  records: z.number(),
  rejected: z.number(),
  complete: z.boolean(),
  examples: z.array(z.object({ field: z.string().optional(), reason: z.string() })),
  ok: z.boolean(),
})

const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['structures', action] }) as const
const model = itemOf(dynamicModel.row)
const change = {
  summary: 'Change dynamic model',
  ...may('update'),
  body: dynamicModel.changes,
  answers: { 200: model },
}

/** What a dynamic model needs beyond a row: analysing a file, checking one against it, and the rules of its fields. */
export const dynamicModelContract = defineRoutes({
  'POST /dynamic_models/analyze': {
    operationId: 'analyseFile',
    summary: 'Analyse a stored file (JSON with `file`) or an uploaded one (multipart)',
    ...may('create'),
    consumes: ['application/json', 'multipart/form-data'],
    // An upload comes without one.
    body: analysisOrder.nullish(),
    answers: { 200: itemOf(analysis) },
  },
  'POST /dynamic_models': {
    operationId: 'createDynamicModel',
    summary: 'Create dynamic model',
    ...may('create'),
    body: dynamicModel.draft,
    answers: { 201: model },
  },
  'PUT /dynamic_models/:id': { operationId: 'changeDynamicModel', ...change },
  'POST /dynamic_models/:id': { operationId: 'changeDynamicModelByPost', ...change },
  'GET /dynamic_models/:id/preview': {
    operationId: 'previewDynamicModel',
    summary: 'The first entries of the sample file as the model, or a draft of it, reads them',
    ...may('view'),
    query: z.strictObject({ draft_id: z.uuid().optional() }),
    answers: { 200: itemOf(preview) },
  },
  'POST /dynamic_models/:id/check': {
    operationId: 'checkDynamicModelFile',
    summary: 'Read a file by the model, or a draft of it, and say what would be rejected',
    ...may('view'),
    body: z.strictObject({ file: z.string().max(1000).optional(), draft_id: z.uuid().optional() }).nullish(),
    answers: { 200: itemOf(checked) },
  },
})
