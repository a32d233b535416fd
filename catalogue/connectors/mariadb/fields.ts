import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { answeredJson } from '@weft/kit/sql/answered-json.ts'
import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'

/** A column as `information_schema` describes it: `native` is its COLUMN_TYPE, such as `int(10) unsigned`. */
type Column = {
  name: string
  native: string
  base: string
  nullable: boolean
  generated: FoundField['generated']
  /** MariaDB keeps JSON as a text with a check. */ json: boolean
  length: number
  precision: number
  scale: number
}

/** A column as a field: every value of the one fits into the other. */
export function fieldOf({
  name,
  native,
  base,
  nullable,
  generated,
  json,
  length,
  precision,
  scale,
}: Column): FoundField {
  const common = { name, native, nullable, ...(generated && { generated }) }
  const unsigned = native.includes('unsigned') && { unsigned: true }
  if (json || base === 'json') return { ...common, type: 'json' }
  if (isFlag(native)) return { ...common, type: 'boolean' }
  switch (base) {
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'year':
      return { ...common, type: 'integer', ...unsigned }
    case 'bigint':
      return { ...common, type: 'big_integer', ...unsigned }
    case 'bit':
      return { ...common, type: 'big_integer', unsigned: true }
    case 'decimal':
      return { ...common, type: 'decimal', precision, scale, ...unsigned }
    case 'float':
    case 'double':
      return { ...common, type: 'decimal', ...unsigned }
    case 'date':
      return { ...common, type: 'date' }
    case 'datetime':
    case 'timestamp':
      return { ...common, type: 'date_time' }
    case 'uuid':
      return { ...common, type: 'uuid' }
    case 'enum':
      return { ...common, type: 'choice', values: choices(native) }
    case 'char':
    case 'varchar':
      return { ...common, type: 'text', length }
    default:
      // A time may be longer than a day here, and before zero.
      return { ...common, type: 'long_text' }
  }
}

/** What is made to say yes or no. */
const isFlag = (native: string) => native === 'tinyint(1)' || native === 'bit(1)'
const isBinary = ({ native }: FoundField) => /^(binary|varbinary|tinyblob|blob|mediumblob|longblob)/.test(native)
const isPlace = ({ native }: FoundField) =>
  /^(geometry|point|linestring|polygon|multi\w+|geometrycollection)/.test(native)
export const choices = (native: string) =>
  [...native.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"))

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const mariadbSql: SqlKind = {
  quote,
  table: (name) => tableParts(name).map(quote).join('.'),
  parameter: (_, field) => (isBinary(field) ? 'from_base64(?)' : '?'),
  value(value, field) {
    if (typeof value === 'boolean') return value ? 1 : 0
    // A text compared with a number is taken for one, and any word is zero then.
    if (typeof value === 'number' && (field.type === 'text' || field.type === 'long_text')) return String(value)
    return field.type === 'date_time' && typeof value === 'string' ? value.replace('T', ' ').replace(/Z$/, '') : value
  },
  selected(field, quoted) {
    if (isBinary(field)) return `to_base64(${quoted})`
    if (isPlace(field)) return `st_astext(${quoted})`
    if (field.native.startsWith('bit')) return `${quoted} + 0`
    // As it is written out a single has six digits; as a double it has those it is kept with. No number of JavaScript is made of it.
    if (field.native.startsWith('float')) return `cast(${quoted} + 0e0 as char)`
    return field.native.startsWith('double') ? `cast(${quoted} as char)` : quoted
  },
  asText: (sql) => `cast(${sql} as char)`,
  like: (sql, place) => `${sql} like ${place}`,
  limited: (statement, most) => `${statement} limit ${most}`,
  // A clock on the wall may be that of any zone.
  now: ({ native }) => (native.startsWith('timestamp') ? 'now(6)' : 'now(6) + interval 14 hour'),
}

/** How a value reads that came as the driver gives it, whole numbers of 32 bits as such and others as text; absent: as it is. */
export function readerOf(field: FoundField): ((value: unknown) => unknown) | undefined {
  if (isBinary(field)) return (value) => String(value).replaceAll('\n', '')
  switch (field.type) {
    case 'boolean':
      // Any other number stays what it is: a column made for flags may hold some.
      return (value) => (Number(value) === 1 ? true : Number(value) === 0 ? false : Number(value))
    case 'json':
      return (value) => answeredJson(String(value))
    case 'date_time':
      return field.native.startsWith('timestamp')
        ? (value) => `${String(value).replace(' ', 'T')}Z`
        : (value) => String(value).replace(' ', 'T')
    default:
      return undefined
  }
}

/** Rows as the driver gives them become records. */
export function recordsOf(fields: readonly FoundField[], rows: DataRecord[]): DataRecord[] {
  const readers = fields.flatMap((field) => {
    const read = readerOf(field)
    return read ? [[field.name, read] as const] : []
  })
  for (const row of rows)
    for (const [name, read] of readers) {
      const value = row[name]
      if (value !== null && value !== undefined) row[name] = read(value)
    }
  return rows
}
