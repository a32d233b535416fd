import type { ConnectorSession, DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { chosenFields, selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import { textParameter } from '@weft/kit/sql/text-parameter.ts'
import oracledb, { type Connection } from 'oracledb'
import { fieldOf, oracleSql, readerOf } from './fields.ts'
import { closeLine, statementError, type Settings } from './line.server.ts'
import { openWriter } from './write.server.ts'

const tables = `
  select o.owner as "schema", o.object_name as "name", lower(o.object_type) as "kind", t.num_rows as "rows",
    case when o.owner = sys_context('userenv', 'current_schema') then 1 else 0 end as "own"
  from all_objects o left join all_tables t on t.owner = o.owner and t.table_name = o.object_name
  where o.object_type in ('TABLE', 'VIEW') and o.oracle_maintained = 'N' and o.secondary = 'N' and o.object_name not like 'BIN$%'`

const columns = `
  select c.column_name as "name", regexp_replace(c.data_type, '\\(\\d+\\)', '') as "base", c.nullable as "nullable", c.char_length as "length",
    c.data_precision as "precision", c.data_scale as "scale",
    case when c.virtual_column = 'YES' then 'always' when i.generation_type = 'ALWAYS' then 'always' when i.generation_type is not null then 'default' end as "generated"
  from all_tab_cols c left join all_tab_identity_cols i on i.owner = c.owner and i.table_name = c.table_name and i.column_name = c.column_name
  where c.owner = :1 and c.table_name = :2 and c.hidden_column = 'NO' order by c.column_id`

/** The fields of what tells records apart, the primary key first, those of few fields before others. */
const keys = `
  select i.index_name as "name", c.column_name as "field", c.column_position as "at",
    case when i.uniqueness = 'UNIQUE' and not exists (select 1 from all_ind_columns n
        join all_tab_cols t on t.owner = n.table_owner and t.table_name = n.table_name and t.column_name = n.column_name
        where n.index_owner = i.owner and n.index_name = i.index_name and (t.nullable = 'Y' or t.hidden_column = 'YES')) then 1 else 0 end as "is_key"
  from all_indexes i join all_ind_columns c on c.index_owner = i.owner and c.index_name = i.index_name
    left join all_constraints p on p.owner = i.table_owner and p.table_name = i.table_name and p.constraint_type = 'P' and p.index_name = i.index_name
  where i.table_owner = :1 and i.table_name = :2
  order by nvl2(p.constraint_name, 0, 1), (select count(*) from all_ind_columns n where n.index_owner = i.owner and n.index_name = i.index_name), i.index_name, c.column_position`

const references = `
  select f.constraint_name as "name", u.owner as "schema", u.table_name as "table", a.column_name as "field", b.column_name as "to",
    case when u.owner = sys_context('userenv', 'current_schema') then 1 else 0 end as "own"
  from all_constraints f join all_constraints u on u.owner = f.r_owner and u.constraint_name = f.r_constraint_name
    join all_cons_columns a on a.owner = f.owner and a.constraint_name = f.constraint_name
    join all_cons_columns b on b.owner = u.owner and b.constraint_name = u.constraint_name and b.position = a.position
  where f.owner = :1 and f.table_name = :2 and f.constraint_type = 'R' order by f.constraint_name, a.position`

/** A column of an answer, as much of it as is needed here. */
type Answered = { name: string; dbTypeName?: string }

/** A line to a database as what a connector offers of it. One question at a time. */
export function openSession(settings: Settings, line: Connection): ConnectorSession {
  type ToRecords = (rows: unknown[][], columns: readonly Answered[]) => DataRecord[]

  async function* stream({ text, values }: Statement, size: number, toRecords: ToRecords) {
    try {
      const { resultSet, metaData } = await line.execute<unknown[]>(text, values as never[], {
        resultSet: true,
        outFormat: oracledb.OUT_FORMAT_ARRAY,
        fetchTypeHandler: asText,
      })
      // A statement that answers with nothing has changed something.
      if (!resultSet) return void (await line.commit())
      const fitting = fittingSize(size)
      try {
        for (;;) {
          const rows = await resultSet.getRows(fitting.next())
          if (rows.length === 0) return
          const records = toRecords(rows, metaData ?? resultSet.metaData)
          fitting.learn(records)
          yield records
        }
      } finally {
        await resultSet.close()
      }
    } catch (cause) {
      throw statementError(settings, cause)
    }
  }
  async function ask(statement: Statement, toRecords: ToRecords = answered): Promise<DataRecord[]> {
    const records: DataRecord[] = []
    for await (const some of stream(statement, 10_000, toRecords)) records.push(...some)
    return records
  }
  const described = new Map<string, DescribedTable>()

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const parts = tableParts(name)
    const values = parts.length === 1 ? [null, parts[0]] : parts
    const [row] = await ask({
      text: `${tables} and o.owner = nvl(:1, sys_context('userenv', 'current_schema')) and o.object_name = :2`,
      values,
    })
    if (!row) throw notFound()
    const at = [row['schema'], row['name']]
    const fields = (await ask({ text: columns, values: at })).map((column) =>
      fieldOf({
        name: String(column['name']),
        base: String(column['base']),
        nullable: column['nullable'] === 'Y',
        generated: (column['generated'] ?? undefined) as FoundField['generated'],
        length: Number(column['length']),
        precision: numberOf(column['precision']),
        scale: numberOf(column['scale']),
      }),
    )
    const all = await ask({ text: keys, values: at })
    const key = all.find((one) => one['is_key'] === '1')?.['name']
    const others = Object.groupBy(await ask({ text: references, values: at }), (one) => String(one['name']))
    const found = {
      ...foundTable(row),
      fields,
      key: all.filter((one) => one['name'] === key).map((one) => String(one['field'])),
      cursors: likelyCursors(
        fields,
        new Set(all.filter((one) => one['at'] === '1').map((one) => String(one['field']))),
      ),
      references: Object.values(others).map((same) => ({
        fields: same!.map((one) => String(one['field'])),
        table: nameOf(same![0]!, 'table'),
        to: same!.map((one) => String(one['to'])),
      })),
    }
    described.set(name, found)
    return found
  }

  const recordsOf = (fields: FoundField[]): ToRecords => {
    const read = new Map(fields.map((field) => [field.name, readerOf(field)]))
    return (rows, answer) => answeredRecords(answer.map(({ name }) => ({ name, read: read.get(name) })))(rows)
  }

  return {
    discover: async () =>
      (await ask({ text: `${tables} order by "own" desc, "schema", "name"`, values: [] })).map(foundTable),
    describe,
    async latest(name, field) {
      const table = await describe(name)
      return (await ask(selectLatest(oracleSql, table, field), recordsOf(table.fields)))[0]?.[field] ?? null
    },
    async lookup(query) {
      const table = await describe(query.table)
      return lookupTable({ kind: oracleSql, rows: (one) => ask(one, recordsOf(table.fields)) }, table, query)
    },
    async *query(text, parameters) {
      const values = parameters.map(textParameter)
      for await (const records of stream({ text, values }, 1_000, answered)) yield { records }
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const toRecords = recordsOf(chosenFields(table, query))
      const database = {
        kind: oracleSql,
        rows: (statement: Statement) => ask(statement, toRecords),
        stream: (statement: Statement, size: number) => stream(statement, size, toRecords),
      }
      yield* readTable(database, table, query, cursor)
    },
    write: async (target) => openWriter(settings, line, await describe(target.table), target),
    close: async () => void (await closeLine(line)),
  }
}

/** Numbers with all their digits, and what is large with the row it belongs to. */
function asText({ dbType }: { dbType?: unknown }) {
  if (dbType === oracledb.DB_TYPE_NUMBER) return { type: oracledb.STRING }
  if (dbType === oracledb.DB_TYPE_CLOB || dbType === oracledb.DB_TYPE_NCLOB) return { type: oracledb.STRING }
  return dbType === oracledb.DB_TYPE_BLOB ? { type: oracledb.BUFFER } : undefined
}

/** Rows of any statement: what their columns are, only the answer says. */
const answered = (rows: unknown[][], columns: readonly Answered[]): DataRecord[] =>
  answeredRecords(
    columns.map(({ name, dbTypeName = '' }) => ({ name, read: (value: unknown) => plain(value, dbTypeName) })),
  )(rows)

function plain(value: unknown, type: string): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (value instanceof Date) {
    const hasZone = type.includes('TIME ZONE')
    // Without a zone the driver takes it for a time of this machine's.
    const at = hasZone ? value : new Date(value.getTime() - value.getTimezoneOffset() * 60_000)
    return `${at
      .toISOString()
      .slice(0, -1)
      .replace(/\.?0+$/, '')}${hasZone ? 'Z' : ''}`
  }
  return typeof value === 'number' ? String(value) : value
}

const nameOf = (row: DataRecord, key: string) =>
  row['own'] === '1' ? tableName(String(row[key])) : tableName(String(row['schema']), String(row[key]))
const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const foundTable = (row: DataRecord): FoundTable => ({
  name: nameOf(row, 'name'),
  kind: row['kind'] as FoundTable['kind'],
  rows: numberOf(row['rows']),
  bytes: null,
})
