import type { FinalStatus } from '@weft/kit/define/job-status.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StoredText, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { parseWorkflow } from '../workflow-model/document.ts'
import { backoff } from './attempt.server.ts'
import {
  JobCancelled,
  Interrupted,
  isOutage,
  isOwnTrouble,
  problemOf,
  StepFailure,
  Superseded,
  type StepProblem,
} from './failure.ts'
import type { JobToRun } from './job.ts'
import type { JobFiles } from './job-files.ts'
import { openRunProgress, type RunProgress } from './run-progress.server.ts'
import type { CursorRow, Journal, StepRow } from './journal.server.ts'
import type { Secrets } from './configuration.server.ts'
import { textsIn } from '../workflow-model/check.ts'
import { configurationIn } from '../workflow-model/configured-settings.ts'
import { planWorkflow, reads, type Catalogue, type WorkflowPlan } from '../workflow-model/plan.ts'
import { isWired, type Running } from './running.server.ts'
import { checkAborted, runSegment } from './segment.server.ts'
import type { DebugDataKeeper } from '../debug-data/keeper.server.ts'
import { openSamples } from '../debug-data/samples.ts'
import { openSpools } from './spool.server.ts'
import { openPreviews, type Previews } from '../test-runs/previews.ts'
import { planTest } from '../test-runs/test-plan.ts'
import { openTrace } from '../test-runs/trace.ts'
import { withoutEffects } from '../test-runs/without-effects.ts'
import type { GoesOn } from '../states/states.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

const texts = defineMessages({
  unreadable: { en: 'The workflow cannot be read: {problem}', de: 'Der Workflow ist nicht lesbar: {problem}' },
  again: {
    en: 'Another system did not answer; the job tries again in {seconds, plural, one {# second} other {# seconds}}: {problem}',
    de: 'Ein anderes System hat nicht geantwortet; der Job versucht es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut: {problem}',
  },
  setBack: {
    en: 'The job was interrupted {times, plural, one {once} other {# times}} because something Weft itself needs failed: {problem}',
    de: 'Der Job wurde {times, plural, one {einmal} other {#-mal}} unterbrochen, weil etwas fehlschlug, das Weft selbst braucht: {problem}',
  },
  nothingWritten: {
    en: 'Nothing was written: {count, plural, one {the only record was} other {all # records were}} rejected.',
    de: 'Es wurde nichts geschrieben: {count, plural, one {Der einzige Datensatz wurde} other {Alle # Datensätze wurden}} abgelehnt.',
  },
})

/** What a run needs of its surroundings. */
export type RunDeps = {
  catalogue: Catalogue
  /** What the job's project may use, where that differs from project to project; the same object as long as nothing has changed. `anew` asks now. */
  catalogueOf?(job: JobToRun, anew?: boolean): Promise<Catalogue>
  journal: Journal
  jobFiles: JobFiles
  stepContextOf(job: JobToRun, signal: AbortSignal): StepContext & Partial<Secrets & GoesOn>
  /** Keeps some of what has left the steps of runs, where somebody may look at it. */
  debugData?: Pick<DebugDataKeeper, 'keep' | 'keepTrace'>
  /** What earlier attempts, or the job this one continues, have journalled. */
  recall(job: JobToRun): Promise<{
    steps: StepRow[]
    cursors: CursorRow[]
    totals: { records_in: number; records_out: number; records_rejected: number; warnings: number }
  }>
}

/**
 * How an attempt ended: `released` leaves the job where it is for another attempt, later where there is a `problem`, and so does `timed_out`,
 * if there is a try left; `superseded` is not heard because there is one.
 */
export type RunOutcome = {
  id: string
  problem?: StepProblem
  status: FinalStatus | 'waiting' | 'pending' | 'released' | 'timed_out' | 'superseded'
  /** It waits for children. */ children?: boolean
  /** It waits to be told something. */ signal?: boolean
  /** Somebody may wait for it. */ child?: boolean
}

/**
 * One attempt of one job, from claim to outcome. It goes on behind what earlier attempts have acknowledged, writes what it did with
 * its attempt number, and is not heard any more once another attempt has begun. `over` is called when only the last words are left.
 */
