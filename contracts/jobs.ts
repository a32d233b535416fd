import { commonMoment } from '@weft/kit/define/day.ts'
import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { filteredBy, listMeta, someIds, someOf, sortedBy, yesOrNo } from '@weft/kit/http/list-query.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { jobTest } from './job-test.ts'

export const jobSorts = [
  'created_at',
  'started_at',
  'finished_at',
  'status',
  'records_in',
  'records_out',
  'records_rejected',
  'workflow_label',
  'duration_ms',
] as const
export const wholeMinutes = /^\d{1,6}$/
const jobFilters = {
  status: someOf(jobStatuses),
  workflow_id: someIds,
  queue_id: someIds,
  project_id: someIds,
  parent_job_id: someIds,
  retry_of: someIds,
  started_by: z.string(),
  created_from: commonMoment,
  created_to: commonMoment,
  available_before: z
    .string()
    .regex(inWords(wholeMinutes, { en: 'Please enter whole minutes.', de: 'Bitte ganze Minuten angeben.' })),
  rejected: yesOrNo,
  test: yesOrNo,
}
/** What may be asked of a list of jobs. */
export const jobsQuery = filteredBy(jobFilters).extend({ sort: sortedBy(jobSorts) })
export const queuedQuery = filteredBy({ ...jobFilters, tenant_id: z.uuid(), queue_name: z.string() })
export const errorsQuery = filteredBy({
  job_id: someIds,
  step: z.string(),
  state: someOf(['open', 'retrying', 'resolved', 'ignored']),
  workflow_id: someIds,
  project_id: someIds,
})

const problem = z.object({ message: z.string(), code: z.string().optional(), step: z.string().optional() })
const job = rows.jobs
  .pick({
    id: true,
    workflow_id: true,
    queue_id: true,
    project_id: true,
    tenant_id: true,
    status: true,
    started_by: true,
    started_by_user: true,
    version: true,
    attempt: true,
    tries_left: true,
    records_in: true,
    records_out: true,
    records_rejected: true,
    warnings: true,
    content_identifier: true,
    parent_job_id: true,
    retry_of: true,
    retry_mode: true,
    failure_cause_id: true,
    wake_at: true,
    created_at: true,
    started_at: true,
    finished_at: true,
  })
  .extend({
    /** Of the tenant's number range; the beginning of the id where it has none. */
    number: z.string(),
    workflow_label: z.string(),
    workflow_class: z.string(),
    workflow_logo: z.string().nullable(),
    /** What the values are that it was about, such as Order. */
    content_type: z.string(),
    queue_name: z.string(),
    priority: oneOf(['high', 'low']),
    project_name: z.string(),
    cancelling: z.boolean(),
    started_by_name: z.string().nullable(),
    error: problem.nullable(),
    test: jobTest.nullable(),
    duration_ms: z.number().nullable(),
  })
export type JobRow = z.input<typeof job>

const step = rows.job_steps
  .pick({ step: true, records_in: true, busy_ms: true, started_at: true, finished_at: true })
  .extend({
    element: z.string(),
    label: z.string(),
    position: z.object({ x: z.number(), y: z.number() }),
    icon: z.string().optional(),
    group: z.string().optional(),
    kind: z.string().optional(),
    state: oneOf(['pending', 'working', 'waiting', 'done', 'failed', 'skipped', 'interrupted']),
    exits: z.record(z.string(), z.number()),
    /** What exits are called, where the element says so. */
    exit_names: z.record(z.string(), z.string()),
    error: problem.nullable(),
  })
const oneJob = itemOf(
  job.extend({
    parameters: z.record(z.string(), z.any()),
    payload: z.any(),
    payload_spooled: z.boolean(),
    return_values: z.any(),
    trigger_step: z.string().nullable(),
    machine: z.string().nullable(),
    moment: z.string(),
    cancel_requested_at: z.string().nullable(),
    children: z.number(),
    segments: z.array(rows.job_cursors.pick({ segment: true, batch: true, done: true })),
    steps: z.array(step),
    edges: z.array(z.object({ from: z.string(), to: z.string(), records: z.number() })),
  }),
)
const log = rows.job_logs
  .pick({ id: true, attempt: true, step: true, level: true, parameters: true, created_at: true })
  .extend({
    number: z.string(),
    type: oneOf(['debug', 'info', 'warning', 'error']),
    message: z.string(),
    updated_at: z.string(),
  })
const recordError = rows.record_errors
  .pick({
    id: true,
    job_id: true,
    step: true,
    batch: true,
    position: true,
    record: true,
    corrected: true,
    field: true,
    value: true,
    retried_by: true,
    created_at: true,
  })
  .extend({
    state: oneOf(['open', 'retrying', 'rejected_again', 'resolved', 'ignored']),
    workflow_id: z.string(),
    workflow_label: z.string(),
    reason: z.string(),
  })
const queueFigures = rows.queues.pick({ id: true, name: true, priority: true, instances: true, active: true }).extend({
  pending: z.number(),
  running: z.number(),
  waiting: z.number(),
  oldest_at: z.string().nullable(),
  finished_last_hour: z.number(),
  failed_last_hour: z.number(),
})
export type RecordErrorRow = z.input<typeof recordError>
export type QueueFigures = z.input<typeof queueFigures>

