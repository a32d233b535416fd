import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'
import { wallClock } from './exact.ts'

/** A column as the system tables describe it: https://firebirdsql.org/file/documentation/html/en/refdocs/fblangref30/fblangref30-appx04-fields.html */
type Column = {
  name: string
  type: number
  sub_type: number
  scale: number
  precision: number
  length: number
  is_binary: boolean
  nullable: boolean
  generated: FoundField['generated']
}

/** A column as a field: every value of the one fits into the other. */
export function fieldOf({ type, sub_type, scale, precision, length, is_binary, ...rest }: Column): FoundField {
  const { name, nullable, generated } = rest
  const common = { name, nullable, ...(generated && { generated }) }
  const binary = { ...common, type: 'long_text' as const }
  if ([7, 8, 16, 26].includes(type) && (sub_type > 0 || scale < 0)) {
    const digits = precision || { 7: 4, 8: 9, 16: 18 }[type] || 38
    return { ...common, native: `numeric(${digits},${-scale})`, type: 'decimal', precision: digits, scale: -scale }
  }
  switch (type) {
    case 7:
      return { ...common, native: 'smallint', type: 'integer' }
    case 8:
      return { ...common, native: 'integer', type: 'integer' }
    case 16:
      return { ...common, native: 'bigint', type: 'big_integer' }
    case 26:
      return { ...common, native: 'int128', type: 'decimal', precision: 39, scale: 0 }
    case 10:
      return { ...common, native: 'float', type: 'decimal' }
    case 24:
    case 25:
      return { ...common, native: 'decfloat', type: 'decimal' }
    case 27:
      return { ...common, native: 'double precision', type: 'decimal' }
    case 12:
      return { ...common, native: 'date', type: 'date' }
    case 13:
      return { ...common, native: 'time', type: 'time' }
    case 35:
      return { ...common, native: 'timestamp', type: 'date_time' }
    case 29:
      return { ...common, native: 'timestamp with time zone', type: 'date_time' }
    case 23:
      return { ...common, native: 'boolean', type: 'boolean' }
    case 14:
      return is_binary
        ? { ...binary, native: `char(${length}) character set octets` }
        : { ...common, native: `char(${length})`, type: 'text', length }
    case 37:
      return is_binary
        ? { ...binary, native: `varchar(${length}) character set octets` }
        : { ...common, native: `varchar(${length})`, type: 'text', length }
    case 261:
      return { ...common, native: sub_type === 1 ? 'blob sub_type text' : 'blob', type: 'long_text' }
    default:
      return { ...common, native: `type ${type}`, type: 'long_text' }
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const isBinary = ({ native }: FoundField) => native === 'blob' || native.endsWith('octets')
const isLongText = ({ native }: FoundField) => native === 'blob sub_type text'

/** A point in time, or a part of one, of which the driver would make milliseconds. */
const isTime = ({ type }: FoundField) => type === 'date' || type === 'date_time' || type === 'time'

export const firebirdSql: SqlKind = {
  quote,
  table: (name) => tableParts(name).map(quote).join('.'),
  parameter(_, field) {
    if (isTime(field)) return `cast(cast(? as varchar(60)) as ${field.native})`
    if (isLongText(field)) return 'cast(? as varchar(8000))'
    // As wide as what it is compared with, what is longer is refused even where it is only looked for.
    if (field.type === 'text') return `cast(? as varchar(${widthOf(field)}))`
    return '?'
  },
  value(value, field) {
    if (value === null || value === undefined) return null
    if (isBinary(field)) return Buffer.from(String(value), 'base64')
    if (field.type === 'date_time') return wallClock(String(value))
    if (field.type === 'boolean') return value === true || value === 'true' || value === 1 || value === '1'
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  },
  // Bounded text is filled up with blanks by the server, and cut off again by the driver where a sign is an emoji.
  selected(field, quoted) {
    if (isLongText(field)) return `cast(${quoted} as blob sub_type text character set utf8)`
    if (field.native === 'timestamp with time zone') return `cast(${quoted} at time zone 'GMT' as timestamp)`
    if (field.native === 'decfloat') return `cast(${quoted} as varchar(60))`
    return /^char\(\d+\)$/.test(field.native) ? `cast(${quoted} as varchar(${field.length}))` : quoted
  },
  asText: (sql) => `cast(${sql} as varchar(100))`,
  like: (sql, place) => `lower(${sql}) like lower(${place}) escape '\\'`,
  limited: (statement, most) => `${statement} fetch first ${most} rows only`,
  // A clock on the wall may be that of any zone.
  now: ({ native }) =>
    native === 'timestamp with time zone'
      ? 'current_timestamp'
      : 'dateadd(14 hour to cast(current_timestamp as timestamp))',
  // What a statement carries in has to fit into 64 KB, whatever it is: four bytes for a sign of a text.
  most_keys: (by) => Math.floor(50_000 / by.reduce((bytes, field) => bytes + (widthOf(field) + 10) * 4, 0)),
}

const widthOf = ({ length }: FoundField) => Math.min(Math.max((length ?? 500) * 2, 100), 8_000)
