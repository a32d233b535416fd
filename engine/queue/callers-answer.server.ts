import { isFinal } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'

/** What a step has said for the caller of a webhook, or how the job stands; what it returns, once it is over. */
export type CallersAnswer =
  { status: number; headers: Record<string, string>; body: string } | { status: string; return_values?: unknown }

type Row = {
  status: string
  return_values: unknown
  answer: number | null
  headers: Record<string, string>
  body: string
}

const statement = `select j.status, j.return_values, a.status as answer, a.headers, a.body
from jobs j left join webhook_answers a on a.job_id = j.id where j.id = $1`

/** What the caller of the webhook that started a job is to be answered now. */
export async function callersAnswer(pool: pg.Pool, id: string): Promise<CallersAnswer> {
  const { rows } = await pool.query<Row>({ name: 'callers_answer', text: statement, values: [id] })
  const { status, return_values, answer, headers, body } = rows[0]!
  if (answer !== null) return { status: answer, headers, body }
  return isFinal(status) ? { status, return_values: return_values ?? {} } : { status }
}
