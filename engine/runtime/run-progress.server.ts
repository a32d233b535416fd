import type { StepLog } from '@weft/kit/define/step-context.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import { JobCancelled, type StepProblem } from './failure.ts'
import type { JobToRun } from './job.ts'
import { journalled, spoolOfWhole } from './journal-values.server.ts'
import type { Journal, JournalEntry, StepRow } from './journal.server.ts'
import { openRunLog } from './run-log.ts'
import { openRunState, type StepKind } from './run-state.ts'
import type { Spools } from './spool.server.ts'

/** How often a running job says where it is. */
const interval = 250

export type RunProgress = ReturnType<typeof openRunProgress>

/**
 * What is known of a running job and not yet in the journal. Only what is acknowledged is counted, so that a repetition after a
 * crash counts nothing twice.
 */
export function openRunProgress({
  job,
  journal,
  spools,
  kinds,
  mask = (value) => value,
}: {
  job: JobToRun
  journal: Journal
  spools: Spools
  kinds: ReadonlyMap<string, StepKind>
  /** Takes the run's secrets out of what people read. */ mask?: Mask
}) {
  const state = openRunState(kinds)
  const lines = openRunLog()
  const { steps, cursors, totals } = state
  const began = new Date().toISOString()
  let last = performance.now()
  let writing: Promise<unknown> = Promise.resolve()
  let underWay = 0
  let failed: unknown
  /** Behind which batch of each segment the journal says that the run goes on. */
  const journalledBatches = new Map<string, number>()

  /** What a step says; a warning of a step makes the whole job one. */
  const log =
    (step?: string): StepLog =>
    (level, message, parameters) => {
      if (level === 'warning' || level === 'error') totals.warnings += 1
      lines.note(step, level, message, parameters)
    }

  function entry(status: string, more: Partial<JournalEntry>): JournalEntry {
    const { earlier, ...changed } = state.take()
    last = performance.now()
    return {
      id: job.id,
      attempt: job.attempt,
      tries: job.tries,
      status,
      progressed: changed.progressed,
      ...totals,
      ...(earlier ? {} : { began }),
      steps: changed.steps.map((row) => (row.error === undefined ? row : { ...row, error: mask(row.error) })),
      cursors: isSuccess(status) || job.test ? [] : changed.cursors,
      contents: mask(changed.contents),
      logs: mask(lines.take()),
      // What a test run refuses waits for nobody: the records as they came are seen beside its steps.
      rejected: (job.test ? [] : changed.rejected).map((row) => ({
        ...row,
        reason: mask(row.reason),
        ...(row.value === undefined ? {} : { value: mask(row.value) }),
      })),
      told: watched(job.id, status, totals, steps),
      ...more,
      ...(more.error === undefined ? {} : { error: mask(more.error) }),
      ...(more.return_values === undefined ? {} : { return_values: mask(more.return_values) }),
    }
  }

  /** Writes all that is known. What the cursors rely on is on disk before they are. */
  function checkpoint(status = 'working', more: Partial<JournalEntry> = {}): Promise<void> {
    underWay += 1
    const write = writing.then(async () => {
      if (failed) throw failed
      // Nobody goes on behind a success, so it needs no cursors and what it spooled never touches the disk.
      if (state.hasNewCursors() && !isSuccess(status)) await spools.flush()
      const said = entry(status, more)
      for (const row of said.rejected) row.record = await journalled(spools, row)
      if (said.rejected.some(({ record }) => spoolOfWhole(record) !== undefined)) await spools.flush()
      const { cancel_requested } = await journal.write(said)
      for (const { segment, batch } of said.cursors) journalledBatches.set(segment, batch)
      if (cancel_requested && status === 'working') throw new JobCancelled()
    })
    writing = write
      .catch((error: unknown) => {
        failed ??= error
      })
      .finally(() => {
        underWay -= 1
      })
    return write
  }

  return {
    steps,
    cursors,
    totals,
    resume: state.resume,
    setState: state.setState,
    acknowledge: state.acknowledge,
    endSegment: state.endSegment,
    log,
    note: lines.note,
    checkpoint,
    mask,
    journalled: (segment: string) => journalledBatches.get(segment),
    row: state.row,
    /** Whether it is time to say something, and nothing is being said. */
    isDue: () => underWay === 0 && performance.now() - last >= interval,
    isDirty: () => state.isDirty() || !lines.isEmpty(),
    sinceLast: () => performance.now() - last,
    isIdle: () => underWay === 0,
    isFull: state.isFull,
    fail: (step: string, error: StepProblem) => state.setState(step, 'failed', { error }),
    failure: () => failed,
    /** After a cancel the last word is still to be said. */
    reopen() {
      failed = undefined
    },
    settle: () => writing,
  }
}

const isSuccess = (status: string) => status === 'stopped' || status === 'warning' || status === 'info'

type Totals = RunProgress['totals']

/** Counts per exit, for whoever watches; small enough for one notification. */
function watched(job_id: string, status: string, totals: Totals, steps: ReadonlyMap<string, StepRow>) {
  const counts = Object.fromEntries(
    [...steps.values()].map((s) => [
      s.step,
      { state: s.state, in: s.records_in, exits: s.exits, busy_ms: Math.round(s.busy_ms) },
    ]),
  )
  const full = {
    to: { topic: `job:${job_id}` },
    event: { type: 'job', data: { id: job_id, status, ...totals, steps: counts } },
  }
  return JSON.stringify(full).length < 6_000
    ? full
    : { to: full.to, event: { type: 'job', data: { id: job_id, status, ...totals } } }
}