export async function runJob(
  deps: RunDeps,
  job: JobToRun,
  signal: AbortSignal,
  heed: { over?(): void } = {},
): Promise<RunOutcome> {
  const spools = openSpools(deps.jobFiles, job.origin_id, job.attempt)
  // What is full is kept at once: somebody waits for the first values, and the run may go on for long.
  const trace = job.test?.trace
    ? openTrace(() => deps.debugData?.keepTrace(job, { trace: run.trace!.flights(), mask: run.progress.mask }))
    : undefined
  const previews = job.test ? openPreviews(trace?.compared) : undefined
  let planned: WorkflowPlan
  try {
    planned = await planFor(deps, job, previews)
  } catch (error) {
    const progress = openRunProgress({ job, journal: deps.journal, spools, kinds: new Map() })
    return end({ progress, job, spools }, 'error', { error: { ...problemOf(error) } })
  }
  const given = deps.stepContextOf(job, signal)
  const context = job.test ? withoutEffects(given) : given
  const progress = openRunProgress({
    job,
    journal: deps.journal,
    spools,
    kinds: kindsOf(planned),
    ...(context.mask && { mask: context.mask }),
  })
  const run: Running = {
    over: heed.over,
    jobFiles: deps.jobFiles,
    job,
    progress,
    spools,
    now: new Date(job.moment),
    signal,
    context,
    goesOn: context.goesOn,
    samples: openSamples(),
    previews,
    trace,
  }
  const watch = setInterval(() => {
    if (progress.isIdle() && ((progress.isDue() && progress.isDirty()) || progress.sinceLast() > 2_000))
      progress.checkpoint().catch(heardElsewhere)
  }, 250)
  try {
    if (job.setback && !job.setback.said)
      progress.note(
        undefined,
        'warning',
        texts.setBack({ times: job.setback.times, problem: job.setback.problem.message.text.en }),
      )
    // A test run leaves nothing behind that it could go on with: it begins anew.
    if (job.resumed && !job.test) progress.resume(await deps.recall(job), job.retry_mode === 'from_failed')
    if (isHandedOn(job)) await context.openSecrets?.()
    run.configuration = await configurationFor(planned, context)
    run.texts = await textsFor(planned, context)
    run.callbacks = await callbacksFor(planned, context)
    return kept(deps, run, await runPlan(run, planned))
  } catch (error) {
    return kept(deps, run, await ended(run, error))
  } finally {
    clearInterval(watch)
  }
}

function kept(
  { debugData }: RunDeps,
  { job, progress, previews, trace, samples: { samples } }: Running,
  outcome: RunOutcome,
): RunOutcome {
  const isGood = outcome.status === 'stopped' || outcome.status === 'info'
  if (outcome.status !== 'superseded' && (samples.exits.size > 0 || previews))
    debugData?.keep(job, { samples, previews: previews?.steps, trace: trace?.flights(), isGood, mask: progress.mask })
  return outcome
}

/** Whether it goes on with records of other runs or attempts, in which secrets may stand that its own steps never open. */
const isHandedOn = ({ resumed, retry_mode, parent_job_id }: JobToRun) =>
  resumed || retry_mode !== null || parent_job_id !== null

const named = new WeakMap<WorkflowPlan, string[]>()

/** What the settings of a plan name of the project's configuration. What is not there is an error of the step that names it. */
async function configurationFor(plan: WorkflowPlan, context: StepContext): Promise<ReadonlyMap<string, string>> {
  const names = named.get(plan) ?? [
    ...new Set(
      [...plan.steps.values()].flatMap(({ passes, settings }) =>
        passes ? [] : configurationIn(settings).map(({ name }) => name),
      ),
    ),
  ]
  named.set(plan, names)
  const values = new Map<string, string>()
  for (const name of names) {
    const value = await context.configuration(name)
    if (value !== undefined) values.set(name, value)
  }
  return values
}

/** The stored texts that a plan names: a run writes them as they were when it began. */
async function textsFor(plan: WorkflowPlan, context: StepContext): Promise<ReadonlyMap<string, StoredText>> {
  const ids = [...plan.steps.values()].flatMap(({ element, settings, passes }) =>
    passes ? [] : textsIn(element, settings),
  )
  return ids.length === 0 ? new Map() : context.texts.read([...new Set(ids)])
}

async function callbacksFor(plan: WorkflowPlan, context: StepContext): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {}
  for (const { id, element, passes } of plan.steps.values())
    if (element.callback && !passes) addresses[id] = await context.callbackAddress(id)
  return addresses
}

