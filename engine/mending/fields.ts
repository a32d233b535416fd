import { isObject } from '@weft/kit/define/is-object.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'

/** A rejected record, and the field its rejection named. */
export type ToMend = { id: string; record: DataRecord; field: string | null }

/** Without the numbers of entries, as causes name fields. */
export const withoutEntries = (field: string) => field.replaceAll(/\[\d+\]/g, '[]')

/** Where a field stands in one record: the rejection knows which entry of a list was meant. */
function placeOf(record: DataRecord, field: string, rejected: string | null): (string | number)[] {
  if (Object.hasOwn(record, field)) return [field]
  const meant = rejected !== null && withoutEntries(rejected) === field ? rejected : field
  return meant.split(/[.[\]]+/).flatMap((part) => (part === '' ? [] : /^\d+$/.test(part) ? Number(part) : part))
}

/** The value of a field in a record; undefined where there is none. */
export function valueAt({ record, field: rejected }: Omit<ToMend, 'id'>, field: string): unknown {
  return placeOf(record, field, rejected).reduce<unknown>(
    (at, part) => (at !== null && typeof at === 'object' && Object.hasOwn(at, part) ? (at as never)[part] : undefined),
    record,
  )
}

export function withValue({ record, field: rejected }: Omit<ToMend, 'id'>, field: string, value: unknown): DataRecord {
  const put = (at: unknown, [part, ...rest]: (string | number)[]): unknown => {
    if (part === undefined) return value
    if (typeof part === 'number') return Array.isArray(at) ? at.with(part, put(at[part], rest)) : at
    const own = isObject(at) ? at : {}
    return { ...own, [part]: put(own[part], rest) }
  }
  return put(record, placeOf(record, field, rejected)) as DataRecord
}