const view = { scope: 'tenant', may: ['jobs', 'view'] } as const
const run = { scope: 'tenant', may: ['jobs', 'run'] } as const
const requeueOrder = {
  mode: z.enum(['from_start', 'from_failed', 'failed_records']).default('from_start'),
  version: z.enum(['original', 'current']).default('original'),
}
/** Many at once: those named, or all that a filter of the list finds. */
const many = {
  ids: z.array(z.uuid()).max(10_000).optional(),
  filter: z.record(z.string(), z.string()).optional(),
  searchTerm: z.string().optional(),
}

/** Jobs and what they leave behind: lists, one job with its steps, logs and refused records, cancelling and running again. */
export const jobContract = defineRoutes({
  'GET /jobs': {
    operationId: 'listJobs',
    summary:
      'List jobs; filter by status, workflow_id, queue_id, project_id, started_by, parent_job_id, created_from, created_to',
    ...view,
    query: jobsQuery,
    answers: { 200: listOf(job).extend({ meta: listMeta.extend({ statuses: z.record(z.string(), z.number()) }) }) },
  },
  'GET /jobs/:id': {
    operationId: 'readJob',
    summary: 'One job with its steps and how far each segment has come',
    ...view,
    answers: { 200: oneJob },
  },
  'GET /jobs/:id/children': {
    operationId: 'listJobChildren',
    summary: 'The jobs a job has started',
    ...view,
    query: jobsQuery,
    answers: { 200: listOf(job) },
  },
  'GET /jobs/:id/logs': {
    operationId: 'listJobLogs',
    summary: 'What a job said, oldest first; filter by level and step, after=ID for what came since',
    ...view,
    query: filteredBy({ level: someOf(['debug', 'info', 'warning', 'error']), step: z.string() }).extend({
      after: z.coerce.number().int().optional(),
    }),
    answers: { 200: listOf(log) },
  },
  'POST /jobs/:id/cancel': {
    operationId: 'cancelJob',
    summary: 'Cancel a job, and its children unless told otherwise',
    ...run,
    body: z.strictObject({ children: z.boolean().default(true) }).nullish(),
    answers: { 200: oneJob },
  },
  'POST /jobs/:id/requeue': {
    operationId: 'requeueJob',
    summary: 'Run a job that is over once more, as a new job',
    ...run,
    body: z.strictObject(requeueOrder).nullish(),
    answers: { 202: itemOf(z.object({ id: z.string(), status: z.string() })) },
  },
  'POST /jobs/bulk_cancel': {
    operationId: 'cancelJobs',
    summary: 'Cancel many jobs, by ids or by filter',
    ...run,
    body: z.strictObject({ ...many, children: z.boolean().default(true) }),
    answers: {
      200: itemOf(
        z.object({
          affected: z.number(),
          refused: z.array(z.object({ id: z.string(), status: oneOf(jobStatuses) })),
        }),
      ),
    },
  },
  'POST /jobs/bulk_requeue': {
    operationId: 'requeueJobs',
    summary: 'Run many jobs that are over once more, by ids or by filter',
    ...run,
    body: z.strictObject({ ...many, ...requeueOrder }),
    answers: {
      200: itemOf(
        z.object({
          affected: z.number(),
          jobs: z.array(z.string()),
          /** The status is empty where there is no such job. */
          refused: z.array(z.object({ id: z.string(), status: oneOf([...jobStatuses, '']), message: z.string() })),
        }),
      ),
    },
  },
  'GET /queues/figures': {
    operationId: 'listQueueFigures',
    summary: 'How full each queue is and how fast it drains',
    ...view,
    answers: { 200: itemOf(z.array(queueFigures)) },
  },
  'GET /record_errors': {
    operationId: 'listRecordErrors',
    summary: 'Refused records; filter by job_id, step, state, workflow_id',
    ...view,
    query: errorsQuery,
    answers: { 200: listOf(recordError) },
  },
  'POST /record_errors/retry': {
    operationId: 'retryRecordErrors',
    summary: 'Feed refused records to their steps once more',
    ...run,
    body: z.strictObject(many),
    answers: { 202: itemOf(z.object({ jobs: z.array(z.string()), records: z.number() })) },
  },
  'POST /record_errors/:id/retry': {
    operationId: 'retryRecordError',
    summary: 'Feed one refused record, corrected, to its step once more',
    ...run,
    body: z.strictObject({ record: z.record(z.string(), z.unknown()) }),
    answers: { 202: itemOf(z.object({ id: z.string() })) },
  },
  'POST /record_errors/resolve': {
    operationId: 'resolveRecordErrors',
    summary: 'Mark refused records as resolved, ignored or open',
    ...run,
    body: z.strictObject({ ...many, state: z.enum(['resolved', 'ignored', 'open']).default('resolved') }),
    answers: { 200: itemOf(z.object({ affected: z.number() })) },
  },
})
