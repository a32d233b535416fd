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
  const fields = ['attempt', 'steps', 'previews']
  const { documents } = await store.find('debug_data', {
    ...{ project_id, job_id, fields },
    order: 'oldest',
    // A run that is not over may have its trace there already.
    conditions: [{ field: 'steps', operator: 'not_equals', value: null }],
  })
  return documents.map(({ id, created_at, document }) => {
    const { attempt, steps, previews } = document as Kept
    return {
      ...{ id, created_at, attempt },
      steps: parseJson(steps) as DebugSteps,
      ...(previews !== undefined && { previews: parseJson(previews) as DebugPreviews }),
    }
  })
}

/** The way of each record of a test run that was followed. */
export async function readTrace(
  databases: Pick<TenantDatabases, 'documents'>,
  { tenant_id, project_id, job_id }: KeptRun,
): Promise<DebugTrace | null> {
  const store = await databases.documents(tenant_id)
  const {
    documents: [last],
  } = await store.find('debug_data', {
    ...{ project_id, job_id, fields: ['trace'], limit: 1 },
    conditions: [{ field: 'trace', operator: 'not_equals', value: null }],
  })
  return last ? (parseJson((last.document as { trace: string }).trace) as DebugTrace) : null
}

type KeptRun = { tenant_id: string; project_id: string; job_id: string }
type Kept = { attempt: number; steps: string; previews?: string }
