import type { StructureField } from '@weft/kit/define/structure.ts'
import { isNumeric, isTextual } from '../structure.ts'
import { columnType, isKeyed, longestKey } from './columns.ts'
import { typed } from './dialect.ts'

/** How a column's values become another type: the expression, and which values it cannot keep as they are (absent: it keeps all). */
export type Conversion = { sql(column: string): string; lost?: (column: string) => string }

export function conversionOf(was: StructureField, now: StructureField): Conversion {
  if (isTextual(now)) return toText(was, now)
  if (isNumeric(was) && isNumeric(now)) return toNumber((c) => c, now)
  if (was.type === 'date_time' && now.type === 'date')
    return { sql: (c) => `date(${c})`, lost: (c) => `time(${c}) <> '00:00:00'` }
  if (was.type === 'date' && now.type === 'date_time') return { sql: (c) => `cast(${c} as datetime(6))` }
  if (was.type === 'boolean' && isNumeric(now)) return { sql: (c) => `cast(${c} as signed)` }
  const text = (c: string) => `nullif(trim(${isTextual(was) ? c : textOf(was, c)}), '')`
  if (isNumeric(now)) {
    const readable = (c: string) =>
      `case when ${text(c)} regexp '${now.type === 'decimal' ? decimal : whole}' then cast(${text(c)} as decimal(65,30)) end`
    const { sql, lost } = toNumber((c) => `(${readable(c)})`, now)
    // PostgreSQL rounds a text it reads as a decimal without a word.
    return {
      sql,
      lost: (c) =>
        `${text(c)} is not null and (${now.type === 'decimal' ? sql(c) : `case when ${lost!(c)} then null else ${sql(c)} end`}) is null`,
    }
  }
  const sql = (c: string) => `case when ${valid(text(c), now)} then ${typed(text(c), now)} end`
  return { sql, lost: (c) => `${text(c)} is not null and (${sql(c)}) is null` }
}

const whole = '^[+-]?[0-9]+$'
const decimal = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$'
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}'
const clock = '[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?'

/** Whether a text looks like a type. A day that is none in the calendar still becomes nothing when it is read. */
function valid(text: string, { type }: StructureField): string {
  switch (type) {
    case 'boolean':
      return `lower(${text}) in ('true', 't', 'yes', 'y', 'on', '1', 'false', 'f', 'no', 'n', 'off', '0')`
    case 'date':
      return `${text} regexp '^${day}'`
    case 'date_time':
      return `${text} regexp '^${day}([T ]${clock}(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?$'`
    case 'time':
      return `${text} regexp '^${clock}$'`
    case 'uuid':
      return `${text} regexp '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`
    default:
      return `json_valid(${text})`
  }
}

function toText(was: StructureField, now: StructureField): Conversion {
  const text = (c: string) => (isTextual(was) ? c : textOf(was, c))
  const limit = isKeyed(now)
    ? Math.min(now.length ?? longestKey, longestKey)
    : now.type === 'text'
      ? now.length
      : undefined
  if (limit === undefined) return { sql: text }
  return { sql: (c) => `left(${text(c)}, ${limit})`, lost: (c) => `char_length(${text(c)}) > ${limit}` }
}

/** A value as the text PostgreSQL makes of it. */
function textOf({ type, precision }: StructureField, column: string): string {
  if (type === 'boolean') return `if(${column}, 'true', 'false')`
  if (type === 'date_time')
    return `concat(date_format(${column}, '%Y-%m-%dT%H:%i:%s.'), left(lpad(microsecond(${column}), 6, '0'), 3), 'Z')`
  if (type === 'decimal' && precision === undefined)
    return `trim(trailing '.' from trim(trailing '0' from cast(${column} as char)))`
  return `cast(${column} as char)`
}

/** `value` gives a number; what does not fit becomes nothing, what has more places is rounded. */
function toNumber(value: (column: string) => string, now: StructureField): Conversion {
  const scale = now.type === 'decimal' ? (now.precision === undefined ? undefined : (now.scale ?? 0)) : 0
  const rounded = (c: string) => (scale === undefined ? value(c) : `round(${value(c)}, ${scale})`)
  const inside = (c: string) =>
    now.type === 'decimal' && now.precision === undefined
      ? 'true'
      : `${rounded(c)} between ${bounds(now).join(' and ')}`
  return {
    sql: (c) =>
      `case when ${inside(c)} then cast(${rounded(c)} as ${now.type === 'decimal' ? columnType(now) : now.type === 'big_integer' && now.unsigned ? 'decimal(20,0)' : 'signed'}) end`,
    lost: (c) => `${value(c)} is not null and (not (${inside(c)}) or ${rounded(c)} <> ${value(c)})`,
  }
}

function bounds({ type, unsigned, precision = 65, scale = 0 }: StructureField): [string, string] {
  if (type === 'integer') return unsigned ? ['0', '4294967295'] : ['-2147483648', '2147483647']
  if (type === 'big_integer')
    return unsigned ? ['0', '18446744073709551615'] : ['-9223372036854775808', '9223372036854775807']
  const most = `${'9'.repeat(precision - scale) || '0'}${scale > 0 ? `.${'9'.repeat(scale)}` : ''}`
  return [`-${most}`, most]
}