async function runPlan(run: Running, plan: WorkflowPlan): Promise<RunOutcome> {
  const { progress, job } = run
  const { segments, steps } = plan
  for (const segment of segments) {
    checkAborted(run)
    const decision = await runSegment(run, segment)
    if (decision?.kind === 'wait') {
      await run.spools.flush()
      const { until, children, signal } = decision.wait
      // It has come as far as it could, so its tries count anew.
      await progress.checkpoint('waiting', { progressed: true, ...(until ? { wake_at: until.toISOString() } : {}) })
      return { id: job.id, status: 'waiting', children: !!children, ...(signal ? { signal } : {}) }
    }
    if (decision?.kind === 'finish') {
      for (const [id, row] of unfinished(progress, steps)) if (row.state === 'pending') progress.setState(id, 'skipped')
      return through(run, plan, decision)
    }
    if (progress.isDue()) progress.checkpoint().catch(heardElsewhere)
  }
  return through(run, plan, { status: 'stopped' })
}

/** Ends a run that came to its end, or to a step that ends it. */
function through(
  run: Running,
  plan: WorkflowPlan,
  { status, return_values }: { status: FinalStatus; return_values?: DataRecord | undefined },
): Promise<RunOutcome> {
  const more = return_values ? { return_values } : {}
  if (status !== 'stopped') return end(run, status, more)
  if (run.job.test || !isInVain(run.progress, plan)) return end(run, success(run.progress, plan.segments), more)
  const message = texts.nothingWritten({ count: run.progress.totals.records_rejected })
  run.progress.note(undefined, 'error', message)
  return end(run, 'error', { ...more, error: { code: 'NOTHING_WRITTEN', message } })
}

/** Whether a run that was to write wrote nothing because everything was refused, and nobody takes what was refused (docs/decisions/0260). */
function isInVain({ totals, steps: rows }: RunProgress, { segments, steps }: WorkflowPlan): boolean {
  if (totals.records_out > 0 || totals.records_rejected === 0) return false
  const isTaken = (step: string) => segments.some((segment) => isWired(segment, step, 'rejected'))
  return (
    [...steps.values()].some(({ element }) => element.kind === 'sink') &&
    ![...rows.values()].some(({ step, exits }) => (exits['rejected'] ?? 0) > 0 && isTaken(step))
  )
}

/** `warning` where records were refused or a step warned, `info` where there was nothing to do. */
function success(progress: RunProgress, segments: WorkflowPlan['segments']): FinalStatus {
  const { records_in, records_out, records_rejected, warnings } = progress.totals
  if (records_rejected > 0 || warnings > 0) return 'warning'
  const isReading = segments.some(({ head }) => head && reads(head))
  return isReading && records_in === 0 && records_out === 0 ? 'info' : 'stopped'
}

function* unfinished(progress: RunProgress, steps: WorkflowPlan['steps']) {
  for (const id of steps.keys()) yield [id, progress.row(id)] as const
}

async function ended(run: Running, error: unknown): Promise<RunOutcome> {
  const { progress, job } = run
  await progress.settle()
  const failure = progress.failure()
  const cause = failure instanceof Superseded ? failure : error
  if (cause instanceof Superseded) return { id: job.id, status: 'superseded' }
  if (cause instanceof JobCancelled) {
    progress.reopen()
    return end(run, 'aborted', {})
  }
  if (cause instanceof Interrupted) return release(run)
  // A journal that cannot be written says nothing of the job: another attempt goes on behind what it knows.
  if (failure && !(failure instanceof JobCancelled))
    return { id: job.id, status: 'released', problem: progress.mask(problemOf(failure)) }
  const root = cause instanceof StepFailure ? cause.cause : cause
  if (isOwnTrouble(root)) return { id: job.id, status: 'released', problem: progress.mask(problemOf(root)) }
  const rest = restOf(root)
  if (rest !== undefined) return again(run, root, rest)
  if (isOutage(root) && job.tries_left > 0) return again(run, root)
  const step = cause instanceof StepFailure ? cause.step : undefined
  const problem = problemOf(cause)
  if (step) progress.fail(step, problem)
  progress.note(step, 'error', problem.message)
  return end(run, 'error', { error: { ...(step ? { step } : {}), ...problem } })
}

const restOf = (error: unknown) =>
  error instanceof WeftError && error.retry_after !== undefined ? error.retry_after * 1_000 : undefined

/** The worker stops: what was acknowledged is journalled, the rest another attempt does. */
async function release({ progress, job, spools }: Running): Promise<RunOutcome> {
  await spools.flush()
  await progress
    .checkpoint('working')
    .catch(ignore('what a stopping worker could not journal, another attempt does again'))
  return { id: job.id, status: 'released' }
}

