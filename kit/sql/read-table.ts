import type { DescribedTable, ReadBatch, TableQuery } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { readPages, sizeOfBatch } from './read-pages.ts'
import { chosenFields, cursorFields, selectPage, type KeyCursor, type SqlKind, type Statement } from './statement.ts'

type Database = {
  kind: SqlKind
  /** Runs a statement and answers its rows as records carry them. */
  rows(statement: Statement): Promise<DataRecord[]>
  /** The same row after row, for what has no key; `size` rows at a time. */
  stream(statement: Statement, size: number): AsyncIterable<DataRecord[]>
}

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
  const size = sizeOfBatch(query.batch)
  if (table.key.length === 0 || query.order !== undefined) {
    const statement = selectPage(kind, table, query, { size: query.limit })
    for await (const records of stream(statement, size)) yield { records }
    return
  }
  const hidden = hiddenKey(table, query)
  const names = cursorFields(table, query)
  yield* readPages<unknown[]>({
    size,
    limit: query.limit,
    from: cursor as KeyCursor | undefined,
    async find(at, most) {
      const records = await rows(selectPage(kind, table, query, { cursor: at, size: most }))
      return { records, keyAt: (place) => names.map((name) => records[place]![name]) }
    },
    trim(records) {
      for (const record of records) for (const name of hidden) delete record[name]
    },
  })
}

/** Key fields that were read for the cursor and asked for by nobody. */
const hiddenKey = (table: DescribedTable, query: TableQuery) =>
  query.fields ? chosenFields(table, query).flatMap(({ name }) => (query.fields!.includes(name) ? [] : [name])) : []
