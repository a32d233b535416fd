import { mostContents } from '../workflow-model/contents.ts'
import type { CursorRow, RejectedRow, StepRow } from './journal.server.ts'
import type { Tally } from './tally.ts'

const mostRejectedAtOnce = 500

export type StepKind = 'source' | 'sink' | 'other'

/** How far a running job is: its steps, the cursors of its segments, its sums, and which of that the journal does not have yet. */
export function openRunState(kinds: ReadonlyMap<string, StepKind>) {
  const steps = new Map<string, StepRow>()
  const cursors = new Map<string, CursorRow>()
  const dirtySteps = new Set<string>()
  const dirtyCursors = new Set<string>()
  const totals = { records_in: 0, records_out: 0, records_rejected: 0, warnings: 0 }
  const contents = new Set<string>()
  let newContents: string[] = []
  const rejected: RejectedRow[] = []
  let progressed = false
  let earlier = false

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
      addCounts(row(step), counts)
      const kind = kinds.get(step)
      if (kind === 'source') totals.records_in += goneOn(counts)
      if (kind === 'sink') totals.records_out += goneOn(counts)
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

  return {
    steps,
    cursors,
    totals,
    row,
    resume,
    setState,
    acknowledge,
    endSegment,
    hasNewCursors: () => dirtyCursors.size > 0,
    isDirty: () => dirtySteps.size + dirtyCursors.size + rejected.length > 0,
    /** Rejected records wait for the next checkpoint; more than this should not. */
    isFull: () => rejected.length >= mostRejectedAtOnce,
    /** What has changed since the last time. */
    take() {
      const taken = {
        progressed,
        earlier,
        steps: [...dirtySteps].map((step) => rounded(row(step))),
        cursors: [...dirtyCursors].flatMap((segment) => cursors.get(segment) ?? []),
        contents: newContents,
        rejected: rejected.splice(0, mostRejectedAtOnce * 20),
      }
      dirtySteps.clear()
      dirtyCursors.clear()
      newContents = []
      progressed = false
      return taken
    },
  }
}

type StepCounts = { in: number; exits: Record<string, number>; busy_ms: number }

function addCounts(row: StepRow, counts: StepCounts) {
  row.records_in += counts.in
  row.busy_ms += counts.busy_ms
  for (const [exit, count] of Object.entries(counts.exits)) row.exits[exit] = (row.exits[exit] ?? 0) + count
}

/** How many records left a step to go on. */
const goneOn = ({ exits }: StepCounts) =>
  Object.entries(exits).reduce((sum, [exit, count]) => (exit === 'rejected' || exit === 'error' ? sum : sum + count), 0)

const rounded = (step: StepRow): StepRow => ({ ...step, busy_ms: Math.round(step.busy_ms), exits: { ...step.exits } })
