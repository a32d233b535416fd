import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { fileColumn, importModes } from '@weft/kit/define/file-columns.ts'
import { dynamicField, modelField, modelTypes } from '@weft/kit/define/model.ts'
import { z } from 'zod'

/** How a stored file is brought into a data structure. `key`: the fields a record is the same by. */
export const importOrder = z.strictObject({
  file: z.string().min(1).max(1000),
  type: z.enum(modelTypes),
  options: z.record(z.string(), z.unknown()).default({}),
  columns: z.array(fileColumn).min(1).max(2000),
  /** Fields of the structure that are made of others, such as a key of two columns. */
  dynamic_fields: z.array(dynamicField).max(50).default([]),
  mode: z.enum(importModes),
  key: z.array(z.string().max(63)).max(20).default([]),
})
export type ImportOrder = z.output<typeof importOrder>

const looked = z.object({
  file: z.object({ path: z.string(), size: z.number(), modified_at: z.string() }),
  type: oneOf(modelTypes),
  options: z.record(z.string(), z.unknown()),
  /** How many entries were looked at, and whether that was the whole file. */
  entries: z.number(),
  complete: z.boolean(),
  columns: z.array(
    z.object({
      found: shapeOf(modelField),
      field: z.string().nullable(),
      /** Why this field: it went there before, it has the same name, or it means the same. */
      by: oneOf(['earlier', 'name', 'meaning']).nullable(),
      samples: z.array(z.string()),
    }),
  ),
  mode: oneOf(importModes),
  key: z.array(z.string()),
})
const checked = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** So many were looked at, and whether these were all. */
  entries: z.number(),
  complete: z.boolean(),
  reasons: z.array(
    z.object({
      field: z.string().nullable(),
      count: z.number(),
      reason: z.string(),
      values: z.array(z.string()),
    }),
  ),
})

const may = { scope: 'project', may: ['records', 'create'] } as const

/** Files brought into data structures: looked at, compared with what is there, and imported by a run. */
export const importContract = defineRoutes({
  'POST /data_structures/:id/imports/look': {
    operationId: 'lookAtImport',
    summary: 'Upload a file and hear which of its columns belong to which fields; nothing is written',
    ...may,
    consumes: ['multipart/form-data'],
    answers: { 200: itemOf(looked) },
  },
  'POST /data_structures/:id/imports/check': {
    operationId: 'checkImport',
    summary: 'What an import would add, change, leave as it is and refuse; nothing is written',
    ...may,
    body: importOrder,
    answers: { 200: itemOf(checked) },
  },
  'POST /data_structures/:id/imports': {
    operationId: 'importFile',
    summary: 'Import a file: starts a run of the workflow that imports into this data structure',
    ...may,
    body: importOrder,
    answers: { 202: itemOf(z.object({ job_id: z.string(), workflow_id: z.string() })) },
  },
})
