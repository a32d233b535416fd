import type { StructureField } from '@weft/kit/define/structure.ts'
import { checkFor } from './check.ts'

/** A new default for a record, as text; undefined where there is none. */
export function defaultText(field: StructureField): (() => string) | undefined {
  const given = field.default
  if (given === undefined || given === null) return undefined
  if (field.type === 'date_time' && given === 'now') return () => new Date().toISOString()
  if (field.type === 'date' && given === 'today') return () => new Date().toISOString().slice(0, 10)
  if (field.type === 'uuid' && given === 'uuid') return () => crypto.randomUUID()
  const text = checkFor(field)(given)
  return typeof text === 'string' ? () => text : undefined
}
