import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

/** What a run by hand begins with. */
export const runOrder = z.strictObject({
  parameters: z.record(z.string(), z.unknown()).default({}),
  test_data: z.string().max(1_000_000).optional(),
  trigger_step: z.string().optional(),
})

const step = rows.job_steps
  .pick({ step: true, records_in: true, busy_ms: true, started_at: true, finished_at: true })
  .extend({
    state: oneOf(['pending', 'working', 'waiting', 'done', 'failed', 'skipped', 'interrupted']),
    exits: z.record(z.string(), z.number()),
    error: z.string().nullable(),
  })
const job = rows.jobs.pick({
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
