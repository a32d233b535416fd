import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { Misfit } from './convert.ts'

/** How well a model reads a sample: how many of its entries would be rejected, and for which reasons. */
export type Fit = {
  checked: number
  misfits: number
  /** The most frequent first; `reason` speaks of the first entry it was found in, `values` are others that do not fit. */
  reasons: { field?: string; count: number; reason: Message; values: string[] }[]
}

const mostReasons = 50
const mostValues = 5

/** Reads every entry of a sample by the model and groups what does not fit; what the format itself rejected counts as well. */
export function fitOf(
  convert: (raw: DataRecord, place: number) => DataRecord | Misfit,
  records: readonly DataRecord[],
  rejected: readonly Rejected[],
): Fit {
  const groups = new Map<string, Fit['reasons'][number]>()
  let misfits = rejected.length
  const add = (reason: Message, field: string | undefined, value: unknown) => {
    const key = `${field ?? ''}\n${reason.text.en}`
    const group = groups.get(key) ?? { ...(field !== undefined && { field }), count: 0, reason, values: [] }
    group.count++
    const shown = value === null || value === undefined || typeof value === 'object' ? '' : String(value).slice(0, 100)
    if (shown !== '' && group.values.length < mostValues && !group.values.includes(shown)) group.values.push(shown)
    groups.set(key, group)
  }
  for (const { reason, field, value } of rejected) add(reason, field, value)
  for (const [i, record] of records.entries()) {
    const converted = convert(record, i + 1)
    if (!(converted instanceof Misfit)) continue
    misfits++
    add(converted.reason, converted.field, converted.value)
  }
  return {
    checked: records.length + rejected.length,
    misfits,
    reasons: [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons),
  }
}
