import { finalInSql } from '@weft/kit/define/job-status.ts'
import { despiteDeadlocks } from '@weft/kit/database/transaction.server.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { Superseded } from './failure.ts'

export type StepRow = {
  step: string
  state: 'pending' | 'working' | 'waiting' | 'done' | 'failed' | 'skipped'
  records_in: number
  exits: Record<string, number>
  busy_ms: number
  memo?: unknown
  error?: unknown
  started_at?: string
  finished_at?: string
}
export type CursorRow = { segment: string; batch: number; cursor?: unknown; done: boolean }
export type LogRow = {
  step?: string
  level: string
  message: Message | { text: { en: string; de: string }; values: object }
  parameters: object
  created_at: string
}
export type RejectedRow = {
  step: string
  batch: number
  position: number
  record: DataRecord
  port?: string
  field?: string
  value?: unknown
  reason: Message
  retry_of?: string
}

/** What one write of the journal says of a job, all of it or nothing. */
export type JournalEntry = {
  id: string
  attempt: number
  status: string
  /** Something was acknowledged since the last write, so the tries count anew from here. */
  progressed: boolean
  tries: number
  records_in: number
  records_out: number
  records_rejected: number
  warnings: number
  steps: StepRow[]
  cursors: CursorRow[]
  logs: LogRow[]
  rejected: RejectedRow[]
  /** What the records acknowledged since were about. */
  contents: string[]
  return_values?: unknown
  error?: unknown
  wake_at?: string
  /** When its first attempt really began: it may have been claimed in a list with others before it. */
  began?: string
  /** What whoever watches the job is told, once it is committed. */
  told?: unknown
}

export type Journal = {
  /** Commits the entry, together with all that wait at the same moment. Throws Superseded where the attempt is not the job's any more. */
  write(entry: JournalEntry): Promise<{ cancel_requested: boolean }>
}

// One statement for any number of jobs: the fence first, everything else only for the jobs that pass it.
const statement = `
with e as (
  select * from jsonb_to_recordset($1::text::jsonb) as x(id uuid, attempt int, status text, progressed boolean, tries int, records_in bigint, records_out bigint,
    records_rejected bigint, warnings int, steps jsonb, cursors jsonb, logs jsonb, rejected jsonb, contents jsonb, return_values jsonb, error jsonb, wake_at timestamptz, began timestamptz, told jsonb)
), j as (
  update jobs set status = e.status, records_in = e.records_in, records_out = e.records_out, records_rejected = e.records_rejected, warnings = e.warnings,
    return_values = coalesce(e.return_values, jobs.return_values), error = e.error, wake_at = e.wake_at, woken_at = null,
    slot_id = case when e.status in ('started', 'working') then jobs.slot_id end,
    setback = case when e.progressed then null else jobs.setback || '{"said": true}' end,
    tries_left = case when e.progressed then greatest(jobs.tries_left, e.tries - 1) else jobs.tries_left end,
    started_at = least(coalesce(e.began, jobs.started_at), clock_timestamp()), finished_at = case when e.status in ${finalInSql} then clock_timestamp() end
  from e where jobs.id = e.id and jobs.attempt = e.attempt and jobs.status in ('started', 'working')
  returning jobs.id, jobs.tenant_id, jobs.project_id, jobs.workflow_id, coalesce(jobs.origin_id, jobs.id) as origin_id, jobs.status, jobs.attempt, jobs.cancel_requested_at, e.steps, e.cursors, e.logs, e.rejected, e.contents, e.told
), s as (
  insert into job_steps (job_id, tenant_id, project_id, step, state, records_in, exits, busy_ms, memo, error, started_at, finished_at)
  select j.id, j.tenant_id, j.project_id, x.step, x.state, x.records_in, x.exits, x.busy_ms, x.memo, x.error, x.started_at, x.finished_at
  from j, jsonb_to_recordset(j.steps) as x(step text, state text, records_in bigint, exits jsonb, busy_ms bigint, memo jsonb, error jsonb, started_at timestamptz, finished_at timestamptz)
  on conflict (job_id, step) do update set state = excluded.state, records_in = excluded.records_in, exits = excluded.exits, busy_ms = excluded.busy_ms,
    memo = excluded.memo, error = excluded.error, started_at = coalesce(job_steps.started_at, excluded.started_at), finished_at = excluded.finished_at
), c as (
  insert into job_cursors (job_id, tenant_id, project_id, segment, batch, cursor, done)
  select j.id, j.tenant_id, j.project_id, x.segment, x.batch, x.cursor, x.done
  from j, jsonb_to_recordset(j.cursors) as x(segment text, batch bigint, cursor jsonb, done boolean)
  on conflict (job_id, segment) do update set batch = excluded.batch, cursor = excluded.cursor, done = excluded.done
), l as (
  insert into job_logs (job_id, tenant_id, project_id, attempt, step, level, message, parameters, created_at)
  select j.id, j.tenant_id, j.project_id, j.attempt, x.step, x.level, x.message, x.parameters, x.created_at
  from j, jsonb_to_recordset(j.logs) as x(step text, level text, message jsonb, parameters jsonb, created_at timestamptz)
), k as (
  insert into job_contents (job_id, tenant_id, project_id, value)
  select j.id, j.tenant_id, j.project_id, x.value from j, jsonb_array_elements_text(j.contents) with ordinality as x(value, n) order by x.n
  on conflict (job_id, value) do nothing
), r as (
  insert into record_errors (job_id, tenant_id, project_id, step, batch, position, record, port, field, value, reason, retry_of, cause_id)
  select j.id, j.tenant_id, j.project_id, x.step, x.batch, x.position, x.record, x.port, x.field, x.value, x.reason, x.retry_of, weft_cause(j.workflow_id, x.step, x.field, x.reason)
  from j, jsonb_to_recordset(j.rejected) as x(step text, batch bigint, position int, record jsonb, port text, field text, value jsonb, reason jsonb, retry_of uuid)
  on conflict (job_id, step, batch, position) do nothing
), p as (
  delete from job_states s using j where s.job_id = j.origin_id and j.status in ('stopped', 'warning', 'info')
  returning j.id, s.tenant_id, s.project_id, j.workflow_id, s.name, s.value, s.began_at
), t as (
  insert into states (tenant_id, project_id, workflow_id, name, value, job_id, began_at) select tenant_id, project_id, workflow_id, name, value, id, began_at from p
  on conflict (project_id, workflow_id, name) do update set value = excluded.value, job_id = excluded.job_id, began_at = excluded.began_at, updated_at = clock_timestamp()
    where states.began_at is null or states.began_at <= excluded.began_at
)
select j.id, j.cancel_requested_at is not null as cancel_requested, case when j.told is null then null else pg_notify('weft_silent', j.told::text)::text end from j`

