import type { StructureField } from '@weft/kit/define/structure.ts'
import { columnType } from './columns.ts'
import { isNumeric, isTextual } from '../structure.ts'

/** How a column's values become another type: the expression, and which values it cannot keep as they are (absent: it keeps all). */
export type Conversion = { sql(column: string): string; lost?: (column: string) => string }

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `valid` is the name of a function (text, type) that says whether a text can be read as a type. */
export function conversionOf(was: StructureField, now: StructureField, { valid }: { valid: string }): Conversion {
  const type = columnType(now)
  if (isTextual(now)) return toText(was, now)
  if (isNumeric(was) && isNumeric(now)) return numberToNumber(now, type, valid)
  if (was.type === 'date_time' && now.type === 'date')
    return { sql: (c) => `(${c} at time zone 'UTC')::date`, lost: (c) => `(${c} at time zone 'UTC')::time <> '00:00'` }
  if (was.type === 'date' && now.type === 'date_time') return { sql: (c) => `${c}::timestamp at time zone 'UTC'` }
  if (was.type === 'boolean' && isNumeric(now)) return { sql: (c) => `${c}::int::${type}` }
  const text = (c: string) => (isTextual(was) ? `nullif(btrim(${c}), '')` : `${c}::text`)
  const zoned = (c: string) =>
    now.type === 'date_time' ? `${text(c)}::timestamp at time zone 'UTC'` : `${text(c)}::${type}`
  const sql =
    now.type === 'date_time'
      ? (c: string) =>
          `case when not ${valid}(${text(c)}, 'timestamptz') then null when ${text(c)} ~ '(Z|[+-]\\d\\d(:?\\d\\d)?)$' and ${text(c)} ~ ':' then ${text(c)}::timestamptz else ${zoned(c)} end`
      : (c: string) => `case when ${valid}(${text(c)}, '${type}') then ${zoned(c)} end`
  return { sql, lost: (c) => `${text(c)} is not null and not ${valid}(${text(c)}, '${type}')` }
}

function toText(was: StructureField, now: StructureField): Conversion {
  const text = (c: string) => (isTextual(was) ? c : was.type === 'date_time' ? utcText(c) : `${c}::text`)
  const limit = now.type === 'text' ? now.length : undefined
  if (limit === undefined) return { sql: text }
  return { sql: (c) => `left(${text(c)}, ${limit})`, lost: (c) => `char_length(${text(c)}) > ${limit}` }
}

function numberToNumber(now: StructureField, type: string, valid: string): Conversion {
  const rounded = (c: string) =>
    type.startsWith('numeric')
      ? now.precision
        ? `round(${c}::numeric, ${now.scale ?? 0})`
        : `${c}::numeric`
      : `round(${c}::numeric)`
  return {
    sql: (c) => `case when ${valid}((${rounded(c)})::text, '${type}') then (${rounded(c)})::${type} end`,
    lost: (c) =>
      `${c} is not null and (not ${valid}((${rounded(c)})::text, '${type}') or ${rounded(c)} <> ${c}::numeric)`,
  }
}
