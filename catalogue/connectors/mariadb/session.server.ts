import type { Connection as PlainConnection } from 'mysql2'
import type { Connection, TypeCastField } from 'mysql2/promise'
import type { ConnectorSession, DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { refuseWriting } from '@weft/kit/sql/only-reads.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { chosenFields, selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import { fieldOf, mariadbSql, recordsOf } from './fields.ts'
import { rowsOf, statementError, type Settings } from './line.server.ts'
import { queryDatabase } from './query.server.ts'
import { openWriter } from './write.server.ts'

const tables = `
  select table_name as "name", if(table_type like '%VIEW', 'view', 'table') as "kind", table_rows as "rows",
    data_length + index_length as "bytes"
  from information_schema.tables where table_schema = database() and table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')`

const columns = `
  select column_name as "name", column_type as "native", data_type as "base", is_nullable = 'YES' as "nullable",
    case when extra like '%GENERATED%' then 'always' when extra like '%auto_increment%' then 'default' end as "generated", character_maximum_length as "length", numeric_precision as "precision", numeric_scale as "scale"
  from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`

const checks = `
  select check_clause as "clause" from information_schema.check_constraints
  where constraint_schema = database() and table_name = ? and check_clause like 'json_valid(%'`

/** Unique indexes over fields that are never empty, the primary key first, then those of few fields. */
const keys = `
  select s.index_name as "name", s.column_name as "field", s.seq_in_index = 1 as "first",
    s.non_unique = 0 and not exists (select 1 from information_schema.statistics n where n.table_schema = s.table_schema and n.table_name = s.table_name
      and n.index_name = s.index_name and (n.nullable = 'YES' or n.sub_part is not null)) as "is_key"
  from information_schema.statistics s where s.table_schema = database() and s.table_name = ?
  order by s.index_name <> 'PRIMARY', (select count(*) from information_schema.statistics n where n.table_schema = s.table_schema
    and n.table_name = s.table_name and n.index_name = s.index_name), s.index_name, s.seq_in_index`

const references = `
  select constraint_name as "name", referenced_table_name as "table", column_name as "field", referenced_column_name as "to"
  from information_schema.key_column_usage
  where table_schema = database() and table_name = ? and referenced_table_schema = database() order by constraint_name, ordinal_position`

type Texts = Record<string, string | null>
/** Every value as the server writes it. */
const asWritten = (field: TypeCastField) => field.string('utf8')

/** A line to a database as what a connector offers of it. One question at a time. */
export function openSession(settings: Settings, connection: Connection): ConnectorSession {
  const ask = async <T = Texts>(text: string, values: unknown[] = []): Promise<T[]> =>
    (
      await connection
        .query({ sql: text, values, typeCast: asWritten })
        .catch((cause: unknown) => Promise.reject(statementError(settings, cause)))
    )[0] as T[]
  // As the driver reads them, which is twice as fast as texts.
  const askRows = async ({ text, values }: Statement): Promise<DataRecord[]> =>
    (
      await connection
        .query({ sql: text, values })
        .catch((cause: unknown) => Promise.reject(statementError(settings, cause)))
    )[0] as DataRecord[]
  const described = new Map<string, DescribedTable>()

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const parts = tableParts(name)
    const [row] = parts.length === 1 ? await ask(`${tables} and table_name = ?`, parts) : []
    if (!row) throw notFound()
    const at = [row['name']!]
    const isJson = new Set(
      (await ask(checks, at).catch(ignore('a server that lists no checks keeps JSON as JSON')))?.map(
        ({ clause }) => /json_valid\([`"](.+)[`"]\)/i.exec(clause!)?.[1],
      ),
    )
    const fields = (await ask(columns, at)).map((column) =>
      fieldOf({
        name: column['name']!,
        native: column['native']!,
        base: column['base']!,
        nullable: column['nullable'] === '1',
        generated: (column['generated'] ?? undefined) as FoundField['generated'],
        json: isJson.has(column['name']!),
        length: Number(column['length']),
        precision: Number(column['precision']),
        scale: Number(column['scale']),
      }),
    )
    const indexes = await ask(keys, at)
    const key = indexes.find((one) => one['is_key'] === '1')?.['name']
    const found = {
      ...foundTable(row),
      fields,
      key: key ? indexes.filter((one) => one['name'] === key).map((one) => one['field']!) : [],
      cursors: likelyCursors(
        fields,
        new Set(indexes.filter((one) => one['first'] === '1').map((one) => one['field']!)),
      ),
      references: Object.values(Object.groupBy(await ask(references, at), (one) => one['name']!)).map((own) => ({
        fields: own!.map((one) => one['field']!),
        table: tableName(own![0]!['table']!),
        to: own!.map((one) => one['to']!),
      })),
    }
    described.set(name, found)
    return found
  }

  /** Row after row as they come; who does not hear it to its end ends the line. */
  async function* stream({ text, values }: Statement, size: number, fields: FoundField[]) {
    const line = (connection as unknown as { connection: PlainConnection }).connection
    const rows = rowsOf(line, line.query(text, values), size)
    let batch: DataRecord[] = []
    let isWhole = false
    const fitting = fittingSize(size)
    try {
      for await (const row of rows) {
        batch.push(row as DataRecord)
        if (batch.length < fitting.next()) continue
        const records = recordsOf(fields, batch)
        fitting.learn(records)
        yield records
        batch = []
      }
      isWhole = true
    } catch (cause) {
      throw statementError(settings, cause)
    } finally {
      if (!isWhole) connection.destroy()
    }
    if (batch.length > 0) yield recordsOf(fields, batch)
  }

  return {
    discover: async () => (await ask(`${tables} order by table_name`)).map(foundTable),
    describe,
    async latest(name, field) {
      const table = await describe(name)
      const own = table.fields.filter((one) => one.name === field)
      return recordsOf(own, await askRows(selectLatest(mariadbSql, table, field)))[0]?.[field] ?? null
    },
    async lookup(query) {
      const table = await describe(query.table)
      const rows = async (statement: Statement) => recordsOf(table.fields, await askRows(statement))
      return lookupTable({ kind: mariadbSql, rows }, table, query)
    },
    query: (text, parameters) => queryDatabase(settings, connection, text, parameters),
    async *peek(text, parameters) {
      refuseWriting(text)
      await ask('start transaction read only')
      try {
        yield* queryDatabase(settings, connection, text, parameters)
      } finally {
        await connection.query('rollback').catch(ignore('a reading that was not heard to its end has closed the line'))
      }
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const fields = chosenFields(table, query)
      const database = {
        kind: mariadbSql,
        rows: async (statement: Statement) => recordsOf(fields, await askRows(statement)),
        stream: (statement: Statement, size: number) => stream(statement, size, fields),
      }
      yield* readTable(database, table, query, cursor)
    },
    write: async (target) => openWriter(settings, connection, await describe(target.table), target),
    close: async () => {
      await connection.end().catch(ignore('a connection that is given up could not be closed'))
    },
  }
}

const foundTable = (row: Texts): FoundTable => ({
  name: tableName(row['name']!),
  kind: row['kind'] as FoundTable['kind'],
  rows: row['rows'] === null ? null : Number(row['rows']),
  bytes: row['bytes'] === null ? null : Number(row['bytes']),
})
