import type { Sent } from '@weft/kit/contracts/client.ts'
import { readValue, shownValue } from '../jobs/rejected.ts'
import { emptyDraft, type IgnoreDraft } from './ignore-draft.ts'

export const ways = ['set', 'replace', 'map', 'as_is', 'ignore'] as const
export type Way = (typeof ways)[number]
export type Mend = Sent<'POST', `/rejection_causes/${string}/try`>['mend']
export type ValueCount = { value?: unknown; records: number }

/** What somebody has filled in, of every way: to look at another one loses nothing. */
export type Draft = {
  way: Way
  field: string
  value: string
  onlyEmpty: boolean
  rules: { pattern: string; text: string }[]
  /** What each value becomes, by the value as JSON. */
  map: Record<string, string>
  ignoring: IgnoreDraft
}
export const newDraft = (field: string): Draft => ({
  way: 'map',
  field,
  value: '',
  onlyEmpty: false,
  rules: [{ pattern: '', text: '' }],
  map: {},
  ignoring: emptyDraft,
})

export const keyOf = (value: unknown) => JSON.stringify(value ?? null)

/** What is sent of a draft; undefined while something is missing. Values are of the kind of those they stand for. */
export function mendOf(
  { way, field, value, onlyEmpty, rules, map }: Draft,
  values: readonly ValueCount[],
): Mend | undefined {
  if (way === 'as_is') return { way }
  if (way === 'ignore' || field === '') return undefined
  if (way === 'set') {
    if (value === '') return undefined
    const like = values.find((one) => shownValue(one.value) !== '')?.value
    return { way, field, value: readValue(like, value).value, only_empty: onlyEmpty }
  }
  if (way === 'replace') {
    const written = rules.filter(({ pattern }) => pattern !== '')
    return written.length > 0 ? { way, field, rules: written } : undefined
  }
  const filled = values.flatMap(({ value: from }) => {
    const to = map[keyOf(from)]
    return to === undefined || to === '' ? [] : [{ from: from ?? null, to: readValue(from, to).value }]
  })
  return filled.length > 0 ? { way, field, values: filled } : undefined
}
