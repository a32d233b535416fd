import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'
import { keptAs } from './values.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const largest = quote('largest')
/** A clock on the wall may be that of any zone; written as the value is that it is compared with. */
const now = (between: string) => `strftime('%Y-%m-%d${between}%H:%M:%f', 'now', '+14 hours')`

export const sqliteSql: SqlKind = {
  quote,
  table: (name) => tableParts(name).map(quote).join('.'),
  parameter: () => '?',
  value: (value, { type, native }) => keptAs(value, type, native),
  selected: (_, quoted) => quoted,
  asText: (sql) => `cast(${sql} as text)`,
  like: (sql, place) => `${sql} like ${place} escape '\\'`,
  limited: (statement, most) => `${statement} limit ${most}`,
  now: () => `case when ${largest} like '%T%' then ${now('T')} else ${now(' ')} end`,
}
