import type { StructureField } from '@weft/kit/define/structure.ts'

type Named = { fields: StructureField[] }

/** The field that tells the records of a structure apart, which others refer to. */
export const keyFieldOf = ({ fields }: Named) => fields.find(({ primary_key }) => primary_key)

const names = ['name', 'label', 'title', 'bezeichnung', 'titel', 'kurzname', 'short_name', 'description']

/** The field by which people know a record: one whose alias or name says so, else its first text, else its key. */
export function labelFieldOf(structure: Named): StructureField | undefined {
  const own = structure.fields.filter(({ type, primary_key }) => type === 'text' && !primary_key)
  const saying = (nameOf: (field: StructureField) => string | undefined) =>
    names.map((name) => own.find((field) => nameOf(field)?.toLowerCase() === name)).find((field) => field !== undefined)
  return (
    saying(({ alias }) => alias) ?? saying(({ name }) => name) ?? own[0] ?? keyFieldOf(structure) ?? structure.fields[0]
  )
}

/** What a record is called; where its label is empty, by its id. */
export const labelOf = (record: Record<string, unknown>, field: StructureField | undefined) => {
  const value = field && record[field.name]
  return value === null || value === undefined || value === '' ? `#${String(record['_id'])}` : String(value)
}

/** What else helps to tell records apart: fields that are shown, but for the key and the label. */
export const shownFieldsOf = (structure: Named) =>
  structure.fields
    .filter(
      (field) =>
        field.show_in_view &&
        !['object', 'list', 'json'].includes(field.type) &&
        field !== keyFieldOf(structure) &&
        field !== labelFieldOf(structure),
    )
    .slice(0, 3)
