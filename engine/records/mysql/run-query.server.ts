import type { Duplex } from 'node:stream'
import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { isLostConnection } from '../failures.ts'
import { openMysqlConnection } from '../../connections/mysql-pool.server.ts'
import { bound } from '../query-parameters.ts'
import { inPlace } from '../query-places.ts'
import { emptyQuery, longQuery, refusedQuery, wrongSyntax } from '../query-refusals.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import { quoted } from '../sql/quoted.ts'
import type { OwnQuery, QueryAnswer } from '../store.ts'
import { givenUp } from '../waiting.ts'
import { cancelQuery } from './cancel.server.ts'
import { literal, type Names } from './names.ts'
import { rows, run, streaming } from './rows.server.ts'

export function runQuery(pool: mysql.Pool, names: Names, { most = 1_000, seconds = 10, ...query }: OwnQuery & { most?: number }): Promise<QueryAnswer> {
  const started = performance.now()
  return reading(pool, names, { ...query, seconds }, mostBytes.answer, async (connection, text, limited) => {
    const { columns, batches } = opened(connection, text, most + 1)
    const first = await limited(() => batches.next())
    const found = first.done ? [] : first.value
    return { columns: await columns, rows: found.slice(0, most), more: found.length > most, took_ms: Math.round(performance.now() - started) }
  })
}

export const explainQuery = (pool: mysql.Pool, names: Names, query: OwnQuery): Promise<string[]> =>
  reading(pool, names, { ...query, seconds: 10 }, mostBytes.answer, async (connection, text, limited) => {
    const plan = await limited(() => rows<Record<string, unknown>>(connection, `explain ${text}`))
    return plan.map(({ table, type, key, rows, Extra }) => [table, type, key && `key ${String(key)}`, rows && `${String(rows)} rows`, Extra].filter(Boolean).join(', '))
  })

export const exportQuery = (pool: mysql.Pool, names: Names, query: OwnQuery, take: (columns: string[], batches: AsyncIterable<DataRecord[]>) => Promise<unknown>): Promise<void> =>
  reading(pool, names, query, mostBytes.batch, async (connection, text, limited) => {
    const { columns, batches } = opened(connection, text, 1_000)
    const next = () => limited(() => batches.next())
    const first = await next() // what is wrong with the query is said before anything is sent
    async function* all() {
      for (let batch = first; !batch.done; batch = await next()) yield batch.value
    }
    await take(await columns, all())
  })

/** Rows as they come from the server, so many at a time, and the columns with the first of them. */
function opened(connection: mysql.Connection, text: string, size: number) {
  const columns = Promise.withResolvers<string[]>()
  columns.promise.catch(heardElsewhere)
  const query = streaming(connection).query(text)
  query.on('fields', (fields: { name: string }[] | undefined) => columns.resolve((fields ?? []).map(({ name }) => name)))
  async function* batches() {
    let batch: DataRecord[] = []
    try {
      for await (const row of query.stream({ highWaterMark: 1_000 }) as AsyncIterable<DataRecord>) {
        batch.push(row)
        if (batch.length < size) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
      columns.resolve([])
    } catch (error) {
      columns.reject(error)
      throw error
    }
  }
  return { columns: columns.promise, batches: batches() }
}

/** Comments and brackets may stand before it, nothing else. */
const reads = /^(?:\s|\(|--[^\n]*\n|#[^\n]*\n|\/\*(?!!)[\s\S]*?\*\/)*(?:select|with|values|table)\b/i

type Limited = <T>(ask: () => Promise<T>) => Promise<T>

/** A session of its own that can only read, which no record waits for and which is closed afterwards with whatever the query told it. */
async function reading<T>(pool: mysql.Pool, names: Names, { project_id, asker, sql, parameters = {}, seconds = 30, signal }: OwnQuery, bytes: number, work: (connection: mysql.Connection, text: string, limited: Limited) => Promise<T>): Promise<T> {
  if (sql.trim() === '') throw emptyQuery()
  if (!reads.test(sql)) throw wrongSyntax('SELECT …')
  const { text } = bound(sql.trim().replace(/;\s*$/, ''), parameters, written)
  return inPlace(asker, async () => {
    if (signal?.aborted) throw givenUp()
    const connection = await openMysqlConnection(pool)
    const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection
    const limited: Limited = (ask) => roundTrip(stream, { bytes, seconds }, ask)
    let cancelling: Promise<void> | undefined
    const cancel = () => (cancelling ??= cancelQuery(pool, connection.threadId))
    signal?.addEventListener('abort', cancel)
    try {
      await run(connection, `use ${quoted(names.database(project_id))}`)
      await run(connection, `set max_statement_time = ${seconds}`).catch(() => run(connection, `set max_execution_time = ${seconds * 1_000}`)) // MariaDB's, MySQL's
      await run(connection, 'start transaction read only')
      return await work(connection, text, limited)
    } catch (error) {
      throw complaintOf(error, { seconds, isGivenUp: cancelling !== undefined })
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelling
      connection.destroy()
    }
  })
}

function written(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : literal(String(value))
}

const interrupted = [1317, 1969, 3024]

function complaintOf(error: unknown, { seconds, isGivenUp }: { seconds: number; isGivenUp: boolean }): unknown {
  const { errno, message } = error as { errno?: number; message: string }
  if (errno !== undefined && interrupted.includes(errno)) return isGivenUp ? givenUp() : longQuery(seconds, error)
  if (errno === undefined || errno < 1_000 || isLostConnection(error)) return error
  // The server counts lines from the query's own first one.
  const line = /at line (\d+)$/.exec(message)?.[1]
  return errno === 1064 ? wrongSyntax(message, line === undefined || line === '1' ? undefined : Number(line)) : refusedQuery(message)
}
