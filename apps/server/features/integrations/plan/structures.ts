import { randomUUID } from 'node:crypto'
import type { StructureDraft } from '@weft/engine/records/structures.server.ts'
import { fieldNames } from '@weft/kit/define/field-names.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'
import { fits, valueTypeOf } from '@weft/kit/define/value.ts'
import type { DraftField, DraftTable } from '@weft/kit/integrations/draft.ts'
import type { FieldProfile, TableProfile } from '@weft/kit/integrations/profile.ts'
import { sizedTypeOf, storedType } from '@weft/kit/integrations/suggest.ts'
import { keyOf, stampOf, storedFields } from './keys.ts'

/** What the fields of a table are called in the records that come of it: names of columns, each its own. */
export const recordNames = ({ fields }: TableProfile): Map<string, string> => {
  const names = fields.map(({ name }) => name)
  const columns = fieldNames(names)
  return new Map(names.map((name, i) => [name, columns[i]!]))
}

/** The records as they are stored. */
export function targetFields(table: DraftTable, profile: TableProfile): StructureField[] {
  const key = keyOf(table, profile.table.key)
  const stamp = stampOf(table)
  return [
    ...('of' in key
      ? [{ ...plainField, ...newField(key.name, { type: 'text', length: 64 }), primary_key: true, nullable: false }]
      : []),
    ...storedFields(table).map((field): StructureField => {
      const isKey = 'field' in key && key.field === field
      return {
        ...fieldFor(profile, field, field.stored_as),
        primary_key: isKey,
        ...(isKey && { nullable: false, required: true }),
      }
    }),
    ...(stamp ? [{ ...plainField, ...newField(stamp, { type: 'date_time' }), index: true }] : []),
  ]
}

/** One field as the records of the source have it, where it becomes the given type. */
function sourceField(profile: TableProfile, field: DraftField, name: string): StructureField {
  const found = fieldIn(profile, field)
  const own = storedType(sizedTypeOf(found), field.treatment)
  const fit = fits(valueTypeOf[own.type], valueTypeOf[field.type.type])
  const { unsigned, nullable, required, ...known } = fieldFor(profile, field, name)
  return {
    ...known,
    unsigned,
    nullable: true,
    required: false,
    ...(fit ? typed(own, found) : typed(field.type, found)),
  }
}

/** The records as they come from the source. Nothing is stored in it: mappings need to know what they are given. */
export function sourceFields(table: DraftTable, profile: TableProfile): StructureField[] {
  const names = recordNames(profile)
  const fields = storedFields(table).map((field) => sourceField(profile, field, names.get(field.name)!))
  const key = fields.find(({ original_name }) => original_name === profile.table.key[0]) ?? fields[0]
  return fields.map((field) => ({ ...field, primary_key: field === key, ...(field === key && { nullable: false }) }))
}

const fieldIn = ({ fields }: TableProfile, { name }: DraftField): FieldProfile =>
  fields.find((one) => one.name === name)!

/** A field as it is stored, without being a key. */
function fieldFor(profile: TableProfile, field: DraftField, name: string): StructureField {
  const found = fieldIn(profile, field)
  const isAsItWas = field.treatment === 'keep'
  return {
    ...plainField,
    id: randomUUID(),
    name,
    ...typed(field.type, found),
    nullable: found.nullable,
    required: !found.nullable,
    unsigned: Boolean(isAsItWas && found.unsigned && found.type === field.type.type),
    original_name: found.name,
  }
}

const typed = (type: DraftField['type'], found: FieldProfile) => ({
  type: type.type,
  ...(type.length !== undefined && { length: type.length }),
  ...(type.precision !== undefined && { precision: type.precision }),
  ...(type.scale !== undefined && { scale: type.scale }),
  ...(type.type === 'choice' && { values: found.values ?? [] }),
})

const newField = (name: string, type: DraftField['type']) => ({ id: randomUUID(), name, ...type })

type Named = { class_name: string; table_name: string; label: string; description: string }

export const structureDraft = (named: Named, fields: StructureField[], published: boolean): StructureDraft => ({
  ...named,
  published,
  data_versioning: false,
  run_changes_days: null,
  structural_versioning: true,
  structure_check: true,
  // A source that suddenly answers with nothing takes nothing away.
  on_empty_import: 'keep',
  fields,
})
