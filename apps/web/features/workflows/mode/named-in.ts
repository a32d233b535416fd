import { describe, isShown } from '@weft/kit/ui/form/describe.ts'
import type { z } from 'zod'

/** A table, field, place or path that a setting names, and where. */
export type Named = { place: string; kind: 'table' | 'field' | 'topic' | 'file'; value: string }

const kinds: Record<string, Named['kind']> = {
  table: 'table',
  cursor_field: 'field',
  source_field: 'field',
  source_fields: 'field',
  topic: 'topic',
  file: 'file',
}

/** What the settings of a step name of another system; what is known only with a record is left out. */
export function namedIn(shape: Readonly<Record<string, z.ZodType>>, values: Record<string, unknown>, at = ''): Named[] {
  return Object.entries(shape).flatMap(([key, schema]): Named[] => {
    if (!isShown(schema, values)) return []
    const { meta, entry } = describe(schema)
    const value = values[key]
    const place = at + key
    const kind = kinds[meta.input ?? '']
    if (kind)
      return Array.isArray(value)
        ? value.flatMap((one, i) => namedAt(`${place}.${i}`, kind, one))
        : namedAt(place, kind, value)
    const fields = entry && describe(entry).fields
    if (!fields || !Array.isArray(value)) return []
    return value.flatMap((one, i) => namedIn(fields, (one ?? {}) as Record<string, unknown>, `${place}.${i}.`))
  })
}

const namedAt = (place: string, kind: Named['kind'], value: unknown): Named[] =>
  typeof value !== 'string' || value === '' || (value.includes('{{') && kind !== 'file') ? [] : [{ place, kind, value }]
