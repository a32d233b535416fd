import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import type { JobToRun } from '../runtime/job.ts'
import type { StepPreview } from '../test-runs/previews.ts'
import type { Trace } from '../test-runs/trace.ts'
import { debugPreviews, debugSteps } from './document.ts'
import { debugTrace } from './debug-trace.ts'
import type { Samples } from './samples.ts'

/** How long records of runs are kept, and of how many runs of a workflow. */
const keptFor = { days: 7, runs: 50 }
/** Of a workflow that runs many times a second one run in so many milliseconds is looked at, and all those that went wrong. */
const between_ms = 1_000
/** What cannot be written that fast is left out: nobody's run waits for what is only looked at. */
const mostWaiting = 200
const pause_ms = 250

type Waiting = Pick<JobToRun, 'tenant_id' | 'project_id' | 'workflow_id' | 'attempt'> & {
  job_id: string
  /** Absent: the run is not over. */ samples?: Samples
  previews?: ReadonlyMap<string, StepPreview> | undefined
  trace?: ReturnType<Trace['flights']> | undefined
  mask: Mask
}

const ofAttempt = ({ attempt, ...run }: { project_id: string; job_id: string; attempt: number }) => ({
  ...run,
  conditions: [{ field: 'attempt', operator: 'equals', value: attempt } as const],
  fields: ['attempt'],
  limit: 1,
})

export type DebugDataKeeper = {
  keep(
    job: Pick<JobToRun, 'id' | 'tenant_id' | 'project_id' | 'workflow_id' | 'attempt' | 'started_by'>,
    outcome: Pick<Waiting, 'previews' | 'trace' | 'mask'> & { samples: Samples; isGood: boolean },
  ): void
  /** The trace of a run that is still under way; what `keep` gets later stands beside it. */
  keepTrace(job: Traced, outcome: Required<Pick<Waiting, 'trace' | 'mask'>>): void
  close(): Promise<void>
}
type Traced = Pick<JobToRun, 'id' | 'tenant_id' | 'project_id' | 'workflow_id' | 'attempt'>

/** Writes what runs have let be looked at into the document stores of their tenants, behind them and a tenant at a time. */
export function openDebugData(databases: Pick<TenantDatabases, 'documents'>): DebugDataKeeper {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let bell: NodeJS.Timeout | undefined
  const lastOf = new Map<string, number>()

  async function writeAll(): Promise<void> {
    const taken = waiting
    waiting = []
    for (const [tenant_id, runs] of Map.groupBy(taken, (one) => one.tenant_id))
      await write(tenant_id, runs).catch(ignore('what a run let be looked at is not kept; the run itself is over'))
  }

  async function write(tenant_id: string, runs: readonly Waiting[]): Promise<void> {
    const store = await databases.documents(tenant_id)
    const expires_at = new Date(Date.now() + keptFor.days * 86_400_000).toISOString()
    for (const { project_id, job_id, workflow_id, attempt, samples, previews, trace, mask } of runs) {
      // As text: a document's fields come back in another order.
      const document = {
        attempt,
        ...(samples && { steps: JSON.stringify(debugSteps(samples, mask)) }),
        ...(previews && { previews: JSON.stringify(debugPreviews(previews, mask)) }),
      }
      const way = trace && { trace: JSON.stringify(debugTrace(trace, mask)) }
      // A trace that was full before the run was over is there already.
      const early = way && (await store.find('debug_data', ofAttempt({ project_id, job_id, attempt }))).documents[0]
      if (early) await store.change('debug_data', early.id, { set: document })
      else
        await store.put('debug_data', {
          ...{ project_id, job_id, workflow_id, expires_at },
          document: { ...document, ...way },
        })
    }
    for (const workflow_id of new Set(runs.map((run) => run.workflow_id)))
      await store.removeBeyond('debug_data', keptFor.runs, { workflow_id })
  }

  function ring() {
    bell ??= setTimeout(() => {
      bell = undefined
      writing = (writing ?? Promise.resolve()).then(writeAll)
    }, pause_ms)
  }

  return {
    keep({ id, tenant_id, project_id, workflow_id, attempt, started_by }, { samples, previews, trace, isGood, mask }) {
      const now = Date.now()
      const isTooSoon = now - (lastOf.get(workflow_id) ?? 0) < between_ms
      if ((isGood && isTooSoon && started_by !== 'hand' && !previews) || waiting.length >= mostWaiting) return
      if (lastOf.size > 10_000) lastOf.clear()
      lastOf.set(workflow_id, now)
      waiting.push({ job_id: id, tenant_id, project_id, workflow_id, attempt, samples, previews, trace, mask })
      ring()
    },
    keepTrace({ id, tenant_id, project_id, workflow_id, attempt }, { trace, mask }) {
      const run = { job_id: id, tenant_id, project_id, workflow_id, attempt, trace, mask }
      writing = (writing ?? Promise.resolve()).then(() =>
        write(tenant_id, [run]).catch(ignore('a trace that is not kept before the run is over is kept behind it')),
      )
    },
    async close() {
      clearTimeout(bell)
      await (writing ?? Promise.resolve()).then(writeAll)
    },
  }
}
