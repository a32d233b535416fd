import { describe, isShown, type Described } from '@weft/kit/ui/form/describe.ts'
import type { z } from 'zod'

/** A table, field, place or path that a setting names, and where. */
export type Named = { place: string; kind: 'table' | 'field' | 'topic' | 'file'; value: string }

type Shape = Readonly<Record<string, z.ZodType>>
type Setting = { place: string; meta: Described['meta']; value: string }

const kinds: Record<string, Named['kind']> = {
  table: 'table',
  cursor_field: 'field',
  source_field: 'field',
  source_fields: 'field',
  topic: 'topic',
  file: 'file',
}

/** What the settings of a step name of another system; what is known only with a record is left out. */
export const namedIn = (shape: Shape, values: Record<string, unknown>): Named[] =>
  textsIn(shape, values).flatMap(({ place, meta, value }) => {
    const kind = kinds[meta.input ?? '']
    return kind && (kind === 'file' || !value.includes('{{')) ? [{ place, kind, value }] : []
  })

/** All texts among the settings that are shown, those within lists too. */
export function textsIn(shape: Shape, values: Record<string, unknown>, at = ''): Setting[] {
  return Object.entries(shape).flatMap(([key, schema]): Setting[] => {
    if (!isShown(schema, values)) return []
    const { meta, entry } = describe(schema)
    const value = values[key]
    const place = at + key
    if (!Array.isArray(value)) return textAt(place, meta, value)
    const inner = entry && describe(entry)
    return value.flatMap((one, i) =>
      inner?.fields
        ? textsIn(inner.fields, (one ?? {}) as Record<string, unknown>, `${place}.${i}.`)
        : textAt(`${place}.${i}`, { ...inner?.meta, ...meta }, one),
    )
  })
}

const textAt = (place: string, meta: Described['meta'], value: unknown): Setting[] =>
  typeof value === 'string' && value !== '' ? [{ place, meta, value }] : []
