import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { enqueueOneOfMany, type Enqueuer } from '../queue/enqueue.server.ts'

const texts = defineMessages({
  circle: {
    en: '{count} runs have started one another by now, so the workflow “{workflow}”, which would follow this one, was not started.',
    de: 'Inzwischen haben sich {count} Läufe gegenseitig gestartet, daher wurde der Workflow „{workflow}“, der auf diesen folgen würde, nicht gestartet.',
  },
})

/** Workflows that follow one another in a circle end here. */
const longestChain = 50

type Due = {
  id: string
  tenant_id: string
  project_id: string
  workflow_id: string
  step: string
  element: string
  after_job_id: string
  depth: number
  label: string
  runs: boolean
  ended_workflow_id: string
  ended_label: string
  status: string
  started_at: string | null
  finished_at: string
  records_in: number
  records_out: number
  records_rejected: number
  return_values: unknown
  error: { code: string; message: Message; step?: string } | null
}

/**
 * Starts the runs that are to follow ends of others, once their delay is over. What follows was written in the transaction that ended
 * the job; whoever locks it first starts it, and a start just before a crash is known by its key. Answers the jobs that were started.
 */
export async function startFollowUpTriggers(pool: pg.Pool, enqueuer: Enqueuer, now: Date): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Due>(
      `select d.id, d.tenant_id, d.project_id, d.workflow_id, d.step, d.element, d.after_job_id, d.depth, w.label, w.active and w.published and t.active as runs,
         j.workflow_id as ended_workflow_id, e.label as ended_label, j.status, j.started_at, j.finished_at, j.records_in, j.records_out, j.records_rejected, j.return_values, j.error
       from due_starts d join workflows w on w.id = d.workflow_id join tenants t on t.id = d.tenant_id join jobs j on j.id = d.after_job_id join workflows e on e.id = j.workflow_id
       where d.due_at <= $1 order by d.due_at limit 100 for update of d skip locked`,
      [now.toISOString()],
    )
    const started = await Promise.all(rows.map((due) => start(pool, enqueuer, due)))
    if (rows.length > 0) await client.query('delete from due_starts where id = any($1)', [rows.map((due) => due.id)])
    return started.filter((id) => id !== undefined)
  })
}

async function start(pool: pg.Pool, enqueuer: Enqueuer, due: Due): Promise<string | undefined> {
  const { tenant_id, project_id, workflow_id, step, element, after_job_id } = due
  if (!due.runs) return undefined
  if (due.depth > longestChain) {
    const message = texts.circle({ count: longestChain, workflow: due.label })
    await pool.query(
      `insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) values ($1, $2, $3, 0, 'warning', $4)`,
      [after_job_id, tenant_id, project_id, JSON.stringify(message)],
    )
    return undefined
  }
  return enqueueOneOfMany(enqueuer, {
    tenant_id,
    project_id,
    workflow_id,
    trigger_step: step,
    started_by: element,
    dedupe_key: `after ${after_job_id} ${step}`,
    payload: { record: recordOf(due) },
  })
}

/** What the trigger gives: what has ended, and how. */
function recordOf({
  after_job_id,
  ended_workflow_id,
  ended_label,
  status,
  started_at,
  finished_at,
  records_in,
  records_out,
  records_rejected,
  return_values,
  error,
  depth,
}: Due) {
  return {
    job_id: after_job_id,
    workflow_id: ended_workflow_id,
    workflow: ended_label,
    status,
    started_at,
    finished_at,
    records_in,
    records_out,
    records_rejected,
    return_values: return_values ?? {},
    error: error && {
      code: error.code,
      message: say(error.message, 'en'),
      ...(error.step ? { step: error.step } : {}),
    },
    depth,
  }
}
