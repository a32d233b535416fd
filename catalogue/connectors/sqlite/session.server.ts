import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ConnectorSession, DescribedTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { lookupTable } from '@weft/kit/sql/lookup-table.ts'
import { readTable } from '@weft/kit/sql/read-table.ts'
import { fieldIn, selectLatest, type Statement } from '@weft/kit/sql/statement.ts'
import { answering, openDatabase, sqliteError } from './database.server.ts'
import { describeTable, findTables } from './describe.server.ts'
import { sqliteSql } from './dialect.ts'
import { keptAs, typeOf, valueOf } from './values.ts'

const most = 1_000
type Bound = Parameters<StatementSync['iterate']>

/** The tables of a file at a place, named in messages by its path. Each question is answered before the next is heard. */
export function openSession(place: string, path: string): ConnectorSession {
  const database = openDatabase(place, path)
  const tables = new Map<string, DescribedTable>()

  const describe = async (name: string): Promise<DescribedTable> => {
    const known = tables.get(name) ?? answering(path, () => describeTable(database, name))
    tables.set(name, known)
    return known
  }
  const rows = async ({ text, values }: Statement, type?: FieldType): Promise<DataRecord[]> =>
    answering(path, () => {
      const { statement, recordsOf } = prepared(database, text, type)
      return recordsOf([...statement.iterate(...(values as Bound))])
    })

  async function* stream({ text, values }: Statement, size: number) {
    const { statement, recordsOf } = answering(path, () => prepared(database, text))
    const fitting = fittingSize(size)
    let waiting: unknown[] = []
    const batch = () => {
      const records = recordsOf(waiting)
      fitting.learn(records)
      waiting = []
      return records
    }
    try {
      for (const row of statement.iterate(...(values as Bound))) {
        waiting.push(row)
        if (waiting.length >= fitting.next()) yield batch()
      }
    } catch (cause) {
      throw sqliteError(path, cause)
    }
    if (waiting.length > 0) yield batch()
  }

  return {
    discover: async () => answering(path, () => findTables(database)),
    describe,
    async latest(name, field) {
      const table = await describe(name)
      const statement = selectLatest(sqliteSql, table, field)
      const [row] = await rows(statement, fieldIn(table, field).type)
      return row?.[field] ?? null
    },
    lookup: async (query) =>
      lookupTable({ kind: sqliteSql, rows: (statement) => rows(statement) }, await describe(query.table), query),
    async *query(text, parameters) {
      const values = parameters.map((value) => keptAs(value, typeof value === 'number' ? 'decimal' : 'text', ''))
      for await (const records of stream({ text, values }, most)) yield { records }
    },
    async *read(query, cursor) {
      yield* readTable(
        { kind: sqliteSql, rows: (statement) => rows(statement), stream },
        await describe(query.table),
        query,
        cursor,
      )
    },
    close: async () => database.close(),
  }
}

/** A statement whose rows come with every whole number exact and as lists: two columns may have one name. `type`: of what is calculated. */
function prepared(database: DatabaseSync, text: string, calculated?: FieldType) {
  const statement = database.prepare(text)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const columns = statement.columns().map(({ name, type }) => {
    const own = type === null && calculated ? calculated : typeOf(type ?? '')
    return { name, read: (value: unknown) => valueOf(value, own) }
  })
  const records = answeredRecords(columns)
  return { statement, recordsOf: (rows: readonly unknown[]) => records(rows as unknown[][]) }
}
