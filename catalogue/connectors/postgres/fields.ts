import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { answeredJson } from '@weft/kit/sql/answered-json.ts'
import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'

/** A column as the catalogue of the server describes it: `native` is `format_type`, such as `numeric(20,2)`. */
type Column = {
  name: string
  native: string
  base: string
  nullable: boolean
  generated: FoundField['generated']
  values: string[] | null
}

/** A column as a field: every value of the one fits into the other. */
export function fieldOf({ name, native, base, nullable, generated, values }: Column): FoundField {
  const numbers = (/\(([\d,]+)\)/.exec(native)?.[1] ?? '').split(',').map(Number)
  const common = { name, native, nullable, ...(generated && { generated }) }
  if (native.endsWith('[]')) return { ...common, type: 'list' }
  if (values) return { ...common, type: 'choice', values }
  switch (base) {
    case 'int2':
    case 'int4':
      return { ...common, type: 'integer' }
    case 'int8':
      return { ...common, type: 'big_integer' }
    case 'numeric':
      return numbers[0]
        ? { ...common, type: 'decimal', precision: numbers[0], scale: numbers[1] ?? 0 }
        : { ...common, type: 'decimal' }
    case 'float4':
    case 'float8':
      return { ...common, type: 'decimal' }
    case 'bool':
      return { ...common, type: 'boolean' }
    case 'date':
      return { ...common, type: 'date' }
    case 'timestamp':
    case 'timestamptz':
      return { ...common, type: 'date_time' }
    case 'time':
      return { ...common, type: 'time' }
    case 'uuid':
      return { ...common, type: 'uuid' }
    case 'json':
    case 'jsonb':
      return { ...common, type: 'json' }
    case 'varchar':
    case 'bpchar':
      return numbers[0] ? { ...common, type: 'text', length: numbers[0] } : { ...common, type: 'long_text' }
    default:
      return { ...common, type: 'long_text' }
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const isBinary = (field: FoundField) => field.native === 'bytea'

/** A type without its bounds: a cast to a bounded one cuts off or rounds, and the value would be found that was not asked for. */
function unbounded(native: string): string {
  if (/^(smallint|integer)$/.test(native)) return 'bigint'
  if (/^character\(/.test(native)) return 'bpchar'
  if (/^bit\(/.test(native)) return 'bit varying'
  return native.replace(/\(\d+(,-?\d+)?\)/, '')
}

export const postgresSql: SqlKind = {
  quote,
  table: (name) => tableParts(name).map(quote).join('.'),
  parameter: (at, field) => (isBinary(field) ? `decode($${at}, 'base64')` : `$${at}::${unbounded(field.native)}`),
  // Arrays as JSON, which knows where an entry ends; bytes as they travel in texts.
  selected: (field, quoted) =>
    field.type === 'list' ? `to_json(${quoted})` : isBinary(field) ? `encode(${quoted}, 'base64')` : quoted,
  asText: (sql) => `${sql}::text`,
  like: (sql, place) => `${sql} ilike ${place}`,
  limited: (statement, most) => `${statement} limit ${most}`,
  // A clock on the wall may be that of any zone.
  now: ({ native }) => (native.endsWith('with time zone') ? 'now()' : `now() at time zone 'UTC' + interval '14 hours'`),
}

/** How a value reads that came as the server writes it; absent: as it is. */
function readerOf(field: FoundField): ((text: string) => unknown) | undefined {
  switch (field.type) {
    case 'integer':
      return Number
    case 'boolean':
      return (text) => text === 't'
    case 'json':
    case 'list':
      return answeredJson
    case 'date_time':
      return isoMoment
    default:
      return isBinary(field) ? (text) => text.replaceAll('\n', '') : undefined
  }
}

/** Rows as the server writes them become records. */
export function recordsOf(fields: readonly FoundField[], rows: Record<string, string | null>[]): DataRecord[] {
  const readers = fields.flatMap((field) => {
    const read = readerOf(field)
    return read ? [[field.name, read] as const] : []
  })
  for (const row of rows as DataRecord[])
    for (const [name, read] of readers) {
      const value = row[name]
      if (typeof value === 'string') row[name] = read(value)
    }
  return rows
}

/** `2026-11-22 13:58:07.12+00` as ISO 8601; years before Christ and infinity stay as the server writes them. */
export const isoMoment = (text: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?$/.test(text) ? text.replace(' ', 'T').replace(/\+00$/, 'Z') : text
