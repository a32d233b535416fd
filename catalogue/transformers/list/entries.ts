import { fieldOf } from '@weft/kit/define/path.ts'

/** A field of an entry, or the entry itself where no field is named. */
export const entryField = (entry: unknown, field: string): unknown => {
  if (field === '') return entry ?? null
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    ? (fieldOf(entry as Record<string, unknown>, field) ?? null)
    : null
}