/** `rest`: milliseconds for which another system has asked to be left alone, which costs none of the job's tries. */
async function again({ progress, job, spools }: Running, error: unknown, rest?: number): Promise<RunOutcome> {
  await spools.flush()
  const wait = rest ?? backoff(Math.max(0, job.tries - 1 - job.tries_left))
  const { message } = problemOf(error)
  progress.note(
    undefined,
    'info',
    inserted(texts.again({ seconds: Math.round(wait / 1000), problem: '' }), 'problem', message),
  )
  try {
    const wake_at = new Date(Date.now() + wait).toISOString()
    await progress.checkpoint('pending', { wake_at, ...(rest !== undefined && { progressed: true }) })
    return { id: job.id, status: 'pending' }
  } catch (failure) {
    return { id: job.id, status: 'released', problem: progress.mask(problemOf(failure)) }
  }
}

async function end(
  { progress, job, over, spools }: Pick<Running, 'progress' | 'job' | 'over' | 'spools'>,
  status: FinalStatus,
  more: { error?: unknown; return_values?: DataRecord },
): Promise<RunOutcome> {
  try {
    const written = progress.checkpoint(status, more)
    over?.()
    await written
    if (status !== 'error' && status !== 'aborted' && (job.resumed || spools.hasFiles()))
      await spools.tidy().catch(ignore('the spools of a finished job stay until they are tidied away'))
    return { id: job.id, status, ...(job.parent_job_id ? { child: true } : {}) }
  } catch (error) {
    if (error instanceof Superseded) return { id: job.id, status: 'superseded' }
    throw error
  }
}

const kindsOf = ({ steps }: WorkflowPlan) =>
  new Map(
    [...steps.values()].map(
      (s) => [s.id, reads(s) ? 'source' : !s.passes && s.element.kind === 'sink' ? 'sink' : 'other'] as const,
    ),
  )

/** What is remembered of a project may be older than the job: a plan that cannot be made is made of what holds now. */
async function planFor(deps: RunDeps, job: JobToRun, previews: Previews | undefined): Promise<WorkflowPlan> {
  const catalogue = deps.catalogueOf ? await deps.catalogueOf(job) : deps.catalogue
  try {
    return planOf(catalogue, job, previews, deps.jobFiles)
  } catch (error) {
    const now = (await deps.catalogueOf?.(job, true)) ?? catalogue
    if (now === catalogue) throw error
    return planOf(now, job, previews, deps.jobFiles)
  }
}

const plans = new Map<string, { source: string; catalogue: Catalogue; plan: WorkflowPlan }>()

/** Plans of the last few hundred workflows are kept: a small job would spend most of its time on reading its text. */
function planOf(catalogue: Catalogue, job: JobToRun, previews: Previews | undefined, jobFiles: JobFiles): WorkflowPlan {
  const key = `${job.workflow_id} ${job.version} ${job.trigger_step}`
  const isRetried = job.payload && 'spool' in job.payload && job.payload.spool === '__retry'
  const known = isRetried || job.test ? undefined : plans.get(key)
  if (known?.source === job.source && known.catalogue === catalogue) return known.plan
  const { document, problems } = parseWorkflow(job.source)
  if (!document)
    throw new Invalid(
      'WORKFLOW_UNREADABLE',
      inserted(texts.unreadable({ problem: '' }), 'problem', problems[0]!.message),
    )
  if (job.test && previews)
    return planTest(document, catalogue, {
      trigger: job.trigger_step ?? firstTrigger(document, catalogue),
      test: job.test,
      previews,
      jobFiles,
    })
  const plan = planWorkflow(
    document,
    catalogue,
    isRetried
      ? { steps: job.trigger_step!.split(' ') }
      : { trigger: job.trigger_step ?? firstTrigger(document, catalogue) },
  )
  if (isRetried) return plan
  if (plans.size > 300) plans.delete(plans.keys().next().value!)
  plans.set(key, { source: job.source, catalogue, plan })
  return plan
}

function firstTrigger(
  document: { steps: { id: string; element: string; disabled: boolean }[] },
  { elements }: Catalogue,
) {
  const triggers = new Set(elements.filter((element) => element.kind === 'trigger').map((element) => element.key))
  return document.steps.find((step) => !step.disabled && triggers.has(step.element))?.id ?? document.steps[0]?.id ?? ''
}
