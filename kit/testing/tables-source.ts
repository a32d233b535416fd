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

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  defaulted: boolean
  generated: boolean
  choices: string[] | null
}

const schemas: Record<string, string> = {
  string: 'z.string()',
  boolean: 'z.boolean()',
  number: 'z.number()',
  Json: 'z.any()',
  'string[]': 'z.array(z.string())',
}

/** The sources of `kit/database/tables.ts` and `kit/contracts/rows.ts` for the database at this address. */
export async function tablesSource(url: string): Promise<{ tables: string; rows: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Column>(`
    with choices as (
      select conrelid::regclass::text as table, (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as name,
        array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''(\\w*)''::text', 'g') m) as values
      from pg_constraint where contype = 'c' and cardinality(conkey) = 1 and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$'
    )
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      (select values from choices where choices.table = table_name and choices.name = column_name and values <> '{}' limit 1) as choices,
      column_default is not null or is_identity = 'YES' as defaulted, is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as generated
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' order by table_name, ordinal_position`)
  await client.end()
  const tables = Map.groupBy(rows, (row) => row.table)
  return { tables: tablesOf(tables), rows: rowsOf(tables) }
}

function tablesOf(tables: Map<string, Column[]>) {
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

/** Bytes are secrets or files and never part of an answer. */
function rowsOf(tables: Map<string, Column[]>) {
  const body = [...tables].map(([table, columns]) => {
    const told = columns.filter(({ type }) => types[type] !== 'Buffer')
    return `  ${table}: z.object({\n${told.map((c) => `    ${c.name}: ${schemaOf(c)},`).join('\n')}\n  }),`
  })
  return `// Written by \`npm run tables\` from the migrations; a test says when it is stale.
import { z } from 'zod'
import { oneOf } from './answers.ts'

/** A row of each table as the database answers it; contracts pick the columns they answer with. */
export const rows = {
${body.join('\n')}
}
`
}

function schemaOf({ type, nullable, choices }: Column) {
  const value = choices ? `oneOf([${choices.map((one) => `'${one}'`).join(', ')}])` : schemas[types[type]!]!
  return nullable && type !== 'jsonb' ? `${value}.nullable()` : value
}

function typeOf({ type, nullable, defaulted, generated }: Column) {
  const plain = types[type]
  if (!plain) throw new Error(`No TypeScript type for the column type ${type}`)
  if (generated) return `GeneratedAlways<${plain}>`
  if (plain === 'Json') return nullable || defaulted ? 'OptionalJson' : 'Json'
  const value = nullable ? `${plain} | null` : plain
  return defaulted || nullable ? `Optional<${value}>` : value
}
