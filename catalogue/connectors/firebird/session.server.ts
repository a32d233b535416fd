import type { ConnectorSession, DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import type { Database } from 'node-firebird'
import { fieldOf, firebirdSql } from './fields.ts'
import { closeLine, inTransaction, statementError, whileOpen, type Settings } from './line.server.ts'
import { rowsOf } from './rows.server.ts'
import { heardWhileOpen } from './while-open.server.ts'
import { openWriter } from './write.server.ts'

const tables = `
  select trim(trailing from rdb$relation_name) as "name", case when rdb$view_blr is null then 'table' else 'view' end as "kind"
  from rdb$relations where coalesce(rdb$system_flag, 0) = 0`

const columns = `
  select trim(trailing from r.rdb$field_name) as "name", f.rdb$field_type as "type", coalesce(f.rdb$field_sub_type, 0) as "sub_type",
    coalesce(f.rdb$field_scale, 0) as "scale", coalesce(f.rdb$field_precision, 0) as "precision",
    coalesce(f.rdb$character_length, f.rdb$field_length, 0) as "length", iif(f.rdb$character_set_id = 1, 1, 0) as "is_binary",
    iif(coalesce(r.rdb$null_flag, 0) = 1 or coalesce(f.rdb$null_flag, 0) = 1, 0, 1) as "nullable",
    case when f.rdb$computed_blr is not null then 'always' when r.rdb$identity_type is not null then 'default' end as "generated"
  from rdb$relation_fields r join rdb$fields f on f.rdb$field_name = r.rdb$field_source
  where r.rdb$relation_name = ? order by r.rdb$field_position`

/** The fields of the indexes, the primary key first, then those that tell records apart, those of few fields before others. */
const indexes = `
  select trim(trailing from i.rdb$index_name) as "name", trim(trailing from s.rdb$field_name) as "field", s.rdb$field_position as "at",
    iif(i.rdb$unique_flag = 1 and not exists (select 1 from rdb$index_segments n
      join rdb$relation_fields r on r.rdb$relation_name = i.rdb$relation_name and r.rdb$field_name = n.rdb$field_name
      join rdb$fields f on f.rdb$field_name = r.rdb$field_source
      where n.rdb$index_name = i.rdb$index_name and coalesce(r.rdb$null_flag, 0) = 0 and coalesce(f.rdb$null_flag, 0) = 0), 1, 0) as "is_key"
  from rdb$indices i join rdb$index_segments s on s.rdb$index_name = i.rdb$index_name
    left join rdb$relation_constraints c on c.rdb$index_name = i.rdb$index_name and c.rdb$constraint_type = 'PRIMARY KEY'
  where i.rdb$relation_name = ? and coalesce(i.rdb$index_inactive, 0) = 0 and i.rdb$expression_blr is null
  order by iif(c.rdb$constraint_name is null, 1, 0), i.rdb$segment_count, i.rdb$index_name, s.rdb$field_position`

const references = `
  select trim(trailing from c.rdb$constraint_name) as "name", trim(trailing from u.rdb$relation_name) as "table",
    trim(trailing from s.rdb$field_name) as "field", trim(trailing from t.rdb$field_name) as "to"
  from rdb$relation_constraints c join rdb$ref_constraints r on r.rdb$constraint_name = c.rdb$constraint_name
    join rdb$relation_constraints u on u.rdb$constraint_name = r.rdb$const_name_uq
    join rdb$index_segments s on s.rdb$index_name = c.rdb$index_name
    join rdb$index_segments t on t.rdb$index_name = u.rdb$index_name and t.rdb$field_position = s.rdb$field_position
  where c.rdb$relation_name = ? and c.rdb$constraint_type = 'FOREIGN KEY' order by c.rdb$constraint_name, s.rdb$field_position`

type Row = Record<string, string | number | null>
const most = 1_000

/** A line to a database as what a connector offers of it. One question at a time. */
export function openSession(settings: Settings, line: Database): ConnectorSession {
  const told = whileOpen(line)
  const failed = (cause: unknown) => Promise.reject(statementError(settings, cause))
  const ask = (text: string, values: readonly unknown[] = []): Promise<DataRecord[]> =>
    inTransaction(line, true, async (trx) => {
      const records: DataRecord[] = []
      for await (const { columns, rows } of rowsOf(trx, text, values, () => most))
        records.push(...answeredRecords(columns.map(({ alias }) => ({ name: alias })))(rows))
      return records
    }).catch(failed)
  const described = new Map<string, DescribedTable>()

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const [own, more] = tableParts(name)
    const [row] = own !== undefined && more === undefined ? await ask(`${tables} and rdb$relation_name = ?`, [own]) : []
    if (!row) throw notFound()
    const fields = ((await ask(columns, [own])) as Row[]).map((column) =>
      fieldOf({
        name: String(column['name']),
        type: Number(column['type']),
        sub_type: Number(column['sub_type']),
        scale: Number(column['scale']),
        precision: Number(column['precision']),
        length: Number(column['length']),
        is_binary: column['is_binary'] === 1,
        nullable: column['nullable'] === 1,
        generated: (column['generated'] as FoundField['generated'] | null)?.trim() as FoundField['generated'],
      }),
    )
    const all = (await ask(indexes, [own])) as Row[]
    const key = all.find((one) => one['is_key'] === 1)?.['name']
    const found = {
      ...foundTable(row),
      fields,
      key: all.filter((one) => one['name'] === key).map((one) => String(one['field'])),
      cursors: likelyCursors(fields, new Set(all.filter((one) => one['at'] === 0).map((one) => String(one['field'])))),
      references: Object.values(
        Object.groupBy((await ask(references, [own])) as Row[], (one) => String(one['name'])),
      ).map((same) => ({
        fields: same!.map((one) => String(one['field'])),
        table: tableName(String(same![0]!['table'])),
        to: same!.map((one) => String(one['to'])),
      })),
    }
    described.set(name, found)
    return found
  }

  /** Row after row, in a transaction that lasts until it is heard to its end. */
  async function* stream(text: string, values: readonly unknown[], size: number, readOnly: boolean) {
    const trx = await told(line.transactionAsync({ readOnly, wait: true, waitTimeout: 60 })).catch(failed)
    const fitting = fittingSize(size)
    let isWhole = false
    try {
      for await (const { columns, rows } of heardWhileOpen(told, rowsOf(trx, text, values, fitting.next))) {
        const records = answeredRecords(columns.map(({ alias }) => ({ name: alias })))(rows)
        fitting.learn(records)
        yield records
      }
      isWhole = true
    } catch (cause) {
      throw statementError(settings, cause)
    } finally {
      await told(isWhole ? trx.commitAsync() : trx.rollbackAsync()).catch(isWhole ? failed : () => undefined)
    }
  }

  const rows = ({ text, values }: Statement) => ask(text, values)
  return {
    discover: async () => (await ask(`${tables} order by rdb$relation_name`)).map(foundTable),
    describe,
    async latest(name, field) {
      const [row] = await rows(selectLatest(firebirdSql, await describe(name), field))
      return row?.[field] ?? null
    },
    lookup: async (query) => lookupTable({ kind: firebirdSql, rows }, await describe(query.table), query),
    async *query(text, parameters) {
      for await (const records of stream(text, parameters.map(asParameter), most, false)) yield { records }
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const database = {
        kind: firebirdSql,
        rows,
        stream: ({ text, values }: Statement, size: number) => stream(text, values, size, true),
      }
      yield* readTable(database, table, query, cursor)
    },
    write: async (target) => openWriter(settings, line, await describe(target.table), target),
    close: async () => void (await closeLine(line)),
  }
}

function asParameter(value: unknown) {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const foundTable = (row: DataRecord): FoundTable => ({
  name: tableName(String(row['name'])),
  kind: String(row['kind']).trim() as FoundTable['kind'],
  rows: null,
  bytes: null,
})
