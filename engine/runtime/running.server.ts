import type { Step } from '@weft/kit/define/element.ts'
import type { Fusion, StoredText, StepContext } from '@weft/kit/define/step-context.ts'
import type { JobToRun } from './job.ts'
import { withTexts } from '../workflow-model/configured-settings.ts'
import type { openSamples } from '../debug-data/samples.ts'
import type { Previews } from '../test-runs/previews.ts'
import type { Trace } from '../test-runs/trace.ts'
import type { RunProgress } from './run-progress.server.ts'
import type { PlannedStep, Segment } from '../workflow-model/plan.ts'
import type { JobFiles } from './job-files.ts'
import type { Spools } from './spool.server.ts'

/** A job under way. */
export type Running = {
  job: JobToRun
  progress: RunProgress
  spools: Spools
  jobFiles: JobFiles
  context: StepContext
  now: Date
  /** Aborted when the job is cancelled or the worker is to stop; looked at between batches. */
  signal: AbortSignal
  /** What leaves its steps, for whoever looks at the run later. */
  samples: ReturnType<typeof openSamples>
  /** Of a test run: what its steps would have done. */
  previews?: Previews | undefined
  /** Of a test run that is followed: the way of each record. */
  trace?: Trace | undefined
  /** Only the last words are left to be written. */
  over?: (() => void) | undefined
  /** A step reads on where an earlier attempt was. */
  goesOn?: ((step: string) => void) | undefined
  /** What the steps of the segment under way say of themselves, where they stand in a straight line. */
  fusion?: Fusion | undefined
  /** Where steps of the plan are called by others. */
  callbacks?: Readonly<Record<string, string>>
  /** What the plan's settings name of the project's configuration. */
  configuration?: ReadonlyMap<string, string>
  /** The stored texts that the plan's settings name, as they were when it began. */
  texts?: ReadonlyMap<string, StoredText>
}

/** What a step of the running job is given. */
export function stepOf(
  { job, context, progress, now, signal, callbacks, configuration = new Map(), texts, fusion }: Running,
  { id, element, settings }: PlannedStep,
): Step<Record<string, unknown>> {
  const { attempt, tenant_id, project_id, workflow_id, parameters, origin_id } = job
  return {
    id,
    settings: withTexts(element.settings, settings, configuration),
    configuration,
    ...(texts && { texts }),
    ...(fusion && { fusion }),
    callbacks,
    job: { id: origin_id, attempt, tenant_id, project_id, workflow_id, parameters },
    now,
    context,
    log: progress.log(id),
    signal,
  }
}

/** Whether anything listens to an exit. */
export const isWired = (segment: Segment, step: string, exit: string) =>
  segment.spooled.has(`${step}.${exit}`) || (segment.wires[`${step}.${exit}`]?.length ?? 0) > 0
