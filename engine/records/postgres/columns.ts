import type { StructureField } from '@weft/kit/define/structure.ts'
import { isMandatory, type Structure } from '../structure.ts'
import { checkFor } from '../values/check.ts'
import { literal } from './names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

/** The column type a field is stored as. */
export function columnType(field: StructureField): string {
  switch (field.type) {
    case 'text':
      return field.length ? `varchar(${field.length})` : 'text'
    case 'long_text':
    case 'choice':
      return 'text'
    case 'integer':
      return field.unsigned ? 'bigint' : 'integer'
    case 'big_integer':
      return field.unsigned ? 'numeric(20,0)' : 'bigint'
    case 'decimal':
      return field.precision ? `numeric(${field.precision},${field.scale ?? 0})` : 'numeric'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'date_time':
      return 'timestamptz'
    case 'time':
      return 'time'
    case 'uuid':
      return 'uuid'
    case 'json':
    case 'object':
    case 'list':
      return 'jsonb'
  }
}

/** What a column holds when nothing is given: a value, or `now`, `today` and `uuid` as a new one each time. */
export function defaultSql(field: StructureField): string | undefined {
  const given = field.default
  if (given === undefined || given === null) return undefined
  if (field.type === 'date_time' && given === 'now') return 'now()'
  if (field.type === 'date' && given === 'today') return 'current_date'
  if (field.type === 'uuid' && given === 'uuid') return 'gen_random_uuid()'
  const text = checkFor(field)(given)
  return typeof text === 'string' ? `${literal(text)}::${columnType(field)}` : undefined
}

/** The fields that make a record's content: what is skipped on the delta check is left out. */
export const hashedFields = (structure: Structure) => structure.fields.filter((field) => !field.skip_on_delta)

/** The content's fingerprint is the database's own affair: it follows every change, whoever makes it. */
export const hashSql = (fields: StructureField[]) =>
  fields.length === 0
    ? '0::bigint'
    : `hash_record_extended(row(${fields.map((field) => quoteIdentifier(field.name)).join(', ')}), 0)`

export function columnSql(field: StructureField): string {
  const standard = defaultSql(field)
  return `${quoteIdentifier(field.name)} ${columnType(field)}${standard ? ` default ${standard}` : ''}${isMandatory(field) ? ' not null' : ''}`
}
