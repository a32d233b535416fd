import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { verdicts } from '@weft/kit/define/comparison.ts'
import { z } from 'zod'

const record = z.record(z.string(), z.unknown())
const refused = z.object({ record, field: z.string().optional(), reason: z.string() })

/** What has left a step of a run: the first records of each exit, and those refused with the reason. */
const stepSamples = z.object({
  exits: z.record(z.string(), z.array(record)),
  refused: z.array(refused),
})

/** What a step of a test run would have done: counts of all records, and the first of each verdict. */
const compared = z.object({
  record,
  before: record.optional(),
  fields: z.array(z.string()).optional(),
  field: z.string().optional(),
  reason: z.string().optional(),
})
const preview = z.object({
  how: oneOf(['compared', 'held_back']),
  counts: z.partialRecord(z.enum(verdicts), z.number()),
  records: z.partialRecord(z.enum(verdicts), z.array(compared)),
})

/** What one record has become at a step: where it came from, what left, and what the step would have done. */
const flight = z.object({
  step: z.string(),
  /** Which of the step's records, from 0. */
  number: z.number(),
  /** Those of one record between two places where records are gathered have the same. */
  record: z.number(),
  following_from: z.array(z.object({ flight: z.number(), exit: z.string() })),
  exits: z.record(z.string(), z.array(record)),
  refused: z.array(refused),
  would: z.array(compared.extend({ verdict: z.enum(verdicts) })),
  failed: z.string().optional(),
})
/** In the order in which one record after the other goes through; `is_cut`: not all of it is kept. */
const trace = z.object({ flights: z.array(flight), is_cut: z.boolean() })

const iteration = z.object({
  id: z.string(),
  process_iteration_id: z.string(),
  attempt: z.number(),
  created_at: z.string(),
  debug_data: z.record(z.string(), stepSamples),
  /** Of a test run, by step. */
  previews: z.record(z.string(), preview).optional(),
})

const view = {
  scope: 'tenant',
  may: ['jobs', 'view'],
  answers: { 200: listOf(iteration).pick({ data: true }) },
} as const

export const debugDataContract = defineRoutes({
  'GET /process_debug_data/:iterationId': {
    operationId: 'readDebugData',
    summary:
      'What has left the steps of a run, the first 50 records of each exit; personal data is masked. Kept for 7 days, of the last 50 runs of a workflow',
    ...view,
  },
  'GET /process_debug_data/:iterationId/trace': {
    operationId: 'readDebugTrace',
    summary: 'The way of each record through a test run that was followed; null where none is kept',
    scope: 'tenant',
    may: ['jobs', 'view'],
    answers: { 200: itemOf(trace.nullable()) },
  },
  'POST /process_debug_data': {
    operationId: 'findDebugData',
    summary: 'The same, by the id of the run in the body',
    ...view,
    body: z.strictObject({ process_iteration_id: z.uuid() }),
  },
})
