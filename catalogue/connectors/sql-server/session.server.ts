import type { ConnectorSession, DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { chosenFields, selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import { textParameter } from '@weft/kit/sql/text-parameter.ts'
import type { Connection } from 'tedious'
import { fieldOf, readerOf, sqlServerSql } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'
import { answeredValue } from './answered-value.ts'
import { run, rowsOf, type AnsweredRow } from './rows.server.ts'
import { openWriter } from './write.server.ts'

const tables = `
  select s.name as [schema], o.name as [name], case when o.type = 'V' then 'view' else 'table' end as [kind],
    (select sum(p.rows) from sys.partitions p where p.object_id = o.object_id and p.index_id in (0, 1)) as [rows],
    (select sum(a.total_pages) * 8192 from sys.partitions p join sys.allocation_units a on a.container_id = p.partition_id where p.object_id = o.object_id) as [bytes]
  from sys.objects o join sys.schemas s on s.schema_id = o.schema_id where o.type in ('U', 'V') and o.is_ms_shipped = 0`

const columns = `
  select c.name as [name], coalesce(b.name, t.name) as [base], c.is_nullable as [nullable],
    case when c.is_computed = 1 then 'always' when c.is_identity = 1 then 'default' end as [generated],
    c.max_length as [length], c.precision as [precision], c.scale as [scale]
  from sys.columns c join sys.types t on t.user_type_id = c.user_type_id
    left join sys.types b on b.user_type_id = c.system_type_id and t.is_user_defined = 1
  where c.object_id = object_id(@p1) order by c.column_id`

/** The fields of the indexes, the primary key first, then those that tell records apart, those of few fields before others. */
const indexes = `
  select i.name as [name], c.name as [field], k.key_ordinal as [at], cast(case when i.is_unique = 1 and i.has_filter = 0 and not exists (
      select 1 from sys.index_columns n join sys.columns nc on nc.object_id = n.object_id and nc.column_id = n.column_id
      where n.object_id = i.object_id and n.index_id = i.index_id and n.key_ordinal > 0 and nc.is_nullable = 1) then 1 else 0 end as bit) as [is_key]
  from sys.indexes i join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id and k.key_ordinal > 0
    join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id
  where i.object_id = object_id(@p1) and i.is_disabled = 0
  order by i.is_primary_key desc, (select count(*) from sys.index_columns n where n.object_id = i.object_id and n.index_id = i.index_id and n.key_ordinal > 0), i.index_id, k.key_ordinal`

const references = `
  select f.name as [name], s.name as [schema], o.name as [table], c.name as [field], r.name as [to]
  from sys.foreign_keys f join sys.foreign_key_columns k on k.constraint_object_id = f.object_id
    join sys.objects o on o.object_id = f.referenced_object_id join sys.schemas s on s.schema_id = o.schema_id
    join sys.columns c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.columns r on r.object_id = k.referenced_object_id and r.column_id = k.referenced_column_id
  where f.parent_object_id = object_id(@p1) order by f.name, k.constraint_column_id`

/** A line to a database as what a connector offers of it. One question at a time. */
export function openSession(settings: Settings, line: Connection): ConnectorSession {
  async function* stream(statement: Statement, size: number, toRecords: (rows: AnsweredRow[]) => DataRecord[]) {
    try {
      yield* rowsOf(line, statement, size, toRecords)
    } catch (cause) {
      throw statementError(settings, cause)
    }
  }
  async function ask(text: string, values: unknown[] = [], toRecords = answered): Promise<DataRecord[]> {
    const records: DataRecord[] = []
    for await (const some of stream({ text, values }, 10_000, toRecords)) records.push(...some)
    return records
  }
  const described = new Map<string, DescribedTable>()

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const parts = tableParts(name)
    const [schema, table] = parts.length === 1 ? ['dbo', parts[0]] : parts
    const [row] = await ask(`${tables} and s.name = @p1 and o.name = @p2`, [schema, table])
    if (!row) throw notFound()
    const at = [sqlServerSql.table(nameOf(row, 'name'))]
    const fields = (await ask(columns, at)).map((column) =>
      fieldOf({
        name: String(column['name']),
        base: String(column['base']),
        nullable: column['nullable'] === true,
        generated: (column['generated'] ?? undefined) as FoundField['generated'],
        length: Number(column['length']),
        precision: Number(column['precision']),
        scale: Number(column['scale']),
      }),
    )
    const all = await ask(indexes, at)
    const key = all.find((one) => one['is_key'] === true)?.['name']
    const found = {
      ...foundTable(row),
      fields,
      key: all.filter((one) => one['name'] === key).map((one) => String(one['field'])),
      cursors: likelyCursors(fields, new Set(all.filter((one) => one['at'] === 1).map((one) => String(one['field'])))),
      references: Object.values(Object.groupBy(await ask(references, at), (one) => String(one['name']))).map(
        (same) => ({
          fields: same!.map((one) => String(one['field'])),
          table: nameOf(same![0]!, 'table'),
          to: same!.map((one) => String(one['to'])),
        }),
      ),
    }
    described.set(name, found)
    return found
  }

  const recordsOf = (fields: FoundField[]) => {
    const read = new Map(fields.map((field) => [field.name, readerOf(field)]))
    return (rows: AnsweredRow[]) =>
      answeredRecords((rows[0] ?? []).map(({ metadata: { colName } }) => ({ name: colName, read: read.get(colName) })))(
        rows.map((row) => row.map(({ value }) => value)),
      )
  }

  return {
    discover: async () =>
      (await ask(`${tables} order by case when s.name = 'dbo' then 0 else 1 end, s.name, o.name`)).map(foundTable),
    describe,
    async latest(name, field) {
      const table = await describe(name)
      const { text, values } = selectLatest(sqlServerSql, table, field)
      return (await ask(text, values, recordsOf(table.fields)))[0]?.[field] ?? null
    },
    async lookup(query) {
      const table = await describe(query.table)
      const rows = ({ text, values }: Statement) => ask(text, values, recordsOf(table.fields))
      return lookupTable({ kind: sqlServerSql, rows }, table, query)
    },
    async *query(text, parameters) {
      const values = parameters.map(textParameter)
      for await (const records of stream({ text, values }, 1_000, answered)) yield { records }
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const toRecords = recordsOf(chosenFields(table, query))
      const database = {
        kind: sqlServerSql,
        rows: ({ text, values }: Statement) => ask(text, values, toRecords),
        stream: (statement: Statement, size: number) => stream(statement, size, toRecords),
      }
      yield* readTable(database, table, query, cursor)
    },
    async write(target) {
      return openWriter(settings, (statement) => run(line, statement), await describe(target.table), target)
    },
    close: async () => line.close(),
  }
}

/** Rows of any statement: what their columns are, only the answer says. */
const answered = (rows: AnsweredRow[]): DataRecord[] =>
  answeredRecords((rows[0] ?? []).map(({ metadata: { colName } }) => ({ name: colName })))(
    rows.map((row) => row.map(({ value, metadata }) => answeredValue(value, metadata.type.name, metadata.scale))),
  )

const nameOf = (row: DataRecord, key: string) =>
  row['schema'] === 'dbo' ? tableName(String(row[key])) : tableName(String(row['schema']), String(row[key]))
const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const foundTable = (row: DataRecord): FoundTable => ({
  name: nameOf(row, 'name'),
  kind: row['kind'] as FoundTable['kind'],
  rows: row['kind'] === 'view' ? null : numberOf(row['rows']),
  bytes: row['kind'] === 'view' ? null : numberOf(row['bytes']),
})
