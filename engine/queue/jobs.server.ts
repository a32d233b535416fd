import { openPool, type Database } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { openEnqueuer, type Enqueuer } from './enqueue.server.ts'
import { callersAnswer, type CallersAnswer } from './callers-answer.server.ts'
import type { JobDeps } from './deps.server.ts'
import { cancelJobs, type CancelResult } from './cancel.server.ts'
import { requeueJob, retryCorrected, retryMended, retryRecords, type Requeue } from './requeue.server.ts'
import { releaseSignalled } from './wake.server.ts'
import type { Scope } from '@weft/kit/database/connect.server.ts'

/** What a process that serves callers does with jobs; running them is the supervisor's. */
export type Jobs = Enqueuer & {
  cancel(scope: Scope, ids: string[], options?: { children?: boolean }): Promise<CancelResult>
  requeue(scope: Scope, id: string, requeue: Requeue): Promise<{ id: string; status: string }>
  retryRecords(scope: Scope, ids: string[], by: string | undefined): Promise<{ jobs: string[]; records: number }>
  retryCorrected(scope: Scope, id: string, record: DataRecord, by: string | undefined): Promise<{ id: string }>
  retryMended(
    scope: Scope,
    mended: { id: string; record: DataRecord }[],
    by: string | undefined,
  ): Promise<{ jobs: string[]; records: number }>
  /** What the caller of the webhook that started a job is to be answered now. */
  callersAnswer(id: string): Promise<CallersAnswer>
  /** A run was told what it waits for. */
  wake(id: string): Promise<void>
  close(): Promise<void>
}

export function openJobs({ url, db, jobFiles }: { url: string; db: Database; jobFiles: JobFiles }): Jobs {
  const pool = openPool(url, { max: 4, application: 'weft jobs', level: 'system' })
  const enqueuer = openEnqueuer(pool)
  const parts: JobDeps = { db, pool, enqueuer, jobFiles }
  return {
    enqueue: (job) => enqueuer.enqueue(job),
    cancel: (scope, ids, options) => cancelJobs(parts, scope, ids, options),
    requeue: (scope, id, requeue) => requeueJob(parts, scope, id, requeue),
    retryRecords: (scope, ids, by) => retryRecords(parts, scope, ids, by),
    retryCorrected: (scope, id, record, by) => retryCorrected(parts, scope, id, record, by),
    retryMended: (scope, mended, by) => retryMended(parts, scope, mended, by),
    callersAnswer: (id) => callersAnswer(pool, id),
    async wake(id) {
      await releaseSignalled(pool, id)
    },
    close: () => pool.end(),
  }
}
