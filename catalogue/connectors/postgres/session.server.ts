import { randomUUID } from 'node:crypto'
import type { ConnectorSession, DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { refuseWriting } from '@weft/kit/sql/only-reads.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { chosenFields, selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import type pg from 'pg'
import { fieldOf, postgresSql, recordsOf } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'
import { queryDatabase } from './query.server.ts'
import { openWriter } from './write.server.ts'

const tables = `
  select n.nspname as schema, c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    case when c.reltuples < 0 or c.relkind = 'v' then null else c.reltuples::bigint end as rows,
    case when c.relkind in ('r', 'm', 'p') then pg_total_relation_size(c.oid) end as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and has_table_privilege(c.oid, 'select')
    and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

const columns = `
  select a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), case when t.typbasetype = 0 then a.atttypmod else t.typtypmod end) as native,
    coalesce(b.typname, t.typname) as base, not a.attnotnull as nullable, 
    case when a.attgenerated <> '' then 'always' when a.attidentity <> '' then 'default' end as generated,
    (select to_json(array_agg(e.enumlabel order by e.enumsortorder)) from pg_enum e where e.enumtypid = coalesce(b.oid, t.oid)) as values
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`

/** The primary key, else the narrowest unique index over fields that are never empty. */
const key = `
  select to_json(array_agg(a.attname order by k.at)) as fields from (
    select i.indexrelid, i.indrelid, i.indkey, i.indnkeyatts from pg_index i
    where i.indrelid = $1::regclass and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
      and not exists (select from unnest(i.indkey) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where k.at <= i.indnkeyatts and not a.attnotnull)
    order by i.indisprimary desc, i.indnkeyatts, i.indexrelid limit 1) i
  cross join unnest(i.indkey) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where k.at <= i.indnkeyatts`

const indexed = `
  select distinct a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = $1::regclass`

const references = `
  select n.nspname as schema, c.relname as name,
    (select to_json(array_agg(a.attname order by k.at)) from unnest(f.conkey) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum) as fields,
    (select to_json(array_agg(a.attname order by k.at)) from unnest(f.confkey) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum) as to
  from pg_constraint f join pg_class c on c.oid = f.confrelid join pg_namespace n on n.oid = c.relnamespace
  where f.conrelid = $1::regclass and f.contype = 'f' order by f.conname`

type Texts = Record<string, string | null>

/** A line to a database as what a connector offers of it. One question at a time. */
export function openSession(settings: Settings, client: pg.Client): ConnectorSession {
  const ask = async <T = Texts>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query(text, values).catch((cause: unknown) => Promise.reject(statementError(settings, cause))))
      .rows as T[]
  const described = new Map<string, DescribedTable>()

  async function discover(): Promise<FoundTable[]> {
    const rows = await ask(`${tables} order by n.nspname <> 'public', n.nspname, c.relname`)
    return rows.map(foundTable)
  }

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const parts = tableParts(name)
    const [schema, table] = parts.length === 1 ? ['public', parts[0]] : parts
    const [row] = await ask(`${tables} and n.nspname = $1 and c.relname = $2`, [schema, table])
    if (!row) throw notFound()
    const at = [postgresSql.table(tableName(row['schema']!, row['name']!))]
    const fields = (await ask(columns, at)).map((column) =>
      fieldOf({
        name: column['name']!,
        native: column['native']!,
        base: column['base']!,
        nullable: column['nullable'] === 't',
        generated: (column['generated'] ?? undefined) as FoundField['generated'],
        values: list(column['values']),
      }),
    )
    const [unique] = await ask(key, at)
    const isIndexed = new Set((await ask(indexed, at)).map((one) => one['name']!))
    const found = {
      ...foundTable(row),
      fields,
      key: list(unique?.['fields']) ?? [],
      cursors: likelyCursors(fields, isIndexed),
      references: (await ask(references, at)).map((one) => ({
        fields: list(one['fields'])!,
        table: nameOf(one),
        to: list(one['to'])!,
      })),
    }
    described.set(name, found)
    return found
  }

  /** By a cursor of the server, in a transaction that only reads. */
  async function* stream({ text, values }: Statement, size: number, fields: FoundField[]) {
    const cursor = `weft_${randomUUID().replaceAll('-', '')}`
    await ask('begin read only')
    try {
      await ask(`declare ${cursor} no scroll cursor for ${text}`, values)
      const fitting = fittingSize(size)
      for (;;) {
        const rows = await ask(`fetch ${fitting.next()} from ${cursor}`)
        if (rows.length === 0) return
        const records = recordsOf(fields, rows)
        fitting.learn(records)
        yield records
      }
    } finally {
      await client.query('rollback').catch(ignore('a reading that has ended could not be closed'))
    }
  }

  return {
    discover,
    describe,
    async latest(name, field) {
      const table = await describe(name)
      const { text, values } = selectLatest(postgresSql, table, field)
      const own = table.fields.filter((one) => one.name === field)
      return recordsOf(own, await ask(text, values))[0]?.[field] ?? null
    },
    async lookup(query) {
      const table = await describe(query.table)
      const rows = async ({ text, values }: Statement) => recordsOf(table.fields, await ask(text, values))
      return lookupTable({ kind: postgresSql, rows }, table, query)
    },
    query: (text, parameters) => queryDatabase(settings, client, text, parameters),
    async *peek(text, parameters) {
      refuseWriting(text)
      await ask('begin read only')
      try {
        yield* queryDatabase(settings, client, text, parameters)
      } finally {
        await client.query('rollback').catch(ignore('a reading that has ended could not be closed'))
      }
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const fields = chosenFields(table, query)
      const database = {
        kind: postgresSql,
        rows: async ({ text, values }: Statement) => recordsOf(fields, await ask(text, values)),
        stream: (statement: Statement, size: number) => stream(statement, size, fields),
      }
      yield* readTable(database, table, query, cursor)
    },
    write: async (target) => openWriter(settings, client, await describe(target.table), target),
    close: () => client.end().catch(ignore('a connection that is given up could not be closed')),
  }
}

const list = (json: string | null | undefined) => (json ? (JSON.parse(json) as string[]) : null)
const nameOf = (row: Texts) =>
  row['schema'] === 'public' ? tableName(row['name']!) : tableName(row['schema']!, row['name']!)
const foundTable = (row: Texts): FoundTable => ({
  name: nameOf(row),
  kind: row['kind'] as FoundTable['kind'],
  rows: row['rows'] === null ? null : Number(row['rows']),
  bytes: row['bytes'] === null ? null : Number(row['bytes']),
})
