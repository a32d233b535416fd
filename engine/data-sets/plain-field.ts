import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'

export const plainText: StructureField = {
  id: '',
  name: '',
  type: 'text',
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
}

/** What is known of a value that is no field of a structure. */
export const typed = (type: FieldType): StructureField => ({ ...plainText, type })
