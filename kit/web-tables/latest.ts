import { compareValues } from '../define/compare.ts'
import type { ReadBatch } from '../define/connector-session.ts'
import { fieldOf } from '../define/path.ts'

const isMoment = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
const isZoned = (value: unknown) => isMoment(value) && /(Z|[+-]\d\d:?\d\d)$/.test(String(value))

/**
 * The system's own clock, where the values are points in time with a zone and no store in between has answered: what is written after
 * this moment is found the next time. Undefined where the values themselves have to tell.
 */
export function systemClock({ date, age }: Record<string, string>, values: readonly unknown[]): string | undefined {
  const known = values.filter((value) => value !== undefined && value !== null)
  const at = Date.parse(date ?? '')
  return known.length > 0 && known.every(isZoned) && age === undefined && !Number.isNaN(at)
    ? new Date(at).toISOString()
    : undefined
}

/** The largest value of a field; of points in time none that is still to come. */
export async function largestOf(batches: AsyncIterable<ReadBatch>, field: string): Promise<unknown> {
  let largest: unknown = null
  const now = new Date().toISOString()
  for await (const { records } of batches)
    for (const record of records) {
      const value = fieldOf(record, field)
      if (value === undefined || value === null || (isMoment(value) && compareValues(value, now) > 0)) continue
      if (largest === null || compareValues(value, largest) > 0) largest = value
    }
  return largest
}
