import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DebugTrace } from './debug-trace.ts'
import type { DebugPreviews, DebugSteps } from './document.ts'

/** What is kept of a run, by attempt; nothing where it is not kept any more, or nothing has left a step. */
export async function readDebugData(
  databases: Pick<TenantDatabases, 'documents'>,
  { tenant_id, project_id, job_id }: KeptRun,
): Promise<{ id: string; created_at: string; attempt: number; steps: DebugSteps; previews?: DebugPreviews }[]> {
  const store = await databases.documents(tenant_id)
  if (store.engine !== 'postgres') return []
  const { rows } = await store.pool.query<Row>(
    `select id, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, document - 'trace' as document
     from debug_data where job_id = $1 and project_id = $2 and expires_at > now() and document ? 'steps' order by debug_data.created_at, id`,
    [job_id, project_id],
  )
  return rows.map(({ id, created_at, document: { attempt, steps, previews } }) => ({
    ...{ id, created_at, attempt },
    steps: parseJson(steps) as DebugSteps,
    ...(previews !== undefined && { previews: parseJson(previews) as DebugPreviews }),
  }))
}

/** The way of each record of a test run that was followed. */
export async function readTrace(
  databases: Pick<TenantDatabases, 'documents'>,
  { tenant_id, project_id, job_id }: KeptRun,
): Promise<DebugTrace | null> {
  const store = await databases.documents(tenant_id)
  if (store.engine !== 'postgres') return null
  const { rows } = await store.pool.query<{ trace: string }>(
    `select document ->> 'trace' as trace from debug_data
     where job_id = $1 and project_id = $2 and expires_at > now() and document ? 'trace' order by created_at desc, id limit 1`,
    [job_id, project_id],
  )
  return rows[0] ? (parseJson(rows[0].trace) as DebugTrace) : null
}

type KeptRun = { tenant_id: string; project_id: string; job_id: string }
type Row = { id: string; created_at: string; document: { attempt: number; steps: string; previews?: string } }
