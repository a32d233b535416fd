import type { Comparison, Verdict } from '@weft/kit/define/comparison.ts'
import { masked, personalKindOf } from '@weft/kit/define/personal.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import type { StepPreview } from '../test-runs/previews.ts'
import type { Samples } from './samples.ts'

/** By step the records of each exit as they are kept, and of those refused why. */
export type DebugSteps = Record<string, { exits: Record<string, DataRecord[]>; refused: RefusedSample[] }>
export type RefusedSample = { record: DataRecord; field?: string; reason: Message }

/** By step what it would have written or called. */
export type DebugPreviews = Record<
  string,
  Pick<StepPreview, 'how' | 'counts'> & { records: Partial<Record<Verdict, Omit<Comparison, 'verdict' | 'value'>[]>> }
>

/** A value is kept to this length, and a run's records to that. */
const longestValue = 4_000
const largest = 2_000_000

/** What is kept of a run: without its secrets, with what tells of a person masked, and no longer than people look at. */
export function debugSteps({ exits, refused }: Samples, mask: Mask): DebugSteps {
  const within = bounded()
  const steps: DebugSteps = {}
  for (const step of new Set([...exits.keys(), ...refused.keys()])) {
    const given = [...(exits.get(step) ?? [])].filter(([, records]) => records.length > 0)
    const lost = refused.get(step) ?? []
    if (given.length === 0 && lost.length === 0) continue
    const hidden = personalIn([...given.flatMap(([, records]) => records), ...lost.map(({ record }) => record)])
    const shown = showing(hidden, mask)
    steps[step] = {
      exits: Object.fromEntries(given.map(([exit, records]) => [exit, within(records.map(shown.record))])),
      refused: within(lost.map(shown.refused)),
    }
  }
  return steps
}

/** What a test run would have done, kept like what has left its steps. */
export function debugPreviews(previews: ReadonlyMap<string, StepPreview>, mask: Mask): DebugPreviews {
  const within = bounded()
  return Object.fromEntries(
    [...previews].map(([step, { how, counts, records }]) => {
      const all = Object.values(records).flat()
      const { compared: shown } = showing(personalIn(all.flatMap(recordsOf)), mask)
      return [
        step,
        {
          how,
          counts,
          records: Object.fromEntries(Object.entries(records).map(([v, r]) => [v, within(r.map(shown))])),
        },
      ]
    }),
  )
}

/** The records that a comparison speaks of. */
export const recordsOf = ({ record, before, about }: Comparison): DataRecord[] => [record, before ?? {}, about ?? {}]

/** How things are kept in which these fields tell of people. */
export function showing(hidden: ReadonlySet<string>, mask: Mask) {
  const shown = (record: DataRecord) => mask(shownOf(record, hidden))
  return {
    record: shown,
    refused: ({ record, field, reason }: Rejected): RefusedSample => ({
      record: shown(record),
      ...(field !== undefined && { field }),
      reason: mask(reason),
    }),
    compared: ({ record, before, about, fields, field, reason }: Comparison) => ({
      record: mask(without(personalValues(about ?? {}, hidden), shownOf(record, hidden))),
      ...(before && { before: shown(before) }),
      ...(fields && { fields }),
      ...(field !== undefined && { field }),
      ...(reason && { reason: mask(reason) }),
    }),
  }
}

/** Takes what still fits into what is kept of a run. */
export function bounded() {
  let left = largest
  return <T>(records: readonly T[]): T[] => {
    const kept: T[] = []
    for (const record of records) {
      left -= JSON.stringify(record).length
      if (left < 0) break
      kept.push(record)
    }
    return kept
  }
}

/** The fields that look as if they told of a person, wherever in the records they stand. */
export function personalIn(records: readonly DataRecord[]): ReadonlySet<string> {
  const values = new Map<string, unknown[]>()
  const note = (name: string, found: unknown[]) => {
    if (found.length > 0) values.set(name, [...(values.get(name) ?? []), ...found])
  }
  const collect = (record: DataRecord) => {
    for (const [name, value] of Object.entries(record)) {
      if (Array.isArray(value)) {
        value.filter(isObject).forEach(collect)
        note(
          name,
          value.filter((one) => typeof one === 'string'),
        )
      } else if (isObject(value)) collect(value)
      else if (value !== null && value !== undefined) note(name, [value])
    }
  }
  records.forEach(collect)
  return new Set([...values].flatMap(([name, found]) => (personalKindOf(name, found) ? name : [])))
}

/** What a record says under these names, wherever they stand in it. */
const personalValues = (value: unknown, hidden: ReadonlySet<string>, isHidden = false): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => personalValues(one, hidden, isHidden || hidden.has(name)))
    : isHidden && String(value).length > 2
      ? [String(value)]
      : []

/** A call, in whose texts what was put into them may stand anywhere. */
function without<T>(values: readonly string[], said: T): T {
  if (typeof said === 'string')
    return values.reduce<string>((text, one) => text.replaceAll(one, masked(one)), said) as T
  if (Array.isArray(said)) return said.map((one: unknown) => without(values, one)) as T
  if (!isObject(said)) return said
  return Object.fromEntries(Object.entries(said).map(([name, one]) => [name, without(values, one)])) as T
}

function shownOf(record: DataRecord, hidden: ReadonlySet<string>): DataRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, hidden.has(name) ? hiddenOf(value) : within(value, hidden)]),
  )
}

const within = (value: unknown, hidden: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => within(one, hidden))
  if (isObject(value)) return shownOf(value, hidden)
  return typeof value === 'string' && value.length > longestValue ? `${value.slice(0, longestValue)}…` : value
}

const hiddenOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 100).map(hiddenOf)
  if (value === null || value === undefined || value === '') return value ?? null
  return typeof value === 'object' ? '•••••' : masked(value)
}
