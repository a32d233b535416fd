import type { Outcome } from '@weft/kit/define/element.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'

/** So many records of an exit are kept, and as many of those refused. */
const mostRecords = 50
/** Of a run no more is held than about so many characters: records may be large, and it holds them until its end. */
const mostHeld = 4_000_000

/** What has left the steps of a run, the first of each exit, and what was refused. */
export type Samples = {
  exits: Map<string, Map<string, DataRecord[]>>
  refused: Map<string, Rejected[]>
}

/** Takes the first records that leave each exit of each step. Holds on to them and copies nothing: a run has little time for it. */
export function openSamples() {
  const samples: Samples = { exits: new Map(), refused: new Map() }
  let left = mostHeld

  function first<T>(held: T[] | undefined, more: readonly T[], recordOf: (one: T) => DataRecord): T[] {
    const kept = held ?? []
    for (const one of more) {
      if (kept.length >= mostRecords || left <= 0) break
      left -= roughSize(recordOf(one))
      if (left > 0) kept.push(one)
    }
    return kept
  }

  return {
    samples,
    take(step: string, { exits, rejected = [] }: Outcome) {
      const known = samples.exits.get(step) ?? new Map<string, DataRecord[]>()
      samples.exits.set(step, known)
      for (const [exit, records] of Object.entries(exits))
        known.set(
          exit,
          first(known.get(exit), records, (record) => record),
        )
      if (rejected.length > 0)
        samples.refused.set(
          step,
          first(samples.refused.get(step), rejected, ({ record }) => record),
        )
    },
  }
}

/** About how many characters a value has as JSON. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const [name, one] of Object.entries(value)) size += name.length + 4 + roughSize(one)
  return size
}
