import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { openQueryConnection } from '../../connections/mysql-query-connection.server.ts'
import { explainServer, isLostConnection } from '../failures.ts'
import { bound } from '../query-parameters.ts'
import { full, inPlace } from '../query-places.ts'
import { emptyQuery, longQuery, refusedQuery, wrongSyntax } from '../query-refusals.ts'
import { mostBytes } from '../round-trip.server.ts'
import type { OwnQuery, QueryAnswer } from '../store.ts'
import { givenUp } from '../waiting.ts'
import { cancelQuery } from './cancel.server.ts'
import type { Names } from './names.ts'
import { rowBatches } from './row-batches.server.ts'
import { run } from './rows.server.ts'
import { mysqlSpelling } from './sql-parts.ts'
import { refuseSystemAccess } from './system-access.ts'

export function runQuery(
  pool: mysql.Pool,
  names: Names,
  { most = 1_000, seconds = 10, ...query }: OwnQuery & { most?: number },
): Promise<QueryAnswer> {
  const started = performance.now()
  return reading(pool, names, { ...query, seconds }, async (connection, text) => {
    const { columns, next } = rowBatches(connection, text, { rows: most + 1 }, { bytes: mostBytes.answer, seconds })
    const found = await next()
    return {
      columns: await columns,
      rows: found.slice(0, most),
      more: found.length > most,
      took_ms: Math.round(performance.now() - started),
    }
  })
}

export const explainQuery = (pool: mysql.Pool, names: Names, query: OwnQuery): Promise<string[]> =>
  reading(pool, names, { ...query, seconds: 10 }, async (connection, text) => {
    const plan = await rowBatches(
      connection,
      `explain ${text}`,
      { rows: 1_000 },
      { bytes: mostBytes.answer, seconds: 10 },
    ).next()
    return plan.map(({ table, type, key, rows, Extra }) =>
      [table, type, key && `key ${String(key)}`, rows && `${String(rows)} rows`, Extra].filter(Boolean).join(', '),
    )
  })

export const exportQuery = (
  pool: mysql.Pool,
  names: Names,
  query: OwnQuery,
  take: (columns: string[], batches: AsyncIterable<DataRecord[]>) => Promise<unknown>,
): Promise<void> =>
  reading(pool, names, query, async (connection, text, seconds) => {
    const { columns, next, all } = rowBatches(
      connection,
      text,
      { rows: 1_000, bytes: mostBytes.batch / 4 },
      { bytes: mostBytes.batch, seconds },
    )
    const first = await next() // what is wrong with the query is said before anything is sent
    async function* batches() {
      yield first
      yield* all()
    }
    await take(await columns, first.length > 0 ? batches() : all())
  })

/**
 * A session of its own that can only read, by a login that has no right to anything else; no record waits for it, and it is closed
 * afterwards with whatever the query told it.
 */
async function reading<T>(
  pool: mysql.Pool,
  names: Names,
  { project_id, asker, sql, parameters = {}, seconds = 30, signal }: OwnQuery,
  work: (connection: mysql.Connection, text: string, seconds: number) => Promise<T>,
): Promise<T> {
  if (sql.trim() === '') throw emptyQuery()
  const { text } = bound(sql.trim().replace(/;\s*$/, ''), parameters, mysqlSpelling)
  refuseSystemAccess(text)
  return inPlace(asker, async () => {
    if (signal?.aborted) throw givenUp()
    const { connection, login } = await openQueryConnection(pool, names.database(project_id)).catch(
      (error: unknown) => {
        throw complaintOf(explainServer(error), { seconds, isGivenUp: false })
      },
    )
    let cancelling: Promise<void> | undefined
    const cancel = () => (cancelling ??= cancelQuery(login, connection.threadId))
    signal?.addEventListener('abort', cancel)
    try {
      if (signal?.aborted) throw givenUp()
      await run(connection, `set max_statement_time = ${seconds}`).catch(() =>
        run(connection, `set max_execution_time = ${seconds * 1_000}`),
      ) // MariaDB's, MySQL's
      await run(connection, 'start transaction read only')
      return await work(connection, text, seconds)
    } catch (error) {
      throw complaintOf(error, { seconds, isGivenUp: cancelling !== undefined })
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelling
      connection.destroy()
    }
  })
}

const interrupted = [1317, 1969, 3024]
/** The login has all the connections the server gives it. */
const tooMany = [1203, 1226]

function complaintOf(error: unknown, { seconds, isGivenUp }: { seconds: number; isGivenUp: boolean }): unknown {
  const { errno, message } = error as { errno?: number; message: string }
  if (errno !== undefined && interrupted.includes(errno)) return isGivenUp ? givenUp() : longQuery(seconds, error)
  if (errno !== undefined && tooMany.includes(errno)) return full()
  if (errno === undefined || errno < 1_000 || isLostConnection(error)) return error
  // The server counts lines from the query's own first one.
  const line = /at line (\d+)$/.exec(message)?.[1]
  return errno === 1064
    ? wrongSyntax(message, line === undefined || line === '1' ? undefined : Number(line))
    : refusedQuery(message)
}
