import { numberOf } from '@weft/kit/define/compare.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Structure } from './structure.ts'

/** An earlier version as it is kept, in JSON, with its values as the record has them today. */
export function historicRecord({ fields }: Structure, kept: DataRecord): DataRecord {
  const known = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, valueOf(known.get(name), value)]))
}

function valueOf(field: StructureField | undefined, value: unknown): unknown {
  if (!field || value === null) return value
  if (field.type === 'decimal') return decimalText(value, field.scale)
  if (field.type === 'big_integer' && field.unsigned) return String(value)
  if (field.type === 'date_time') return new Date(String(value)).toISOString()
  return field.type === 'time' ? withoutZeros(String(value)) : value
}

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** With the places the field has; more of them where there were more. */
function decimalText(value: unknown, scale = 0): unknown {
  const number = numberOf(value)
  return number && (number.decimalPlaces() < scale ? number.toFixed(scale) : number.toFixed())
}
