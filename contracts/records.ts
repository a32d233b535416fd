import { file, itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { operators } from '@weft/kit/define/condition.ts'
import { listMeta, listQuery } from '@weft/kit/http/list-query.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const recordCondition = z.strictObject({
  field: z.string().max(200),
  operator: z.enum(operators),
  value: z.unknown().optional(),
})

const asked = listQuery.extend({
  perPage: z.coerce.number().int().min(1).max(500).default(50),
  conditions: z.string().max(20_000).optional(),
  state: z.enum(['dirty', 'clean']).optional(),
})

/** Which records: `filter[field]=value` for equality, `conditions` as JSON for any operator, `state`, `searchTerm`, `sort`. */
const recordsQuery = byFields(asked)
export type RecordsQuery = z.output<typeof recordsQuery>

/** Any field may be a filter; which there are is known to the structure. */
function byFields<S extends z.ZodRawShape>(schema: z.ZodObject<S, z.core.$strict>) {
  return schema.catchall(z.string()).superRefine((query, context) => {
    const keys = Object.keys(query).filter((key) => !Object.hasOwn(schema.shape, key) && !/^filter\[\w+\]$/.test(key))
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: query })
  })
}

const record = z.record(z.string(), z.unknown())
const changed = itemOf(z.object({ changed: z.number() }))
const recordId = z
  .string()
  .regex(inWords(/^\d{1,18}$/, { en: 'This does not name a record.', de: 'Das bezeichnet keinen Datensatz.' }))
const ids = z
  .array(z.union([recordId, z.int().positive()]))
  .max(10_000)
  .transform((list) => list.map(String))
const selection = z.strictObject({
  conditions: z.array(recordCondition).max(100).optional(),
  searchTerm: z.string().max(200).optional(),
  state: z.enum(['dirty', 'clean']).optional(),
})

const may = (action: 'view' | 'create' | 'update' | 'delete' | 'export') =>
  ({ scope: 'project', may: ['records', action] }) as const
const params = { record: recordId }

/** The records of a data structure: list, edit, mark, export. */
export const recordContract = defineRoutes({
  'GET /data_structures/:id/records': {
    operationId: 'listRecords',
    summary: 'A page of records',
    ...may('view'),
    query: recordsQuery,
    answers: {
      200: z.object({ data: z.array(record), meta: listMeta.extend({ about: z.boolean(), more: z.boolean() }) }),
    },
  },
  'POST /data_structures/:id/records': {
    operationId: 'createRecord',
    summary: 'Add a record',
    ...may('create'),
    body: record,
    answers: { 201: itemOf(record) },
  },
  'POST /data_structures/:id/records/mark': {
    operationId: 'markRecords',
    summary: 'Mark records as processed (clean) or to be processed (dirty): some by id, or all a selection shows',
    ...may('update'),
    body: z
      .strictObject({ mark: z.enum(['dirty', 'clean']), ids: ids.optional(), selection: selection.optional() })
      .refine((body) => (body.ids === undefined) !== (body.selection === undefined), { path: ['ids'] }),
    answers: { 200: changed },
  },
  'POST /data_structures/:id/records/delete': {
    operationId: 'deleteRecords',
    summary: 'Delete records by id',
    ...may('delete'),
    body: z.strictObject({ ids }),
    answers: { 200: changed },
  },
  'GET /data_structures/:id/records/export': {
    operationId: 'exportRecords',
    summary: 'All records of a selection as a file',
    ...may('export'),
    query: byFields(
      asked.extend({
        format: z.enum(['csv', 'json', 'xlsx']).default('csv'),
        /** A CSV file as spreadsheet programs of this language read it; without one as programs do. */
        language: z.enum(['en', 'de']).optional(),
      }),
    ),
    answers: { 200: file },
    produces: ['application/octet-stream'],
  },
  'GET /data_structures/:id/records/:record': {
    operationId: 'readRecord',
    summary: 'One record',
    ...may('view'),
    params,
    answers: { 200: itemOf(record) },
  },
  'GET /data_structures/:id/records/:record/versions': {
    operationId: 'listRecordVersions',
    summary: 'Earlier versions of a record',
    ...may('view'),
    params,
    answers: {
      200: itemOf(
        z.array(
          z.object({
            version: z.number(),
            operation: z.string(),
            replaced_at: z.string(),
            by: z.string().nullable(),
            record,
          }),
        ),
      ),
    },
  },
  'PUT /data_structures/:id/records/:record': {
    operationId: 'changeRecord',
    summary: 'Change fields of a record',
    ...may('update'),
    params,
    body: z.strictObject({ changes: record, version: z.int().optional() }),
    answers: { 200: itemOf(record) },
  },
  'DELETE /data_structures/:id/records/:record': {
    operationId: 'deleteRecord',
    summary: 'Delete a record',
    ...may('delete'),
    params,
    answers: { 204: nothing },
  },
})
