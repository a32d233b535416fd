import type { StructureField } from '@weft/kit/define/structure.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { isMandatory, isTextual } from '../structure.ts'
import { checkFor } from '../values/check.ts'
import { written } from './literals.ts'

/** An index holds 3,072 bytes of a column, which are so many characters of any alphabet. */
export const longestKey = 768

/** Whether a field's column carries an index, so that its text must fit one. */
export const isKeyed = (field: StructureField) => field.primary_key || field.unique || field.index

/** The column type a field is stored as. Texts without an index are long: a row may hold 65,535 bytes of columns that are not. */
export function columnType(field: StructureField): string {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'choice':
      return isKeyed(field) ? `varchar(${Math.min(field.length ?? longestKey, longestKey)})` : 'longtext'
    case 'integer':
      return field.unsigned ? 'bigint' : 'int'
    case 'big_integer':
      return field.unsigned ? 'decimal(20,0)' : 'bigint'
    case 'decimal':
      return field.precision ? `decimal(${field.precision},${field.scale ?? 0})` : 'decimal(65,30)'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'date_time':
      return 'datetime(6)'
    case 'time':
      return 'time(6)'
    case 'uuid':
      return 'char(36) character set ascii collate ascii_bin'
    case 'json':
    case 'object':
    case 'list':
      return 'json'
  }
}

/** What a field can hold here, where that is less than its definition says. */
export function bounded(field: StructureField): StructureField {
  if (isTextual(field) && isKeyed(field)) return { ...field, length: Math.min(field.length ?? longestKey, longestKey) }
  return field.type === 'decimal' && field.precision === undefined ? { ...field, precision: 65, scale: 30 } : field
}

/** What a column holds when nothing is given: a value, or `now`, `today` and `uuid` as a new one each time. */
export function defaultSql(field: StructureField): string | undefined {
  const given = field.default
  if (given === undefined || given === null) return undefined
  if (field.type === 'date_time' && given === 'now') return 'current_timestamp(6)'
  if (field.type === 'date' && given === 'today') return 'current_date'
  if (field.type === 'uuid' && given === 'uuid') return 'uuid()'
  const text = checkFor(field)(given)
  return typeof text === 'string' ? written(field)(text) : undefined
}

export function columnSql(field: StructureField): string {
  const standard = defaultSql(field)
  return `${quoteIdentifier(field.name)} ${columnType(field)}${isMandatory(field) ? ' not null' : ' null'}${standard ? ` default (${standard})` : ''}`
}
