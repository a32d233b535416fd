import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Dialect } from '../sql/dialect.ts'
import { isTextual } from '../structure.ts'
import { columnType } from './columns.ts'
import { postgresComputing } from './computing.ts'
import { literal, tableOf } from './names.ts'

const way = (path: string[]) => literal(`{${path.map((part) => `"${part.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`)

/** PostgreSQL's SQL; values are parameters. */
export const postgresDialect: Dialect = {
  name: 'PostgreSQL',
  table: tableOf,
  value: (text, field, parameters) => `${parameters.add(text)}::${columnType(field)}`,
  oneOf: (sql, texts, field, parameters) => `${sql} = any(${parameters.add(texts)}::${columnType(field)}[])`,
  matches: (sql, pattern, parameters) => `${sql} ilike ${parameters.add(pattern)}`,
  differ: (a, b) => `${a} is distinct from ${b}`,
  asText: (sql) => `${sql}::text`,
  json: (sql, path) => `(${sql} #> ${way(path)})`,
  inside: (sql, path, field) => typed(`(${sql} #>> ${way(path)})`, field),
  entries: (json, alias, keep_empty) =>
    `${keep_empty ? 'left' : 'inner'} join lateral jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end) as ${alias}(entry) on true`,
  truncated(sql, field, period, zone) {
    const at = literal(zone)
    const cut = `date_trunc('${period}', ${field.type === 'date_time' ? `${sql} at time zone ${at}` : `${sql}::timestamp`})`
    return period === 'hour' && field.type === 'date_time' ? `(${cut} at time zone ${at})` : `${cut}::date`
  },
  groupingAnswers: '',
  sum: (sql) => `sum(${sql})`,
  average: (sql) => `round(avg(${sql}), 6)`,
  emptyLast: (sql, descending) => `${sql}${descending ? ' desc nulls last' : ' nulls last'}`,
  compute: postgresComputing,
}

const typed = (text: string, field: StructureField) =>
  isTextual(field) ? text : `nullif(${text}, '')::${columnType(field)}`
