import { file, itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { pattern } from '@weft/kit/define/pattern.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, listMeta, someIds, someOf, sortedBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

/** `empty`: nothing of it waits any more, though nothing was mended. */
export const causeStates = ['open', 'in_work', 'came_back', 'mended', 'ignored', 'empty'] as const
/** What a list of causes may be narrowed to: states, and what is mine to do. */
export const causeViews = [...causeStates, 'mine'] as const
export const causeSorts = ['waiting', 'records', 'runs', 'last_seen_at', 'first_seen_at'] as const

export const causesQuery = filteredBy({
  state: someOf(causeViews),
  workflow_id: someIds,
  step: z.string(),
  field: z.string(),
}).extend({ sort: sortedBy(causeSorts) })

const day = z.object({ day: z.string(), rejected: z.number(), mended: z.number() })
const cause = rows.rejection_causes
  .pick({
    id: true,
    workflow_id: true,
    step: true,
    field: true,
    records: true,
    waiting: true,
    mended: true,
    runs: true,
    last_job_id: true,
    first_seen_at: true,
    last_seen_at: true,
    mended_at: true,
    assigned_to: true,
    ignored_reason: true,
    ignored_until: true,
    ignored_above: true,
  })
  .extend({
    state: oneOf(causeStates),
    badge: oneOf(['rising', 'new']).nullable(),
    /** The rule in words, without the value. */
    reason: z.string(),
    workflow_label: z.string(),
    step_label: z.string(),
    assigned_name: z.string().nullable(),
    /** The last 14 days, the oldest first. */
    days: z.array(day),
  })
export type CauseRow = z.input<typeof cause>

const sample = rows.record_errors
  .pick({
    id: true,
    job_id: true,
    batch: true,
    position: true,
    record: true,
    field: true,
    value: true,
    created_at: true,
  })
  .extend({ job_number: z.string(), reason: z.string() })
export type CauseSample = z.input<typeof sample>

/** A path in a record, such as `delivery.country` or `lines[].sku`. */
const path = z.string().min(1).max(500)
const text = z.string().max(10_000)
export const mend = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('set'), field: path, value: z.unknown(), only_empty: z.boolean() }),
  z.strictObject({
    way: z.literal('replace'),
    field: path,
    rules: z.array(z.strictObject({ pattern, text })).min(1).max(50),
  }),
  z.strictObject({
    way: z.literal('map'),
    field: path,
    values: z
      .array(z.strictObject({ from: z.unknown(), to: z.unknown() }))
      .min(1)
      .max(1_000),
  }),
  z.strictObject({ way: z.literal('as_is') }),
])

const tried = z.object({
  id: z.string(),
  /** `unmatched`: the mend says nothing of it. `untried`: the step that rejected it cannot be tried. */
  outcome: oneOf(['through', 'refused', 'unmatched', 'untried']),
  before: z.any(),
  after: z.any(),
  /** Of what is refused: where and why, and whether that is the cause it waits at now. */
  step_label: z.string().optional(),
  field: z.string().optional(),
  reason: z.string().optional(),
  same_cause: z.boolean().optional(),
})
export type TriedRecord = z.input<typeof tried>

const comment = rows.rejection_cause_comments.pick({ id: true, author: true, comment: true, created_at: true })

const oneCause = cause.extend({
  /** The last hundred, the oldest first. */
  comments: z.array(comment),
  /** The fields of the samples that can be mended, and the one that seems to be at fault. */
  fields: z.array(z.string()),
  target: z.string().nullable(),
  /** Of what waits: ten records, each different value at least once as far as ten go. */
  samples: z.array(sample),
  last_job_number: z.string(),
  /** Of a step that maps: by which mapping. */
  mapping_id: z.string().nullable(),
})

const view = { scope: 'project', may: ['jobs', 'view'] } as const
const run = { scope: 'project', may: ['jobs', 'run'] } as const
const ids = z.array(z.uuid()).min(1).max(1_000)
const affected = itemOf(z.object({ affected: z.number() }))

