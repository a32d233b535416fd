import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { StepLog } from '@weft/kit/define/step-context.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { mostContents } from '../workflow-model/contents.ts'
import type { CursorRow, Journal, JournalEntry, LogRow, RejectedRow, StepRow } from './journal.server.ts'
import type { JobToRun } from './job.ts'
import type { Spools } from './spool.server.ts'
import { JobCancelled, type StepProblem } from './failure.ts'

/** How often a running job says where it is. */
const interval = 250
/** A job says at most so much; what comes later is counted, not kept. */
const mostLogs = 5_000
const mostRejectedAtOnce = 500
/** Journal rows hold values up to this; longer ones are shortened there. */
const longestValue = 64 * 1024

/** What one batch did at each step. */
export type Tally = {
  steps: Map<string, { in: number; exits: Record<string, number>; busy_ms: number }>
  rejected: RejectedRow[]
  refused: number
  contents: Set<string>
}
export const emptyTally = (): Tally => ({ steps: new Map(), rejected: [], refused: 0, contents: new Set() })

export function countStep(tally: Tally, step: string, taken: number, exits: Record<string, number>, busy_ms: number) {
  const entry = tally.steps.get(step) ?? { in: 0, exits: {}, busy_ms: 0 }
  tally.steps.set(step, entry)
  entry.in += taken
  entry.busy_ms += busy_ms
  for (const [exit, count] of Object.entries(exits)) if (count > 0) entry.exits[exit] = (entry.exits[exit] ?? 0) + count
}

