import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes, type RouteContract } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { listMeta, listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { queuedQuery } from './jobs.ts'

const order = z.strictObject({
  action: z.enum(['cancel', 'requeue', 'move']),
  list: z.enum(['jobs', 'queued_jobs']).default('jobs'),
  ids: z.array(z.uuid()).max(10_000).optional(),
  filter: z.record(z.string(), z.string()).optional(),
  searchTerm: z.string().optional(),
  children: z.boolean().optional(),
  mode: z.enum(['from_start', 'from_failed', 'failed_records']).optional(),
  version: z.enum(['original', 'current']).optional(),
  queue_id: z.uuid().optional(),
  queue_name: z.string().max(64).optional(),
})
const queuedJob = rows.jobs
  .pick({
    id: true,
    workflow_id: true,
    tenant_id: true,
    queue_id: true,
    status: true,
    started_by: true,
    content_identifier: true,
    attempt: true,
    created_at: true,
  })
  .extend({
    process_iteration_id: z.string(),
    job_class: z.string(),
    process_id: z.string(),
    process_name: z.string(),
    workflow_logo: z.string().nullable(),
    content_type: z.string(),
    tenant_name: z.string(),
    queue_name: z.string(),
    priority: oneOf(['high', 'low']),
    cancelling: z.boolean(),
    reserved_at: z.string().nullable(),
    available_at: z.string(),
    started_by_name: z.string().nullable(),
  })
export type QueuedJob = z.input<typeof queuedJob>
const bulkAction = rows.bulk_actions
  .pick({
    id: true,
    action: true,
    state: true,
    total: true,
    affected: true,
    refused: true,
    created_at: true,
    finished_at: true,
  })
  .extend({ options: z.record(z.string(), z.any()) })
const refused = z.object({
  id: z.string(),
  tenant_id: z.string(),
  /** Empty where there is no such job any more. */
  status: oneOf([...jobStatuses, '']).nullable(),
  message: z.string().nullable(),
})

type Level = {
  of: string
  whose: string
  view: Pick<RouteContract, 'scope' | 'may'>
  run: Pick<RouteContract, 'scope' | 'may'>
}

const calls = ({ of, whose, view, run }: Level) => ({
  queued: {
    operationId: `list${of}QueuedJobs`,
    summary: `List jobs that wait for a worker or have one; available_before=MINUTES for those available longer; ${whose}`,
    ...view,
    query: queuedQuery,
    answers: {
      200: listOf(queuedJob).extend({ meta: listMeta.extend({ statuses: z.record(z.string(), z.number()) }) }),
    },
  },
  begin: {
    operationId: `create${of}BulkAction`,
    summary: `Cancel, run again or move many jobs in the background, by ids or by the filter of a list, ${whose}`,
    ...run,
    body: order,
    answers: { 202: itemOf(bulkAction) },
  },
  read: {
    operationId: `read${of}BulkAction`,
    summary: `How far an action with many jobs has come ${whose}`,
    ...view,
    answers: { 200: itemOf(bulkAction) },
  },
  refused: {
    operationId: `list${of}BulkActionRefusals`,
    summary: `List the jobs an action refused, with their status, ${whose}`,
    ...view,
    query: listQuery,
    answers: { 200: listOf(refused) },
  },
  stop: {
    operationId: `stop${of}BulkAction`,
    summary: `Stop an action with many jobs ${whose}`,
    ...run,
    answers: { 200: itemOf(bulkAction) },
  },
})

const own = calls({
  of: '',
  whose: 'of the tenant',
  view: { scope: 'tenant', may: ['jobs', 'view'] },
  run: { scope: 'tenant', may: ['jobs', 'run'] },
})
const overall = calls({
  of: 'Supervisor',
  whose: 'of all tenants',
  view: { scope: 'provider', may: ['system', 'view'] },
  run: { scope: 'provider', may: ['system', 'run'] },
})

/** Queued jobs, and what is done with many jobs in the background: for a tenant's own, and for the provider over all tenants. */
export const bulkActionContract = defineRoutes({
  'GET /queued_jobs': own.queued,
  'POST /bulk_actions': own.begin,
  'GET /bulk_actions/:id': own.read,
  'GET /bulk_actions/:id/refused': own.refused,
  'POST /bulk_actions/:id/stop': own.stop,
  'GET /supervisor/queued_jobs': overall.queued,
  'POST /supervisor/bulk_actions': overall.begin,
  'GET /supervisor/bulk_actions/:id': overall.read,
  'GET /supervisor/bulk_actions/:id/refused': overall.refused,
  'POST /supervisor/bulk_actions/:id/stop': overall.stop,
})
