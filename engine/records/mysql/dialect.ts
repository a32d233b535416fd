import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Dialect } from '../sql/dialect.ts'
import { isTextual } from '../structure.ts'
import { mysqlComputing } from './computing.ts'
import { written } from './literals.ts'
import { literal, type Names } from './names.ts'
import { localTime } from './zone-offset.ts'

/** A place inside a JSON value; digits are positions, as PostgreSQL reads them. */
const way = (path: string[]) =>
  literal(
    `$${path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `."${part.replaceAll(/[\\"]/g, '\\$&')}"`)).join('')}`,
  )
const jsonAt = (sql: string, path: string[]) => (path.length === 0 ? sql : `json_extract(${sql}, ${way(path)})`)

/** The SQL of MySQL and MariaDB; values are literals, escaped in one place. */
export const mysqlDialect = ({ table }: Names): Dialect => ({
  name: 'MariaDB',
  table,
  value: typedLiteral,
  oneOf: (sql, texts, field) =>
    texts.length === 0 ? 'false' : `${sql} in (${texts.map((text) => typedLiteral(text, field)).join(', ')})`,
  matches: (sql, pattern) => `lower(${sql}) like lower(${literal(pattern)})`,
  differ: (a, b) => `not (${a} <=> ${b})`,
  asText: (sql) => `cast(${sql} as char)`,
  json: jsonAt,
  inside: (sql, path, field) => typed(textAt(jsonAt(sql, path)), field),
  entries: (json, alias, keep_empty) =>
    `${keep_empty ? 'left' : 'inner'} join json_table(case when json_type(${json}) = 'ARRAY' then ${json} else '[]' end, '$[*]' columns (entry json path '$')) as ${alias} on true`,
  truncated(sql, field, period, zone) {
    const local = field.type === 'date_time' ? localTime(sql, zone) : sql
    switch (period) {
      case 'hour':
        // Full hours of the zone are full hours of the world, but for half ones.
        return field.type === 'date_time'
          ? `timestampadd(second, -(minute(${local}) * 60 + second(${local})), timestampadd(microsecond, -microsecond(${sql}), ${sql}))`
          : local
      case 'day':
        return `date(${local})`
      case 'week':
        return `(date(${local}) - interval weekday(${local}) day)`
      case 'month':
        return `(date(${local}) - interval (day(${local}) - 1) day)`
      case 'quarter':
        return `(makedate(year(${local}), 1) + interval ((quarter(${local}) - 1) * 3) month)`
      case 'year':
        return `makedate(year(${local}), 1)`
    }
  },
  // Sorted into groups: a table that finds each row's group goes to disk at 16 MB (14.7 s instead of 6.9 s for 100,000 rows).
  groupingAnswers: 'sql_big_result ',
  // A sum of whole numbers that PostgreSQL answers as a number is one here, too.
  sum: (sql, field) => (field.type === 'integer' && !field.unsigned ? `cast(sum(${sql}) as signed)` : `sum(${sql})`),
  average: (sql) => `round(sum(cast(${sql} as decimal(65,20))) / count(${sql}), 6)`,
  emptyLast: (sql, descending) => `${sql} is null, ${sql}${descending ? ' desc' : ''}`,
  compute: mysqlComputing,
})

/** JSON's own null counts as nothing, as in PostgreSQL; the cast gives the text the collation of all others. */
const textAt = (json: string) =>
  `(case when json_type(${json}) = 'NULL' then null else cast(json_unquote(${json}) as char) end)`

/** A literal that a comparison takes for what it is. */
function typedLiteral(text: string, field: StructureField): string {
  const sql = written(field)(text)
  if (field.type === 'date') return `cast(${sql} as date)`
  if (field.type === 'date_time') return `cast(${sql} as datetime(6))`
  return field.type === 'time' ? `cast(${sql} as time(6))` : sql
}

/** A text read as a type; what cannot be read is nothing. */
export function typed(text: string, field: StructureField): string {
  if (isTextual(field)) return text
  const given = `nullif(${text}, '')`
  switch (field.type) {
    case 'integer':
    case 'big_integer':
      return `cast(${given} as signed)`
    case 'decimal':
      return `cast(${given} as decimal(${field.precision ? `${field.precision},${field.scale ?? 0}` : '65,30'}))`
    case 'boolean':
      return `(case when lower(${given}) in ('true', 't', 'yes', 'y', 'on', '1') then true when lower(${given}) in ('false', 'f', 'no', 'n', 'off', '0') then false end)`
    case 'date':
      return `cast(left(${given}, 10) as date)`
    case 'date_time':
      return momentIn(given)
    case 'time':
      return `cast(${given} as time(6))`
    case 'json':
    case 'object':
    case 'list':
      return given
    default:
      return given
  }
}

/** A point in time out of a text with `Z`, with an offset or with neither. */
function momentIn(text: string) {
  const offset = `replace(regexp_substr(${text}, '[+-][0-9]{2}:?[0-9]{2}$'), ':', '')`
  const local = `replace(regexp_replace(${text}, '[+-][0-9]{2}:?[0-9]{2}$|Z$', ''), 'T', ' ')`
  return `(case when ${text} regexp ':.*[+-][0-9]{2}:?[0-9]{2}$' then convert_tz(cast(${local} as datetime(6)), concat(left(${offset}, 3), ':', right(${offset}, 2)), '+00:00') else cast(${local} as datetime(6)) end)`
}
