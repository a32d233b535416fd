import { type FieldType, plainField, type StructureField } from '@weft/kit/define/structure.ts'

export const plainText: StructureField = {
  id: '',
  name: '',
  type: 'text',
  ...plainField,
}

/** What is known of a value that is no field of a structure. */
export const typed = (type: FieldType): StructureField => ({ ...plainText, type })
