import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { queryOptions } from '../../connections/query-login.server.ts'
import { bound } from '../query-parameters.ts'
import { inPlace } from '../query-places.ts'
import { emptyQuery, longQuery, refusedQuery, wrongSyntax } from '../query-refusals.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import type { OwnQuery, QueryAnswer } from '../store.ts'
import { explainServer, isLostConnection } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { givenUp } from '../waiting.ts'
import { cancelQuery } from './cancel.server.ts'
import { projectSchema } from './names.ts'
import { refuseSystemAccess } from './system-access.server.ts'

/** Runs a user's own query: it can only read, sees the project's tables first, and ends after some seconds, rows or bytes. */
export function runQuery(
  pool: pg.Pool,
  { most = 1_000, seconds = 10, ...query }: OwnQuery & { most?: number },
): Promise<QueryAnswer> {
  const started = performance.now()
  return reading(pool, { ...query, seconds }, mostBytes.answer, async (ask, { opening }) => {
    await ask(opening)
    const { rows, fields } = await ask<DataRecord>(`fetch ${most + 1} from asked`)
    return {
      columns: fields.map(({ name }) => name),
      rows: rows.slice(0, most),
      more: rows.length > most,
      took_ms: Math.round(performance.now() - started),
    }
  })
}

/** Whether a user's own query could run, and how the database would do it, without running it. */
export function explainQuery(pool: pg.Pool, query: OwnQuery): Promise<string[]> {
  return reading(pool, { ...query, seconds: 10 }, mostBytes.answer, async (ask, { text, values }) => {
    const { rows } = await ask<{ 'QUERY PLAN': string }>({
      text: `explain ${text}`,
      values,
      queryMode: 'extended',
    } as pg.QueryConfig)
    return rows.map((row) => row['QUERY PLAN'])
  })
}

/** All rows of a user's own query, batch by batch; its columns are known with the first. */
export async function exportQuery(
  pool: pg.Pool,
  query: OwnQuery,
  take: (columns: string[], batches: AsyncIterable<DataRecord[]>) => Promise<unknown>,
): Promise<void> {
  await reading(pool, query, mostBytes.batch, async (ask, { opening }) => {
    await ask(opening)
    const next = () => ask<DataRecord>('fetch 1000 from asked')
    const first = await next()
    async function* batches() {
      for (let { rows } = first; rows.length > 0; { rows } = await next()) yield rows
    }
    await take(
      first.fields.map(({ name }) => name),
      batches(),
    )
  })
}

type Bound = { text: string; values: unknown[]; /** Opens the cursor that is fetched from. */ opening: pg.QueryConfig }
type Ask = <R extends pg.QueryResultRow>(query: string | pg.QueryConfig) => Promise<pg.QueryResult<R>>
type Work<T> = (ask: Ask, bound: Bound) => Promise<T>

const opening = 'declare asked no scroll cursor for '

/**
 * A transaction that can only read; a cursor takes one SELECT and nothing else, and the extended protocol no second statement behind it.
 * The connection is the query's own: records never wait for it, and what it leaves in its session, such as an advisory lock, goes with it.
 */
async function reading<T>(
  pool: pg.Pool,
  { project_id, asker, sql, parameters = {}, seconds = 30, signal }: OwnQuery,
  bytes: number,
  work: Work<T>,
): Promise<T> {
  if (sql.trim() === '') throw emptyQuery()
  const query = bound(sql.trim().replace(/;\s*$/, ''), parameters)
  await refuseSystemAccess(query.text)
  return inPlace(asker, async () => {
    const options = await queryOptions(pool, projectSchema(project_id)).catch((error: unknown) => {
      throw explainServer(error)
    })
    if (signal?.aborted) throw givenUp()
    const client = new PostgresClient(options) as pg.Client & { connection: { stream: Duplex } }
    client.on('error', ignore('the connection of a query is gone, which the query is told'))
    let cancelling: Promise<void> | undefined
    const cancel = () => (cancelling ??= cancelQuery(options, client))
    try {
      await client.connect()
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) throw givenUp()
      const ask: Ask = (asked) => roundTrip(client.connection.stream, { bytes, seconds }, () => client.query(asked))
      await ask(
        `begin read only; set local search_path = ${quoteIdentifier(projectSchema(project_id))}, public; set local statement_timeout = ${seconds * 1_000}`,
      )
      return await work(ask, {
        ...query,
        opening: { text: opening + query.text, values: query.values, queryMode: 'extended' } as pg.QueryConfig,
      })
    } catch (error) {
      if (isLostConnection(error)) throw error
      throw complaintOf(error, { sql, seconds, isGivenUp: cancelling !== undefined })
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelling
      await client.end().catch(ignore('the connection of a query is gone'))
    }
  })
}

/** What the database says of a query, with its line; what is none of its errors stays as it is. */
function complaintOf(
  error: unknown,
  { sql, seconds, isGivenUp }: { sql: string; seconds: number; isGivenUp: boolean },
): unknown {
  const { code, message: detail, position } = error as { code?: string; message: string; position?: string }
  if (code === '57014') return isGivenUp ? givenUp() : longQuery(seconds, error)
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error
  const line = position && lineAt(sql.trimStart(), Number(position) - 1 - opening.length)
  if (code === '42601') return wrongSyntax(detail, line || undefined)
  return refusedQuery(detail, line || undefined)
}

/** Values stand in the text as `$1`, which keeps lines as they are; with only one line nobody asks for its number. */
const lineAt = (sql: string, at: number) =>
  sql.includes('\n') && at >= 0 ? sql.slice(0, at).split('\n').length : undefined
