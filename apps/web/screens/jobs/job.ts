import type { StepState } from '@weft/designers/workflow/run.ts'
import type { JobStatusName } from '@weft/kit/ui/job-status.tsx'

type Problem = { message: string; code?: string; step?: string }

/** A job as lists show it. */
export type JobRow = {
  id: string
  /** Of the tenant's number range; the beginning of the id where it has none. */
  number: string
  workflow_id: string
  workflow_label: string
  queue_id: string
  queue_name: string
  priority: 'high' | 'low'
  project_id: string
  project_name: string
  status: JobStatusName
  cancelling: boolean
  started_by: string
  started_by_name: string | null
  version: number
  attempt: number
  tries_left: number
  records_in: number
  records_out: number
  records_rejected: number
  warnings: number
  content_identifier: string
  parent_job_id: string | null
  retry_of: string | null
  retry_mode: RequeueMode | null
  error: Problem | null
  wake_at: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  duration_ms: number | string | null
}

export type JobStep = {
  step: string
  element: string
  label: string
  icon?: string
  group?: string
  kind?: string
  state: StepState
  records_in: number
  exits: Record<string, number>
  /** What exits are called, where the element says so. */
  exit_names: Record<string, string>
  busy_ms: number
  error: Problem | null
  started_at: string | null
  finished_at: string | null
}

/** One job with all it did. */
export type Job = JobRow & {
  parameters: Record<string, unknown>
  payload: unknown
  payload_spooled: boolean
  return_values: unknown
  machine: string | null
  children: number
  steps: JobStep[]
}

/** What a running job tells while it runs. */
export type JobNews = {
  id: string
  status: JobStatusName
  cancelling?: boolean
  records_in?: number
  records_out?: number
  records_rejected?: number
  steps?: Record<string, { state: StepState; in: number; exits: Record<string, number>; busy_ms: number }>
}

export const requeueModes = ['from_start', 'from_failed', 'failed_records'] as const
export type RequeueMode = (typeof requeueModes)[number]

const cancellable: readonly JobStatusName[] = ['pending', 'started', 'working', 'waiting']
export const isCancellable = (job: { status: JobStatusName; cancelling: boolean }) =>
  cancellable.includes(job.status) && !job.cancelling
export const isFinal = (status: JobStatusName) => !cancellable.includes(status)

export const jobPath = (job: { workflow_id: string; id: string }) =>
  `/project/workflows/reporting/${job.workflow_id}/${job.id}/details`

/** A job with its news worked in. */
export function withNews(job: Job, news: JobNews): Job {
  const steps = job.steps.map((step) => {
    const told = news.steps?.[step.step]
    return told ? { ...step, state: told.state, records_in: told.in, exits: told.exits, busy_ms: told.busy_ms } : step
  })
  return {
    ...job,
    status: news.status,
    cancelling: news.cancelling ?? (job.cancelling && !isFinal(news.status)),
    records_in: news.records_in ?? job.records_in,
    records_out: news.records_out ?? job.records_out,
    records_rejected: news.records_rejected ?? job.records_rejected,
    steps,
  }
}
