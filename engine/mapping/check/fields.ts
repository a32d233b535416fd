import type { StructureField } from '@weft/kit/define/structure.ts'
import { valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'

/** What a mapping knows of a structure, or of a data set and its columns. */
export type MappedStructure = {
  id: string
  label: string
  fields: StructureField[]
  /** The parameters a data set cannot do without. */
  asks?: readonly string[]
}

/** A field and where it stands. */
export type FieldPath = {
  field: StructureField
  type: ValueType
  /** As people read it: `lines.sku`. */
  full_name: string
  /** The names on the way from the entry of the innermost list, or from the record. */
  path: string[]
  /** The lists it stands in, outermost first, by field id. */
  lists: string[]
}

/** Every field of a structure by id, in the order of the structure. */
export function fieldPaths(structure: MappedStructure): Map<string, FieldPath> {
  const places = new Map<string, FieldPath>()
  const walk = (fields: StructureField[], parent: Pick<FieldPath, 'full_name' | 'path' | 'lists'>) => {
    for (const field of fields) {
      const place: FieldPath = {
        field,
        type: valueTypeOf[field.type],
        full_name: parent.full_name ? `${parent.full_name}.${field.name}` : field.name,
        path: [...parent.path, field.name],
        lists: parent.lists,
      }
      places.set(field.id, place)
      if (field.fields)
        walk(
          field.fields,
          field.type === 'list' ? { full_name: place.full_name, path: [], lists: [...place.lists, field.id] } : place,
        )
    }
  }
  walk(structure.fields, { full_name: '', path: [], lists: [] })
  return places
}

/** A list of objects whose fields are known, so that they can be mapped one by one. */
export const hasEntries = (field: StructureField) => field.type === 'list' && (field.fields?.length ?? 0) > 0

/** A list whose fields are not declared holds single values. */
export const hasSingleValues = (field: StructureField) => field.type === 'list' && !field.fields?.length