export function countRejected(
  tally: Tally,
  { step, batch, retry_of }: Pick<RejectedRow, 'step' | 'batch'> & { retry_of?: string | undefined },
  rejected: Rejected[],
  kept: boolean,
) {
  tally.refused += rejected.length
  if (!kept) return
  for (const { record, port, field, value, reason } of rejected)
    tally.rejected.push({
      step,
      batch,
      position: tally.rejected.length,
      record,
      ...(port && { port }),
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value: shortened(value) }),
      reason,
      ...(retry_of && { retry_of }),
    })
}

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
  kinds: Map<string, 'source' | 'sink' | 'other'>
  /** Takes the run's secrets out of what people read. */ mask?: Mask
}) {
  const steps = new Map<string, StepRow>()
  const cursors = new Map<string, CursorRow>()
  const dirtySteps = new Set<string>()
  const dirtyCursors = new Set<string>()
  const totals = { records_in: 0, records_out: 0, records_rejected: 0, warnings: 0 }
  const contents = new Set<string>()
  let newContents: string[] = []
  let logs: LogRow[] = []
  let logged = 0
  let rejected: RejectedRow[] = []
  let progressed = false
  let earlier = false
  const began = new Date().toISOString()
  let last = performance.now()
  let writing: Promise<unknown> = Promise.resolve()
  let underWay = 0
  let failed: unknown

  const row = (step: string): StepRow => {
    const known = steps.get(step)
    if (known) return known
    const fresh: StepRow = { step, state: 'pending', records_in: 0, exits: {}, busy_ms: 0 }
    steps.set(step, fresh)
    return fresh
  }

  /** Takes over what an earlier attempt has journalled; of another job it becomes this one's own. */
  function resume(before: { steps: StepRow[]; cursors: CursorRow[]; totals: typeof totals }, adopted = false) {
    earlier = before.steps.length > 0 && !adopted
    if (adopted) for (const { step } of before.steps) dirtySteps.add(step)
    if (adopted) for (const { segment } of before.cursors) dirtyCursors.add(segment)
    for (const step of before.steps) steps.set(step.step, step)
    for (const cursor of before.cursors) cursors.set(cursor.segment, cursor)
    Object.assign(totals, before.totals)
  }

  function setState(step: string, state: StepRow['state'], more: Partial<StepRow> = {}) {
    const entry = row(step)
    const now = new Date().toISOString()
    const started_at = entry.started_at ?? (state === 'pending' || state === 'skipped' ? undefined : now)
    if (state === 'working') {
      delete entry.error
      delete entry.finished_at
    }
    Object.assign(
      entry,
      {
        state,
        ...(started_at ? { started_at } : {}),
        ...(state === 'done' || state === 'failed' ? { finished_at: now } : {}),
      },
      more,
    )
    dirtySteps.add(step)
  }

  function acknowledge(segment: string, batch: number, cursor: unknown, tally: Tally) {
    for (const [step, counts] of tally.steps) {
      const entry = row(step)
      entry.records_in += counts.in
      entry.busy_ms += counts.busy_ms
      for (const [exit, count] of Object.entries(counts.exits)) entry.exits[exit] = (entry.exits[exit] ?? 0) + count
      const kind = kinds.get(step)
      const out = Object.entries(counts.exits).reduce(
        (sum, [exit, count]) => (exit === 'rejected' || exit === 'error' ? sum : sum + count),
        0,
      )
      if (kind === 'source') totals.records_in += out
      if (kind === 'sink') totals.records_out += out
      dirtySteps.add(step)
    }
    for (const value of tally.contents)
      if (contents.size < mostContents && !contents.has(value)) newContents.push(value) && contents.add(value)
    totals.records_rejected += tally.refused
    rejected.push(...tally.rejected)
    cursors.set(segment, { segment, batch, ...(cursor === undefined ? {} : { cursor }), done: false })
    dirtyCursors.add(segment)
    progressed = true
  }

  function endSegment(segment: string, batch: number) {
    cursors.set(segment, { segment, batch, done: true })
    dirtyCursors.add(segment)
    progressed = true
  }

  /** A line of the job's log. */
  function note(step: string | undefined, ...[level, message, parameters = {}]: Parameters<StepLog>) {
    if (logged++ >= mostLogs) return
    logs.push({
      ...(step ? { step } : {}),
      level,
      message: typeof message === 'string' ? quotedTexts(message.slice(0, 10_000)) : message,
      parameters: shortened(parameters) as object,
      created_at: new Date().toISOString(),
    })
  }

  /** What a step says; a warning of a step makes the whole job one. */
  const log =
    (step?: string): StepLog =>
    (level, message, parameters) => {
      if (level === 'warning' || level === 'error') totals.warnings += 1
      note(step, level, message, parameters)
    }

  function entry(status: string, more: Partial<JournalEntry>): JournalEntry {
    const said: JournalEntry = {
      id: job.id,
      attempt: job.attempt,
      tries: job.tries,
      status,
      progressed,
      ...totals,
      ...(earlier ? {} : { began }),
      steps: [...dirtySteps]
        .map((step) => rounded(steps.get(step)!))
        .map((row) => (row.error === undefined ? row : { ...row, error: mask(row.error) })),
      cursors: isSuccess(status) ? [] : [...dirtyCursors].map((segment) => cursors.get(segment)!),
      contents: mask(newContents),
      logs: mask(logs),
      rejected: rejected.splice(0, mostRejectedAtOnce * 20).map((row) => ({
        ...row,
        reason: mask(row.reason),
        ...(row.value === undefined ? {} : { value: mask(row.value) }),
      })),
      told: told(status),
      ...more,
      ...(more.error === undefined ? {} : { error: mask(more.error) }),
      ...(more.return_values === undefined ? {} : { return_values: mask(more.return_values) }),
    }
    dirtySteps.clear()
    dirtyCursors.clear()
    logs = []
    newContents = []
    progressed = false
    last = performance.now()
    return said
  }

  /** Counts per exit, for whoever watches; small enough for one notification. */
  function told(status: string) {
    const counts = Object.fromEntries(
      [...steps.values()].map((s) => [
        s.step,
        { state: s.state, in: s.records_in, exits: s.exits, busy_ms: Math.round(s.busy_ms) },
      ]),
    )
    const full = {
      to: { topic: `job:${job.id}` },
      event: { type: 'job', data: { id: job.id, status, ...totals, steps: counts } },
    }
    return JSON.stringify(full).length < 6_000
      ? full
      : { to: full.to, event: { type: 'job', data: { id: job.id, status, ...totals } } }
  }

  /** Writes all that is known. What the cursors rely on is on disk before they are. */
  function checkpoint(status = 'working', more: Partial<JournalEntry> = {}): Promise<void> {
    underWay += 1
    const write = writing.then(async () => {
      if (failed) throw failed
      // Nobody goes on behind a success, so it needs no cursors and what it spooled never touches the disk.
      if (dirtyCursors.size > 0 && !isSuccess(status)) await spools.flush()
      const said = entry(status, more)
      for (const row of said.rejected) row.record = await journalled(spools, row)
      if (said.rejected.some(({ record }) => placeOfWhole(record as DataRecord) !== undefined)) await spools.flush()
      const { cancel_requested } = await journal.write(said)
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
    resume,
    setState,
    acknowledge,
    endSegment,
    log,
    note,
    checkpoint,
    mask,
    row,
    /** Whether it is time to say something, and nothing is being said. */
    isDue: () => underWay === 0 && performance.now() - last >= interval,
    isDirty: () => dirtySteps.size + dirtyCursors.size + logs.length + rejected.length > 0,
    sinceLast: () => performance.now() - last,
    isIdle: () => underWay === 0,
    /** Rejected records wait for the next checkpoint; more than this should not. */
    isFull: () => rejected.length >= mostRejectedAtOnce,
    fail: (step: string, error: StepProblem) => setState(step, 'failed', { error }),
    failure: () => failed,
    /** After a cancel the last word is still to be said. */
    reopen() {
      failed = undefined
    },
    settle: () => writing,
  }
}

/** Where a refused record lies that the journal does not have as it was. */
export function placeOfWhole(record: DataRecord): string | undefined {
  const place = record['_whole'] ?? record['_exact']
  return typeof place === 'string' ? place : undefined
}

const isSuccess = (status: string) => status === 'stopped' || status === 'warning' || status === 'info'

/** A refused record is kept whole, so that it can be tried again: beside the journal where it is too long for it, or holds characters the journal cannot. */
async function journalled(spools: Spools, { step, batch, position, record }: RejectedRow): Promise<unknown> {
  const json = JSON.stringify(record)
  if (json.length <= longestValue && isStorable(json)) return record
  const name = `__rejected/${step}.${batch}.${position}`
  await spools.write(name, 0, [record as DataRecord])
  return json.length <= longestValue
    ? { ...(record as object), _exact: name }
    : { ...(shortened(record) as object), _whole: name }
}

const rounded = (step: StepRow): StepRow => ({ ...step, busy_ms: Math.round(step.busy_ms), exits: { ...step.exits } })

/** A value as the journal keeps it: long texts inside are cut. */
function shortened<T>(value: T): T {
  if (typeof value === 'string')
    return (value.length > longestValue ? `${value.slice(0, 200)}… (${value.length})` : value) as T
  if (Array.isArray(value)) return value.map(shortened) as T
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as DataRecord).map(([key, inner]) => [key, shortened(inner)] as const)
    return Object.fromEntries(entries) as T
  }
  return value
}
