import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'
import { jobTest } from './job-test.ts'

/** What a run by hand begins with. */
export const runOrder = z.strictObject({
  parameters: z.record(z.string(), z.unknown()).default({}),
  test_data: z.string().max(1_000_000).optional(),
  trigger_step: z.string().optional(),
})

/** What a test run tries: the workflow as it is saved, or a text that is not; all of it, or up to a step. */
export const testOrder = runOrder.extend({
  records: z.int().min(1).max(10_000).nullable().default(100),
  until: z.string().max(64).optional(),
  /** A step that is tried alone, with the list of records in `sample` as JSON. */
  only: z.string().max(64).optional(),
  sample: z.string().max(1_000_000).optional(),
  /** A step at which it begins, with that list instead of what leads to it. */
  from: z.string().max(64).optional(),
  /** Keeps the way of each record: `GET /process_debug_data/:iterationId/trace`. */
  trace: z.boolean().default(false),
  source: z.string().max(2_000_000).optional(),
})

const pin = z.object({ step: z.string(), exit: z.string(), records: z.array(z.record(z.string(), z.unknown())) })

const step = rows.job_steps
  .pick({ step: true, records_in: true, busy_ms: true, started_at: true, finished_at: true })
  .extend({
    state: oneOf(['pending', 'working', 'waiting', 'done', 'failed', 'skipped', 'interrupted']),
    exits: z.record(z.string(), z.number()),
    error: z.string().nullable(),
  })
const job = rows.jobs
  .pick({
    id: true,
    status: true,
    version: true,
    created_at: true,
    started_at: true,
    finished_at: true,
    records_in: true,
    records_out: true,
    records_rejected: true,
  })
  .extend({ test: jobTest.nullable() })

const run = { scope: 'project', may: ['workflows', 'run'] } as const

/** Starting workflows by hand, alone and several at once, and the figures of a run for the designer. */
export const workflowRunContract = defineRoutes({
  'POST /workflows/:id/run': {
    operationId: 'runWorkflow',
    summary: 'Run a workflow now',
    ...run,
    body: runOrder.default({ parameters: {} }),
    answers: { 202: itemOf(z.object({ job_id: z.string(), status: z.string() })) },
  },
  'POST /workflows/:id/test_run': {
    operationId: 'testWorkflow',
    summary:
      'Try a workflow without effects: of each source the first records (all: null), writes compared with what is there, calls held back',
    scope: 'project',
    may: ['workflows', 'update'],
    body: testOrder.default({ parameters: {}, records: 100, trace: false }),
    answers: { 202: itemOf(z.object({ job_id: z.string(), status: z.string() })) },
  },
  'GET /workflows/:id/pins': {
    operationId: 'listPinnedData',
    summary: 'The records that steps hand out in test runs of the caller instead of asking for them',
    scope: 'project',
    may: ['workflows', 'update'],
    answers: { 200: itemOf(z.array(pin)) },
  },
  'POST /workflows/:id/pins': {
    operationId: 'pinData',
    summary:
      'Let a step hand out these records, a JSON list, in test runs of the caller; of each step one pin, for 30 days',
    scope: 'project',
    may: ['workflows', 'update'],
    body: z.strictObject({ step: z.string().max(64), exit: z.string().max(64), records: z.string().max(1_000_000) }),
    answers: { 200: itemOf(pin) },
  },
  'DELETE /workflows/:id/pins/:step': {
    operationId: 'unpinData',
    summary: 'Let a step do again what it does',
    scope: 'project',
    may: ['workflows', 'update'],
    params: { step: z.string().max(64) },
    answers: { 204: nothing },
  },
  'POST /workflows/bulk': {
    operationId: 'changeWorkflowsInBulk',
    summary: 'Activate, deactivate or run several workflows',
    ...run,
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(1_000),
      action: z.enum(['activate', 'deactivate', 'run']),
    }),
    answers: {
      200: itemOf(
        z.object({ affected: z.number(), refused: z.array(z.object({ id: z.string(), message: z.string() })) }),
      ),
    },
  },
  'GET /workflows/:id/run_figures': {
    operationId: 'readWorkflowRunFigures',
    summary: 'What a job did at each step; without job_id the newest job',
    scope: 'project',
    may: ['workflows', 'view'],
    query: z.object({ job_id: z.uuid().optional() }),
    answers: { 200: itemOf(job.extend({ steps: z.array(step) }).nullable()) },
  },
})
