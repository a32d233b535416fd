import { randomUUID } from 'node:crypto'
import { type FieldType, plainField, type StructureField } from '@weft/kit/define/structure.ts'

/** A data structure as the demo brings it to the API. */
export type StructureDraft = {
  class_name: string
  table_name: string
  label: string
  description: string
  content_identifier: string
  fields: StructureField[]
}

export const field = (name: string, type: FieldType, more: Partial<StructureField> = {}): StructureField => ({
  id: randomUUID(),
  name,
  type,
  ...plainField,
  nullable: !more.primary_key,
  ...more,
})
export const key = { primary_key: true, required: true, nullable: false } as const
export const money = { precision: 14, scale: 2 } as const

/** The id of a field by its dotted path. */
export const fieldIds =
  (fields: StructureField[]) =>
  (path: string): string => {
    const [head, ...rest] = path.split('.')
    const found = fields.find(({ name }) => name === head)
    if (!found) throw new Error(`The demo has no field ${path}`)
    return rest.length === 0 ? found.id : fieldIds(found.fields ?? [])(rest.join('.'))
  }
