import type { FileColumn } from '@weft/kit/define/file-columns.ts'
import type { ModelField } from '@weft/kit/define/model.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'

/** A name by its letters and digits alone; one that has none is like no other. */
export const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || '\0'

/** The fields of a model that reads assigned columns as the structure's fields want them; all others are left out. */
export function importFields(columns: readonly FileColumn[], fields: readonly StructureField[]): ModelField[] {
  return columns.map(({ found, field }) => {
    const target = fields.find(({ name }) => name === field)
    const {
      confidence: _confidence,
      reason: _reason,
      scale: _scale,
      precision: _precision,
      length: _length,
      ...read
    } = found
    return target ? { ...read, ...readAs(read, target), include: true } : { ...read, include: false }
  })
}

type Read = Pick<ModelField, 'name' | 'type' | 'nullable' | 'unique' | 'fields'>

function readAs(read: ModelField, { name, type, fields = [] }: StructureField): Read {
  const inside = read.fields?.map((inner) => {
    const target = fields.find((one) => letters(one.name) === letters(inner.original_name))
    return target ? { ...inner, ...readAs(inner, target), include: true } : inner
  })
  return { name, type, nullable: true, unique: false, fields: type === 'json' ? undefined : inside }
}
