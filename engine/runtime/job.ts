import { isFinal } from '@weft/kit/define/job-status.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { JobTest } from '../test-runs/job-test.ts'
import type { StepProblem } from './failure.ts'

/** A job as its worker has claimed it: this attempt is the only one that is heard. */
export type JobToRun = {
  id: string
  attempt: number
  tenant_id: string
  project_id: string
  workflow_id: string
  queue_id: string
  /** How often the queue tries. */
  tries: number
  /** Tries left after this one. */
  tries_left: number
  source: string
  version: number
  trigger_step: string | null
  /** The field whose values tell what the run was about; a fixed word names no field. */
  content_identifier?: string | null
  parameters: DataRecord
  /** The trigger's record, or where the records for it are spooled. */
  payload: Payload
  /** Whose markers, spools and children it goes on with: its own unless it continues another job. */
  origin_id: string
  /** The job's own time: `now` on every repetition. */
  moment: string
  /** When its first attempt began, by the clock of the database. */
  started_at: string
  retry_of: string | null
  retry_mode: 'from_start' | 'from_failed' | 'failed_records' | null
  parent_job_id: string | null
  started_by: string
  /** Nothing outside changes. */
  test?: JobTest | null
  /** Whether an earlier attempt may have journalled something. */
  resumed: boolean
  /** Earlier attempts came to nothing because the installation was in trouble; `said`: the job's log has it. */
  setback?: { times: number; said: boolean; problem: StepProblem } | null
}

export type Payload = { record: DataRecord } | { spool: string; job_id: string } | null

/** What a step's state means once its job is over: what never began was passed over, what never ended was interrupted. */
export const settledState = (state: string, status: string) =>
  !isFinal(status)
    ? state
    : state === 'pending'
      ? 'skipped'
      : state === 'working' || state === 'waiting'
        ? 'interrupted'
        : state
