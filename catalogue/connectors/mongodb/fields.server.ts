import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'
import type { Document } from 'mongodb'
import { typeOf } from './values.server.ts'

/** The fields of a collection by some of its documents: nothing else says what it holds. */
export function fieldsOf(documents: readonly Document[]): FoundField[] {
  const seen = new Map<string, { types: Set<string>; count: number }>([['_id', { types: new Set(), count: 0 }]])
  for (const document of documents)
    for (const [name, value] of Object.entries(document)) {
      const field = seen.get(name) ?? { types: new Set(), count: 0 }
      const type = typeOf(value)
      if (type !== 'null') {
        field.types.add(type)
        field.count++
      }
      seen.set(name, field)
    }
  return [...seen].map(([name, { types, count }]) => {
    const all = name === '_id' && types.size === 0 ? ['objectId'] : [...types].toSorted()
    return {
      name,
      type: fieldType(all),
      native: all.join('|'),
      nullable: name !== '_id' && count < documents.length,
      ...(all.length === 1 && all[0] === 'objectId' && { length: 24 }),
      ...(name === '_id' && { generated: 'default' as const }),
    }
  })
}

const single: Record<string, FieldType> = {
  objectId: 'text',
  string: 'long_text',
  int: 'integer',
  long: 'big_integer',
  double: 'decimal',
  decimal: 'decimal',
  bool: 'boolean',
  date: 'date_time',
  uuid: 'uuid',
  object: 'json',
  array: 'list',
}

function fieldType(types: readonly string[]): FieldType {
  if (types.length === 1) return single[types[0]!] ?? 'long_text'
  if (types.length > 0 && types.every((type) => type === 'int' || type === 'long')) return 'big_integer'
  if (types.length > 0 && types.every((type) => single[type] === 'decimal' || type === 'int' || type === 'long'))
    return 'decimal'
  return types.some((type) => type === 'object' || type === 'array') ? 'json' : 'long_text'
}
