import type { Sample } from './samples.ts'

type SeenType = 'text' | 'number' | 'boolean' | 'date' | 'date_time' | 'list' | 'object'
/** A field as records have it: of which types its values are, and in how many of them it is filled. */
export type SeenField = { name: string; types: SeenType[]; filled: number }

/** The fields of records, those of objects within by their path, in the order in which they come. */
export function fieldsOf(records: readonly Sample[]): SeenField[] {
  const fields = new Map<string, { types: Set<SeenType>; filled: number }>()
  const see = (record: Sample, path: string) => {
    for (const [key, value] of Object.entries(record)) {
      const name = path + key
      const known = fields.get(name) ?? { types: new Set(), filled: 0 }
      fields.set(name, known)
      if (value === null || value === undefined || value === '') continue
      known.filled += 1
      known.types.add(typeOf(value))
      if (typeOf(value) === 'object') see(value as Sample, `${name}.`)
    }
  }
  for (const record of records) see(record, '')
  return [...fields].map(([name, { types, filled }]) => ({ name, types: [...types], filled }))
}

function typeOf(value: unknown): SeenType {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'object'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date'
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return 'date_time'
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? 'number' : 'text'
}