/** Rejected records by cause, over all runs of a project. */
export const rejectionCauseContract = defineRoutes({
  'GET /rejection_causes': {
    operationId: 'listRejectionCauses',
    summary: 'Why records were rejected, over all runs; filter by state, workflow_id, step, field',
    ...view,
    query: causesQuery,
    answers: {
      200: listOf(cause).extend({
        meta: listMeta.extend({
          states: z.record(z.string(), z.number()),
          /** How many records wait at causes that are open, and at the largest of them. */
          waiting: z.number(),
          largest: z.array(z.object({ id: z.string(), reason: z.string(), field: z.string(), waiting: z.number() })),
          days: z.array(day),
          workflows: z.array(z.object({ id: z.string(), label: z.string() })),
          steps: z.array(z.object({ step: z.string(), label: z.string() })),
          fields: z.array(z.string()),
        }),
      }),
    },
  },
  'GET /rejection_causes/:id': {
    operationId: 'readRejectionCause',
    summary: 'One cause with samples of the records that wait at it and their values',
    ...view,
    answers: { 200: itemOf(oneCause) },
  },
  'GET /rejection_causes/:id/values': {
    operationId: 'listRejectionCauseValues',
    summary: 'The most frequent values a field has in the records that wait at a cause, at most 200',
    ...view,
    query: z.strictObject({ field: path }),
    answers: { 200: itemOf(z.array(z.object({ value: z.any(), records: z.number() }))) },
  },
  'GET /rejection_causes/:id/export': {
    operationId: 'exportRejectionCause',
    summary: 'The records that wait at a cause as a file to be corrected, at most 20,000; lists and objects as JSON',
    ...view,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    answers: { 200: file },
    produces: ['application/octet-stream'],
  },
  'POST /rejection_causes/:id/import': {
    operationId: 'importRejectionCauseCorrections',
    summary:
      'Feed the records an exported file has corrected to their steps once more; rows that say nothing new are left alone',
    ...run,
    consumes: ['multipart/form-data'],
    answers: {
      202: itemOf(
        z.object({
          jobs: z.array(z.string()),
          records: z.number(),
          unchanged: z.number(),
          /** Rows of records that do not wait here any more. */
          unknown: z.number(),
        }),
      ),
    },
  },
  'POST /rejection_causes/:id/preview': {
    operationId: 'previewRejectionCauseMend',
    summary: 'What a mend would make of the values of its field; nothing is changed',
    ...view,
    body: z.strictObject({ mend }),
    answers: {
      200: itemOf(
        z.array(z.object({ value: z.any(), records: z.number(), matches: z.boolean(), becomes: z.any().optional() })),
      ),
    },
  },
  'POST /rejection_causes/:id/try': {
    operationId: 'tryRejectionCauseMend',
    summary:
      'Try a mend on the samples of a cause: the steps really run from the one that rejected them, and nothing is written',
    ...run,
    body: z.strictObject({ mend }),
    answers: {
      200: itemOf(
        z.object({
          results: z.array(tried),
          /** Steps at which the trial ended, as what they do cannot be done without an effect. */
          untried: z.array(z.object({ step: z.string(), label: z.string() })),
        }),
      ),
    },
  },
  'POST /rejection_causes/:id/apply': {
    operationId: 'applyRejectionCauseMend',
    summary: 'Mend the records that wait at a cause, at most 20,000 at once, and feed them to their steps once more',
    ...run,
    body: z.strictObject({ mend }),
    answers: {
      202: itemOf(
        z.object({
          jobs: z.array(z.string()),
          records: z.number(),
          /** The mend says nothing of these, or they are too long to be mended here. */
          unmatched: z.number(),
          /** There are more, which another call mends. */
          more: z.boolean(),
        }),
      ),
    },
  },
  'GET /rejection_causes/people': {
    operationId: 'listRejectionCausePeople',
    summary: 'Who of the tenant can look after a cause',
    ...view,
    answers: { 200: itemOf(z.array(z.object({ id: z.string(), name: z.string() }))) },
  },
  'POST /rejection_causes/assign': {
    operationId: 'assignRejectionCauses',
    summary: 'Say who looks after causes, or that nobody does',
    ...run,
    body: z.strictObject({ ids, user_id: z.uuid().nullable() }),
    answers: { 200: affected },
  },
  'POST /rejection_causes/:id/comments': {
    operationId: 'commentRejectionCause',
    summary: 'Say something of a cause to the others',
    ...run,
    body: z.strictObject({ comment: z.string().trim().min(1).max(5_000) }),
    answers: { 201: itemOf(comment) },
  },
  'POST /rejection_causes/reopen': {
    operationId: 'reopenRejectionCauses',
    summary: 'Open causes again that are ignored, or that somebody works on',
    ...run,
    body: z.strictObject({ ids }),
    answers: { 200: affected },
  },
  'POST /rejection_causes/ignore': {
    operationId: 'ignoreRejectionCauses',
    summary: 'Leave causes alone for a reason: until a moment, until more than so many come in a day, or until opened',
    ...run,
    body: z.strictObject({
      ids,
      reason: z.string().trim().min(1).max(500),
      until: z.iso.datetime({ offset: true }).nullable().default(null),
      above: z.int().min(1).max(1_000_000_000).nullable().default(null),
    }),
    answers: { 200: affected },
  },
})
