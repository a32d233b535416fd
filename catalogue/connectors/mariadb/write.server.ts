import type { Connection, ResultSetHeader } from 'mysql2/promise'
import type { DescribedTable, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { openBatchMarkers } from '@weft/kit/sql/batch-markers.ts'
import type { Lines } from '@weft/kit/sql/line-tables.ts'
import type { Applied, SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import { mariadbSql } from './fields.ts'
import { openInserts } from './inserts.server.ts'
import { statementError, type Settings } from './line.server.ts'
import { serverKind } from './server-kind.server.ts'
import { keysThere, openUpserts } from './upserts.server.ts'
import { statementOf } from './write-statement.ts'

/** Writes a batch in one transaction, each part of it in one statement, or two where records are changed or added. */
export async function openWriter(
  settings: Settings,
  connection: Connection,
  table: DescribedTable,
  target: WriteTarget,
  lines: readonly Lines[],
): Promise<TableWriter> {
  const kind = await serverKind(connection)
  const run = async (write: SqlWrite) =>
    (await connection.query<ResultSetHeader>(...statementOf(write, kind.listed)))[0].affectedRows
  const inserted = openInserts(connection, kind)
  const upserted = openUpserts(connection, kind, run)
  const database = {
    async apply(write: SqlWrite): Promise<number | Applied> {
      if (write.mode === 'insert') return write.wanted.length > 0 ? inserted(write) : run(write)
      const count = write.mode === 'upsert' ? await upserted(write) : await run(write)
      return write.wanted.length === 0 ? count : { count, made: await keysThere(connection, kind, write) }
    },
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      try {
        await connection.query('start transaction')
        const done = await work()
        await connection.query('commit')
        return done
      } catch (error) {
        await connection.query('rollback').catch(ignore('where the line is gone the server has rolled back by itself'))
        throw error
      }
    },
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      await connection.query('savepoint part')
      try {
        return await work()
      } catch (error) {
        if (refusal(error)) await connection.query('rollback to savepoint part')
        throw error
      }
    },
    refusal,
    markers: (marker: { job: string; step: string }) =>
      openBatchMarkers(
        mariadbSql,
        async ({ text, values }) => (await connection.query(text, values))[0] as DataRecord[],
        marker,
        'longtext',
      ),
    failure: (cause: unknown) => statementError(settings, cause),
  }

  return writerOf(database, table, target, lines)
}

/** Data that cannot be, and rules that stand against it: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const refusals = new Set([
  1048, 1062, 1216, 1217, 1264, 1265, 1292, 1364, 1366, 1406, 1411, 1451, 1452, 1525, 1586, 1644, 1690, 1906, 3140,
  3819, 4025,
])
function refusal(error: unknown) {
  if (!refusals.has((error as { errno?: number }).errno ?? 0)) return undefined
  const said = messageOf(error)
  const field = /column ['`]([^'`]+)['`]/i.exec(said)?.[1]?.split('.').at(-1)
  return { reason: quotedTexts(said), ...(field && { field }) }
}
