import type { DataRecord } from '../define/record.ts'

/** A batch is meant to be about so large; the first is small, as nobody knows yet how large records are. */
const wanted_bytes = 4_000_000
const first = 100
/** Of so many records one is measured. */
const measured = 10

/** How many records to ask for next, so that a batch fits into memory however large they are. */
export function fittingSize(most: number) {
  let size = Math.min(most, first)
  return {
    next: () => size,
    learn(records: readonly DataRecord[]) {
      let [bytes, count] = [0, 0]
      for (let i = 0; i < records.length; i += measured) {
        bytes += bytesOf(records[i])
        count++
      }
      if (count > 0) size = Math.max(1, Math.min(most, size * 10, Math.floor((wanted_bytes * count) / (bytes + 1))))
    },
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 0
  for (const inner of Object.values(value)) bytes += bytesOf(inner)
  return bytes
}
