import type { StepState } from '@weft/designers/workflow/run.ts'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { isFinal, isOpen, type JobStatusName } from '@weft/kit/define/job-status.ts'

/** A job as lists show it. */
export type JobRow = ListRow<'/jobs'>

export type JobStep = Job['steps'][number]

/** One job with all it did. */
export type Job = Answer<'GET', `/jobs/${string}`>['data']

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

export const isCancellable = (job: { status: JobStatusName; cancelling: boolean }) =>
  isOpen(job.status) && !job.cancelling

export const jobPath = (job: { workflow_id: string; id: string }) =>
  `/project/workflows/reporting/${job.workflow_id}/${job.id}/details`

/** What a job was about: the values, behind the word for them. */
export const contentOf = ({ content_type, content_identifier }: Pick<JobRow, 'content_type' | 'content_identifier'>) =>
  [content_type, content_identifier].filter(Boolean).join(' ')

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
