import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'

/** The fields a data structure needs to hold what a model reads. */
export function structureFields(
  fields: readonly ModelField[],
  dynamic_fields: readonly DynamicField[],
  primary_key: string | null | undefined,
): StructureField[] {
  const own = fields.filter(({ include }) => include).map((field) => structureField(field, primary_key))
  const made = dynamic_fields.map(({ name, row_number }): StructureField => ({
    ...plainField,
    id: crypto.randomUUID(),
    name,
    ...(row_number ? { type: 'integer' } : { type: 'text', length: 255 }),
    ...keyed(name === primary_key),
  }))
  return [...made, ...own]
}

const keyed = (key: boolean) => (key ? { primary_key: true, nullable: false, unique: true, required: true } : {})

function structureField(field: ModelField, primary_key: string | null | undefined): StructureField {
  const { name, original_name, type, nullable, length, precision, scale, fields } = field
  return {
    ...plainField,
    id: crypto.randomUUID(),
    name,
    type,
    nullable,
    ...(length !== undefined && type === 'text' && { length }),
    ...(type === 'decimal' && { precision: precision ?? 18, scale: scale ?? 4 }),
    ...(original_name !== name && { original_name }),
    ...(fields && { fields: fields.filter(({ include }) => include).map((inner) => structureField(inner, undefined)) }),
    ...keyed(name === primary_key),
  }
}
