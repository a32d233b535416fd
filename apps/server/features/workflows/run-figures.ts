import type { StepProblem } from '@weft/engine/runtime/failure.ts'
import { settledState } from '@weft/engine/runtime/job.ts'
import type { JobTest } from '@weft/engine/test-runs/job-test.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'

/** What a job did, step by step: one that is named, or the workflow's newest. */
export async function runFigures(
  trx: Scoped,
  { id, job_id }: { id: string; job_id: string | undefined },
  language: Language,
) {
  await trx.selectFrom('workflows').select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
  const job = await trx
    .selectFrom('jobs')
    .select([
      'id',
      'status',
      'version',
      'created_at',
      'started_at',
      'finished_at',
      'records_in',
      'records_out',
      'records_rejected',
      'test',
    ])
    .where('workflow_id', '=', id)
    .$if(job_id !== undefined, (jobs) => jobs.where('id', '=', job_id!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!job) return null
  const steps = await trx
    .selectFrom('job_steps')
    .select(['step', 'state', 'records_in', 'exits', 'busy_ms', 'error', 'started_at', 'finished_at'])
    .where('job_id', '=', job.id)
    .execute()
  return {
    ...job,
    test: job.test as JobTest | null,
    steps: steps.map((step) => ({
      ...step,
      state: settledState(step.state, job.status),
      error: step.error && say((step.error as StepProblem).message, language),
    })),
  }
}