type Waiting = {
  entry: JournalEntry
  resolve(answer: { cancel_requested: boolean }): void
  reject(error: unknown): void
}

/**
 * The journal of all jobs of this process. Everything that is said while a commit is under way shares the next one: that is what
 * makes thousands of small jobs a second possible with each of them journalled whole.
 */
export function openJournal(pool: pg.Pool): Journal {
  let waiting: Waiting[] = []
  let writing = false

  async function drain() {
    writing = true
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting.splice(0, 200)
      await commit(group)
    }
    writing = false
  }

  async function commit(group: Waiting[]): Promise<void> {
    // One entry a job and statement: two writes of one job are two statements, in their order.
    const [now, later] = onePerJob(group)
    try {
      const values = [storableJson(now.map((w) => w.entry))]
      // Several runs that fail at once may want the rows of the same causes in different orders.
      const { rows } = await despiteDeadlocks(() =>
        pool.query<{ id: string; cancel_requested: boolean }>({ name: 'journal', text: statement, values }),
      )
      const heard = new Map(rows.map((row) => [row.id, row]))
      for (const { entry, resolve, reject } of now) {
        const row = heard.get(entry.id)
        if (row) resolve({ cancel_requested: row.cancel_requested })
        else reject(new Superseded(`attempt ${entry.attempt} of job ${entry.id} is not heard any more`))
      }
    } catch (error) {
      // A value the database refuses must not fail the others it was committed with.
      if (now.length > 1 && /^(22|21|23)/.test(codeOf(error))) for (const one of now) await commit([one])
      else for (const { reject } of now) reject(error)
    }
    if (later.length > 0) await commit(later)
  }

  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject })
        if (!writing) void drain()
      }),
  }
}

function onePerJob(group: Waiting[]): [Waiting[], Waiting[]] {
  const seen = new Set<string>()
  const now: Waiting[] = []
  const later: Waiting[] = []
  for (const item of group) {
    ;(seen.has(item.entry.id) ? later : now).push(item)
    seen.add(item.entry.id)
  }
  return [now, later]
}
