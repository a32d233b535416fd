import { compilePattern } from '@weft/kit/define/pattern.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { valueAt, withValue, type ToMend } from './fields.ts'
import type { Mend } from './mend-tasks.ts'

/** What becomes of a value; undefined where nothing does. */
type Mending = (value: unknown) => { value: unknown } | undefined

/** A mend made ready for many values. */
export function mendingOf(mend: Exclude<Mend, { way: 'as_is' }>): Mending {
  if (mend.way === 'set') return (value) => (mend.only_empty && !isEmpty(value) ? undefined : { value: mend.value })
  if (mend.way === 'map') {
    const known = new Map(mend.values.map(({ from, to }) => [keyOf(from), to]))
    return (value) => (known.has(keyOf(value)) ? { value: known.get(keyOf(value)) } : undefined)
  }
  const rules = mend.rules.map(({ pattern, text }) => ({ pattern: compilePattern(pattern), text }))
  return (value) => {
    if (value !== null && typeof value === 'object') return undefined
    const written = isEmpty(value) ? '' : String(value)
    for (const { pattern, text } of rules) {
      if (pattern.test(written)) return { value: pattern.replace(written, text) }
    }
    return undefined
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const keyOf = (value: unknown) => JSON.stringify(value ?? null)

/** The records as they are mended; those the mend says nothing of are left out. */
export function mended(mend: Mend, records: readonly ToMend[]): { id: string; record: DataRecord }[] {
  if (mend.way === 'as_is') return records.map(({ id, record }) => ({ id, record }))
  const become = mendingOf(mend)
  return records.flatMap((one) => {
    const next = become(valueAt(one, mend.field))
    return next ? [{ id: one.id, record: withValue(one, mend.field, next.value) }] : []
  })
}
