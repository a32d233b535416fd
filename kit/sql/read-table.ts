import type { DescribedTable, ReadBatch, TableQuery } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { fittingSize } from './fitting.ts'
import { chosenFields, cursorFields, selectPage, type KeyCursor, type SqlKind, type Statement } from './statement.ts'

type Database = {
  kind: SqlKind
  /** Runs a statement and answers its rows as records carry them. */
  rows(statement: Statement): Promise<DataRecord[]>
  /** The same row after row, for what has no key; `size` rows at a time. */
  stream(statement: Statement, size: number): AsyncIterable<DataRecord[]>
}

const batchSize = 1_000

/**
 * The records of a table: page by page by its key, or by when they were changed, so that the reading can go on behind any of them, or in one go where it has no key or
 * another order is asked for.
 */
export async function* readTable(
  { kind, rows, stream }: Database,
  table: DescribedTable,
  query: TableQuery,
  cursor?: unknown,
): AsyncIterable<ReadBatch> {
  const size = Math.min(Math.max(query.batch ?? batchSize, 1), 10_000)
  if (table.key.length === 0 || query.order !== undefined) {
    const statement = selectPage(kind, table, query, { size: query.limit })
    for await (const records of stream(statement, size)) yield { records }
    return
  }
  const hidden = hiddenKey(table, query)
  const fitting = fittingSize(size)
  function ask(at?: KeyCursor): Page | undefined {
    const count = at?.count ?? 0
    const most = Math.min(fitting.next(), (query.limit ?? Infinity) - count)
    if (most <= 0) return undefined
    const records = rows(selectPage(kind, table, query, { cursor: at, size: most }))
    records.catch(heardElsewhere)
    return { records, most, count }
  }
  // The database looks for the next page while this one is worked on.
  for (let page = ask(cursor as KeyCursor | undefined); page;) {
    const { most, count } = page
    const records = await page.records
    if (records.length === 0) return
    fitting.learn(records)
    const last = records.at(-1)!
    const at = { after: cursorFields(table, query).map((name) => last[name]), count: count + records.length }
    page = records.length < most ? undefined : ask(at)
    for (const record of records) for (const name of hidden) delete record[name]
    yield { records, cursor: at }
  }
}

type Page = { records: Promise<DataRecord[]>; most: number; count: number }

/** Key fields that were read for the cursor and asked for by nobody. */
const hiddenKey = (table: DescribedTable, query: TableQuery) =>
  query.fields ? chosenFields(table, query).flatMap(({ name }) => (query.fields!.includes(name) ? [] : [name])) : []
