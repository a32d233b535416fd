import pg from 'pg'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  bytea: 'Buffer',
  timestamptz: 'string',
  date: 'string',
  float8: 'number',
  numeric: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
}

type Column = { table: string; name: string; type: string; nullable: boolean; defaulted: boolean; generated: boolean }

/** The source of `kit/database/tables.ts` for the database at this address. */
export async function tablesSource(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' as defaulted, is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as generated
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' order by table_name, ordinal_position`)
  await client.end()
  const tables = Map.groupBy(rows, (row) => row.table)
  const body = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map((c) => `    ${c.name}: ${typeOf(c)}`).join('\n')}\n  }`,
  )
  return `// Written by \`npm run tables\` from the migrations; a test says when it is stale.
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T, T | undefined, T>
/** Written as JSON text, read as the value. */
type Json = ColumnType<any, string | null, string | null>
type OptionalJson = JSONColumnType<any, string | null | undefined, string | null>

export type Tables = {
${body.join('\n')}
}
`
}

function typeOf({ type, nullable, defaulted, generated }: Column) {
  const plain = types[type]
  if (!plain) throw new Error(`No TypeScript type for the column type ${type}`)
  if (generated) return `GeneratedAlways<${plain}>`
  if (plain === 'Json') return nullable || defaulted ? 'OptionalJson' : 'Json'
  const value = nullable ? `${plain} | null` : plain
  return defaulted || nullable ? `Optional<${value}>` : value
}
