import type { DraftField, DraftTable } from '@weft/kit/integrations/draft.ts'
import type { DescribedTable } from '@weft/kit/define/connector-session.ts'

/** What is stored of a table, in the order of the source. */
export const storedFields = ({ fields }: Pick<DraftTable, 'fields'>): DraftField[] =>
  fields.filter(({ treatment }) => treatment !== 'leave_out')

/** What tells one record from another: a field of its own, or a fingerprint of several; of all where the source has no key. */
export type PlannedKey = { field: DraftField } | { name: string; of: DraftField[] }

const nested = new Set(['json', 'object', 'list'])

export function keyOf(table: DraftTable, key: DescribedTable['key']): PlannedKey {
  const stored = storedFields(table)
  const own = key.map((name) => stored.find((field) => field.name === name))
  const only = own.length === 1 ? own[0] : undefined
  if (only && !nested.has(only.type.type)) return { field: only }
  const of = own.length > 0 && own.every((field) => field !== undefined) ? (own as DraftField[]) : stored
  return { name: freeName('row_key', namesOf(stored)), of }
}

const namesOf = (fields: readonly DraftField[]) => fields.map(({ stored_as }) => stored_as)

/** A name that is not taken. */
export function freeName(wanted: string, names: readonly string[]): string {
  const taken = new Set(names)
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}_${n}`
    if (!taken.has(name)) return name
  }
}

/** Whether the keys of the source can be compared with what is stored: all of them stand there in the clear. */
export const isComparable = (table: DraftTable, key: DescribedTable['key']): boolean =>
  key.length > 0 && key.every((name) => table.fields.some((field) => field.name === name && field.treatment === 'keep'))

/** The field that is stamped when a record has vanished at the source. */
export const stampOf = (table: DraftTable): string | undefined =>
  table.deletions === 'mark' && table.deleted_field === null
    ? freeName('deleted_at', namesOf(storedFields(table)))
    : undefined
