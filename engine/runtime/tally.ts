import type { Rejected } from '@weft/kit/define/record.ts'
import type { RejectedRow } from './journal.server.ts'
import { shortened } from './shortened.ts'

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
