import { lazyArray } from '@weft/kit/define/lazy-array.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { LineLayout } from '../records/writing/lines.ts'
import type { FusingMapping } from './fusing-mapping.ts'

/** Of the records of a batch what the database is given of them, by their positions; undefined where a record goes the usual way. */
export type FusedBatch = {
  mapping: FusingMapping
  layout: LineLayout
  lines: (string | undefined)[]
  /** What tells the records apart; empty where the mode needs none. */
  keys: (string | undefined)[]
  /** Of each line with a one where it does not speak of a field. */
  absent: string
}

/** A property of the list itself: a WeakMap would keep whole batches until the next full garbage collection. */
const fused = Symbol('fused')

export const fusedOf = (records: readonly DataRecord[]) => (records as { [fused]?: FusedBatch })[fused]

/** Records whose lines are known; each is made when somebody looks at it. */
export const fusedRecords = (batch: FusedBatch, make: (position: number) => DataRecord): DataRecord[] =>
  lazyArray(batch.lines.length, make, { [fused]: batch })

/** The same with some of the records only. */
export function standing(batch: FusedBatch, positions: readonly number[]): FusedBatch {
  if (positions.length === batch.lines.length) return batch
  const { lines, keys } = batch
  return {
    ...batch,
    lines: positions.map((i) => lines[i]),
    keys: keys.length === 0 ? keys : positions.map((i) => keys[i]),
  }
}

/** Records without those at some positions; none is made that was not looked at. */
export function without(records: DataRecord[], out: ReadonlySet<number>): DataRecord[] {
  const batch = fusedOf(records)
  if (!batch) return records.filter((_, i) => !out.has(i))
  const positions = [...records.keys()].filter((i) => !out.has(i))
  return fusedRecords(standing(batch, positions), (i) => records[positions[i]!]!)
}
