import type { FoundField } from '@weft/kit/define/connector-session.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'

/** A column as `all_tab_cols` describes it: `length` in signs, `precision` and `scale` null where it has none. */
export type Column = {
  name: string
  base: string
  nullable: boolean
  generated: FoundField['generated']
  length: number
  precision: number | null
  scale: number | null
}

/** A column as a field: every value of the one fits into the other. */
export function fieldOf({ name, base, nullable, generated, length, precision, scale }: Column): FoundField {
  const common = { name, native: base, nullable, ...(generated && { generated }) }
  if (base.startsWith('TIMESTAMP')) return { ...common, type: 'date_time' }
  switch (base) {
    case 'NUMBER':
      if (precision === null)
        return scale === 0 ? { ...common, type: 'decimal', precision: 38, scale: 0 } : { ...common, type: 'decimal' }
      if (scale === 0 && precision <= 18) return { ...common, type: precision <= 9 ? 'integer' : 'big_integer' }
      return { ...common, type: 'decimal', precision, scale: scale ?? 0 }
    case 'FLOAT':
    case 'BINARY_FLOAT':
    case 'BINARY_DOUBLE':
      return { ...common, type: 'decimal' }
    case 'DATE':
      // A day and a time of it, to the second.
      return { ...common, type: 'date_time' }
    case 'CHAR':
    case 'NCHAR':
    case 'VARCHAR2':
    case 'NVARCHAR2':
      return { ...common, type: 'text', length }
    case 'BOOLEAN':
      return { ...common, type: 'boolean' }
    case 'JSON':
      return { ...common, type: 'json' }
    default:
      return { ...common, type: 'long_text' }
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
export const isBlob = ({ native }: FoundField) => native === 'BLOB'
const isBinary = (field: FoundField) => isBlob(field) || field.native === 'RAW'
const hasZone = ({ native }: FoundField) => native.includes('TIME ZONE')

const second = `'YYYY-MM-DD"T"HH24:MI:SS'`
const fraction = `'YYYY-MM-DD"T"HH24:MI:SS.FF9'`

/** A value that comes as text as what it is compared with, or assigned to; nothing is cut off or rounded by it. */
export function typed(place: string, field: FoundField): string {
  if (field.native === 'RAW') return `hextoraw(${place})`
  if (field.native === 'DATE') return `to_date(${place}, ${second})`
  if (hasZone(field)) return `from_tz(to_timestamp(${place}, ${fraction}), 'UTC')`
  if (field.native.startsWith('TIMESTAMP')) return `to_timestamp(${place}, ${fraction})`
  if (field.native === 'NUMBER' || field.native === 'FLOAT') return `to_number(${place})`
  if (field.native === 'BINARY_FLOAT' || field.native === 'BINARY_DOUBLE')
    return `to_${field.native.toLowerCase()}(${place})`
  return field.native === 'BOOLEAN' ? `(${place} = '1')` : place
}

export const oracleSql: SqlKind = {
  quote,
  table: (name) => tableParts(name).map(quote).join('.'),
  parameter: (at, field) => typed(`:${at}`, field),
  value(value, field) {
    if (value === null || value === undefined) return null
    if (isBlob(field)) return Buffer.from(String(value), 'base64')
    if (isBinary(field)) return Buffer.from(String(value), 'base64').toString('hex')
    if (field.type === 'boolean') return value === true || value === 'true' || value === 1 || value === '1' ? '1' : '0'
    if (field.type === 'date_time') return momentFor(String(value), field)
    return field.type === 'json' || typeof value === 'object' ? JSON.stringify(value) : String(value)
  },
  selected(field, quoted) {
    if (field.native === 'DATE') return `to_char(${quoted}, ${second})`
    if (hasZone(field)) return `to_char(sys_extract_utc(${quoted}), ${fraction}) || 'Z'`
    if (field.native.startsWith('TIMESTAMP')) return `to_char(${quoted}, ${fraction})`
    if (field.native.startsWith('INTERVAL')) return `to_char(${quoted})`
    if (field.native === 'JSON') return `json_serialize(${quoted} returning clob)`
    return field.native === 'XMLTYPE' ? `xmlserialize(content ${quoted} as clob)` : quoted
  },
  asText: (sql) => `to_char(${sql})`,
  like: (sql, place) => `lower(${sql}) like lower(${place}) escape '\\'`,
  limited: (statement, most) => `${statement} fetch first ${most} rows only`,
  // A clock on the wall may be that of any zone.
  now: (field) => {
    if (hasZone(field)) return 'systimestamp'
    const utc = `sys_extract_utc(systimestamp) + interval '14' hour`
    return field.native === 'DATE' ? `cast(${utc} as date)` : utc
  },
}

/** `2026-11-22T13:58:07.120Z` as its format is read: with a fraction for a timestamp, without one for a date. */
function momentFor(iso: string, { native }: FoundField): string {
  const [whole, digits = ''] = iso.replace(/Z$/, '').split('.')
  const exact = digits.replace(/0+$/, '')
  return native === 'DATE' && exact === '' ? whole! : `${whole}.${exact || '0'}`
}

/** How a value reads that came as the driver gives it, numbers as texts; absent: as it is. */
export function readerOf(field: FoundField): ((value: unknown) => unknown) | undefined {
  if (isBinary(field)) return (value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)
  switch (field.type) {
    case 'integer':
      return Number
    case 'big_integer':
    case 'decimal':
      return String
    case 'json':
      return (value) => parseJson(String(value))
    case 'date_time':
      return (value) => String(value).replace(/(?:(\.\d*?[1-9])|\.)0+(?=Z?$)/, '$1')
    default:
      return undefined
  }
}
