import type { Engine } from './completion.ts'
import type { QueryTable } from './sql-text.ts'

export type Example = { kind: 'rows' | 'count' | 'time'; table: string; sql: string }

/** Three questions made of a project's own structures: its records, how often each value comes, what came in each month. */
export function examplesOf(tables: readonly QueryTable[], engine: Engine): Example[] {
  const [first] = tables
  if (!first) return []
  const found: Example[] = [{ kind: 'rows', table: first.name, sql: `select *\n  from ${first.name}\n limit 100` }]
  const grouped = fieldOf(tables, ['choice', 'boolean', 'text'])
  if (grouped)
    found.push({
      kind: 'count',
      table: grouped.table,
      sql: `select ${grouped.field}, count(*) as records\n  from ${grouped.table}\n group by ${grouped.field}\n order by records desc`,
    })
  const dated = fieldOf(tables, ['date', 'date_time'])
  if (dated) {
    const month = engine === 'postgres' ? `to_char(${dated.field}, 'YYYY-MM')` : `date_format(${dated.field}, '%Y-%m')`
    found.push({
      kind: 'time',
      table: dated.table,
      sql: `select ${month} as month, count(*) as records\n  from ${dated.table}\n where ${dated.field} >= :from\n group by 1\n order by 1`,
    })
  }
  return found
}

function fieldOf(tables: readonly QueryTable[], types: readonly string[]) {
  for (const type of types)
    for (const { name, fields } of tables) {
      const field = fields.find((one) => one.type === type && !one.isKey)
      if (field) return { table: name, field: field.name }
    }
  return undefined
}
