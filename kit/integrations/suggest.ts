import type { DescribedTable } from '../define/connector-session.ts'
import { suggestedTreatment } from '../define/personal.ts'
import type { DraftField, DraftTable } from './draft.ts'
import { fieldNames } from '../define/field-names.ts'
import { tellsEveryChange } from '../sql/likely-cursors.ts'
import { tableNameFor } from './names.ts'
import type { FieldProfile, SizedType, TableProfile } from './profile.ts'

type Chosen = Pick<DescribedTable, 'name' | 'rows'> & Partial<Pick<DescribedTable, 'cursors' | 'key'>>

/** A table as it is chosen: changes only, where a field tells every one of them and a key keeps what is read twice from being stored twice. */
export function chosenTable(system: string, { name, rows, cursors = [], key = [] }: Chosen): DraftTable {
  const cursor_field = key.length > 0 ? (cursors.find(tellsEveryChange) ?? null) : null
  return {
    name,
    rows,
    stored_as: tableNameFor(system, name),
    read: cursor_field ? 'changed' : 'all',
    cursor_field,
    deletions: 'keep',
    deleted_field: null,
    fields: [],
  }
}

/** What is suggested for the fields of a table once it was looked through; what somebody has decided before stays. */
export function suggestedFields(
  { table, fields, whole }: TableProfile,
  before: readonly DraftField[] = [],
): DraftField[] {
  const known = new Map(before.map((field) => [field.name, field]))
  const names = fieldNames(fields.map(({ name }) => name))
  return fields.map((field, i): DraftField => {
    const treatment = field.personal && !table.key.includes(field.name) ? suggestedTreatment[field.personal] : 'keep'
    return (
      known.get(field.name) ?? {
        name: field.name,
        stored_as: names[i]!,
        // A sample proves nothing about the rest: only what was read in full is more than its source says.
        type: storedType(whole && field.found ? field.found : sizedTypeOf(field), treatment),
        treatment,
        purpose: '',
      }
    )
  })
}

export const sizedTypeOf = ({ type, length, precision, scale }: FieldProfile | SizedType): SizedType => ({
  type,
  ...(length !== undefined && type === 'text' && { length: Math.min(length, 65_535) }),
  ...(precision !== undefined && type === 'decimal' && { precision: Math.min(precision, 65) }),
  ...(scale !== undefined && type === 'decimal' && { scale: Math.min(scale, 30) }),
})

/** A hash has 64 digits, a mask is a text of a few signs, whatever was there before. */
export const storedType = (own: SizedType, treatment: DraftField['treatment']): SizedType =>
  treatment === 'hash' ? { type: 'text', length: 64 } : treatment === 'mask' ? { type: 'text', length: 191 } : own

/** The types a field can be stored as: its own, what its values are, and text, which takes everything. */
export function fittingTypes(field: FieldProfile): SizedType[] {
  const own = sizedTypeOf(field)
  const wider: SizedType[] =
    own.type === 'integer'
      ? [{ type: 'big_integer' }, { type: 'decimal', precision: 20, scale: 4 }]
      : own.type === 'big_integer'
        ? [{ type: 'decimal', precision: 38, scale: 4 }]
        : own.type === 'date'
          ? [{ type: 'date_time' }]
          : []
  const text: SizedType[] = ['json', 'object', 'list'].includes(own.type) ? [] : [{ type: 'long_text' }]
  const all = [own, ...(field.found ? [field.found] : []), ...wider, ...text]
  return all.filter((one, i) => all.findIndex((other) => sameType(one, other)) === i)
}

const sameType = (a: SizedType, b: SizedType) => typeKey(a) === typeKey(b)
/** `decimal(5,2)`, `text(12)`. */
export const typeKey = ({ type, length, precision, scale }: SizedType) =>
  type === 'text' && length
    ? `text(${length})`
    : type === 'decimal' && precision
      ? `decimal(${precision},${scale ?? 0})`
      : type
