import type { ValueType } from '@weft/kit/define/value.ts'
import { valueTypeOf } from '@weft/kit/define/value.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import type { Dialect, SqlOperand } from '../../records/sql/dialect.ts'
import { isTextual } from '../../records/structure.ts'
import { typed } from '../plain-field.ts'

/** Places behind the point that databases compute with. */
export const mostPlaces = 30

/** A value on its way through a formula. `text` is what a fixed one says, `asIs` how a field's value reads as text. */
export type SqlValue = { sql: string; type: ValueType; scale?: number; text?: string; asIs?: string }

export const fieldTypeOf: Partial<Record<ValueType, FieldType>> = {
  text: 'text',
  integer: 'big_integer',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  date_time: 'date_time',
}

/** A field as formulas see it. */
export function valueOfOperand({ sql, field }: SqlOperand, dialect: Dialect): SqlValue {
  const type = valueTypeOf[field.type]
  if (field.type === 'time') return { sql, type: 'any' }
  if (type === 'text') return { sql: isTextual(field) ? sql : dialect.asText(sql), type }
  if (type === 'decimal')
    return {
      ...{ sql, type, scale: scaleOf(field) },
      asIs: field.precision ? dialect.asText(sql) : dialect.compute.fieldText(sql),
    }
  return { sql, type }
}

/** A computed decimal says how many places it has, though not how many digits. */
const scaleOf = ({ precision, scale }: StructureField) => scale ?? (precision === undefined ? mostPlaces : 0)

/** What comes out of a formula, as a column. */
export function operandOfValue({ sql, type, scale = 0 }: SqlValue, { compute }: Dialect): SqlOperand {
  if (type === 'decimal')
    return { sql: compute.trimmed(compute.decimal(sql, scale)), field: { ...typed('decimal'), scale } }
  return { sql, field: typed(fieldTypeOf[type] ?? 'text') }
}

/** A value as a type it fits; nothing where SQL has no way that a transformer would go, too. What is fixed is not written before it is needed. */
export function converted(value: SqlValue, wanted: ValueType, dialect: Dialect): SqlValue | undefined {
  const { type } = value
  const { compute } = dialect
  switch (wanted) {
    case 'any':
      return type === 'text' ? present(value) : value
    case 'text':
      if (type === 'text') return present(value)
      if (type === 'integer' || type === 'date') return { sql: dialect.asText(value.sql), type: 'text' }
      if (type === 'decimal') return { sql: value.asIs ?? compute.numberText(value.sql), type: 'text' }
      if (type === 'boolean')
        return { sql: `(case ${value.sql} when true then 'true' when false then 'false' end)`, type: 'text' }
      return type === 'date_time' ? { sql: compute.momentText(value.sql), type: 'text' } : undefined
    case 'decimal':
      if (type === 'integer') return { sql: compute.decimal(value.sql, 0), type: 'decimal', scale: 0 }
      return type === 'decimal' ? value : undefined
    case 'date_time':
      if (type === 'date') return { sql: compute.moment(value.sql), type: 'date_time' }
      return type === wanted ? value : undefined
    default:
      return type === wanted ? value : undefined
  }
}

/** Text without a sign is nothing, whatever a database takes it for. */
const present = (value: SqlValue): SqlValue =>
  value.text === undefined
    ? { ...value, sql: `(case when char_length(${value.sql}) > 0 then ${value.sql} end)` }
    : value
