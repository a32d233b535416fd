import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { despiteDeadlocks } from '@weft/kit/database/transaction.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { JobToRun } from '../runtime/job.ts'
import type { CursorRow, StepRow } from '../runtime/journal.server.ts'

const texts = defineMessages({
  triesUsedUp: {
    en: 'The job was tried as often as its queue allows and never came to an end.',
    de: 'Der Job wurde so oft versucht, wie seine Warteschlange erlaubt, und kam nie zu einem Ende.',
  },
})

const statement = `
with before as (select j.id from unnest($1::uuid[], $4::uuid[]) as held(id, slot_id) join jobs j on j.id = held.id and j.slot_id = held.slot_id where j.status in ${openInSql} for update of j)
update jobs j set
  status = case when j.cancel_requested_at is not null then 'aborted' when j.tries_left <= 0 then 'error' else 'started' end,
  error = case when j.cancel_requested_at is null and j.tries_left <= 0 then coalesce(j.error, $3::jsonb) else j.error end,
  finished_at = case when j.cancel_requested_at is not null or j.tries_left <= 0 then clock_timestamp() end,
  slot_id = case when j.cancel_requested_at is null and j.tries_left > 0 then j.slot_id end,
  attempt = j.attempt + 1, tries_left = greatest(j.tries_left - 1, 0), started_at = coalesce(j.started_at, clock_timestamp()), machine = $2, wake_at = null
from queues q, before b, workflow_sources s
where b.id = j.id and q.id = j.queue_id and s.id = j.source_id
returning j.id, j.status, j.attempt, j.tenant_id, j.project_id, j.workflow_id, j.queue_id, q.tries, j.tries_left, s.source, j.version, j.trigger_step, j.content_identifier, j.parameters, j.payload,
  coalesce(j.origin_id, j.id) as origin_id, j.moment, j.started_at, j.retry_of, j.retry_mode, j.parent_job_id, j.started_by, j.attempt > 1 as resumed, j.setback, j.test`

/** Jobs to be run one after the other, and the slot that holds them. */
export type JobList = { slot_id: string; ids: string[] }

/**
 * Makes a new attempt of each job that its slot holds, in the order given: from here on no earlier attempt is heard. Jobs that were
 * cancelled or have no tries left end instead; jobs that are over already or that another slot holds are left alone.
 */
export async function beginAttempts(pool: pg.Pool, machine: string, lists: readonly JobList[]): Promise<JobToRun[]> {
  const ids = lists.flatMap((list) => list.ids)
  const slots = lists.flatMap((list) => list.ids.map(() => list.slot_id))
  const values = [ids, machine, JSON.stringify({ code: 'TRIES_USED_UP', message: texts.triesUsedUp() }), slots]
  const { rows } = await despiteDeadlocks(() =>
    pool.query<JobToRun & { status: string }>({ name: 'begin attempts', text: statement, values }),
  )
  const begun = new Map(rows.filter((row) => row.status === 'started').map((row) => [row.id, row]))
  return ids.flatMap((id) => begun.get(id) ?? [])
}

/** What earlier attempts of the job have journalled; where it continues another job, that one's journal lies beneath its own. */
export async function recallJob(
  pool: pg.Pool,
  job: Pick<JobToRun, 'id' | 'retry_mode' | 'retry_of'>,
): Promise<Recalled> {
  const [steps, cursors, totals] = await Promise.all([
    pool.query<StepRow>(
      'select step, state, records_in, exits, busy_ms, memo, error, started_at, finished_at from job_steps where job_id = $1',
      [job.id],
    ),
    pool.query<CursorRow>('select segment, batch, cursor, done from job_cursors where job_id = $1', [job.id]),
    pool.query<Recalled['totals'] & Pick<JobToRun, 'retry_mode' | 'retry_of'>>(
      'select records_in, records_out, records_rejected, warnings, retry_mode, retry_of from jobs where id = $1',
      [job.id],
    ),
  ])
  const { retry_mode, retry_of, ...own } = totals.rows[0]!
  const mine = { steps: steps.rows.map(present), cursors: cursors.rows.map(present), totals: own }
  if (retry_mode !== 'from_failed' || !retry_of || mine.steps.length + mine.cursors.length > 0) return mine
  const before = await pool.query<Pick<JobToRun, 'retry_mode' | 'retry_of'>>(
    'select retry_mode, retry_of from jobs where id = $1',
    [retry_of],
  )
  return recallJob(pool, { id: retry_of, ...before.rows[0]! })
}

type Recalled = {
  steps: StepRow[]
  cursors: CursorRow[]
  totals: { records_in: number; records_out: number; records_rejected: number; warnings: number }
}

/** Without the nulls a row has where nothing was said. */
const present = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T
