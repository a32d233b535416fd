import type { StructureField } from '@weft/kit/define/structure.ts'

/** What the engine knows of a data structure: its name, its table and its fields. */
export type Structure = {
  id: string
  project_id: string
  class_name: string
  table_name: string
  label: string
  version: number
  locked: boolean
  data_versioning: boolean
  /** For so many days what runs change is kept as it was before, where no versions are. */
  run_changes_days: number | null
  structural_versioning: boolean
  structure_check: boolean
  on_empty_import: 'keep' | 'clear' | 'fail'
  fields: StructureField[]
  /** Known where records are written; without it nothing is checked for being there. */
  references?: References
}

type Place = Pick<Structure, 'id' | 'project_id' | 'table_name' | 'label'>
/** A field of `from` whose values have to be the key of a record of `to`. */
export type Reference = { from: Place; field: StructureField; to: Place; key: StructureField }
/** What records of a structure have to refer to, and who has to refer to them. */
type References = { own: Reference[]; others: Reference[] }

/** What is kept of a record that is replaced: every version for good, what runs have changed for a while, or nothing. */
export const keepingOf = ({
  data_versioning,
  run_changes_days,
}: Pick<Structure, 'data_versioning' | 'run_changes_days'>): 'versions' | 'run_changes' | 'nothing' =>
  // A table that was made before there was the choice does not know of it.
  data_versioning ? 'versions' : (run_changes_days ?? undefined) === undefined ? 'nothing' : 'run_changes'

/** The one field that tells records apart. */
export const keyFieldOf = (structure: Structure) => structure.fields.find((field) => field.primary_key)

export const fieldNamed = (structure: Structure, name: string) => structure.fields.find((field) => field.name === name)

export const isTextual = (field: StructureField) => ['text', 'long_text', 'choice'].includes(field.type)
export const isNested = (field: StructureField) => ['json', 'object', 'list'].includes(field.type)
export const isNumeric = (field: StructureField) => ['integer', 'big_integer', 'decimal'].includes(field.type)
export const isMandatory = (field: StructureField) => !field.nullable || field.primary_key
export const isUnique = (field: StructureField) => field.unique || field.primary_key
