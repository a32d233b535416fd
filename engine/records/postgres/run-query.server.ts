import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { queryOptions } from '../../connections/query-login.server.ts'
import { bound } from '../query-parameters.ts'
import { inPlace } from '../query-places.ts'
import { nameAt, ownerOf, tableBehind, type NameInQuery } from '../query-names.ts'
import { postgresPlan } from '../query-plan.ts'
import {
  ambiguousField,
  emptyQuery,
  longQuery,
  placeIn,
  refusedQuery,
  unknownName,
  wrongSyntax,
} from '../query-refusals.ts'
import { postgresType } from '../query-types.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import type { OwnQuery, QueryAnswer, QueryPlan } from '../store.ts'
import { explainServer, isLostConnection } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { givenUp } from '../waiting.ts'
import { cancelQuery } from './cancel.server.ts'
import { projectSchema } from './names.ts'

/** Runs a user's own query: it can only read, sees the project's tables first, and ends after some seconds, rows or bytes. */
export function runQuery(
  pool: pg.Pool,
  { most = 1_000, seconds = 10, ...query }: OwnQuery & { most?: number },
): Promise<QueryAnswer> {
  const started = performance.now()
  return reading(pool, { ...query, seconds }, mostBytes.answer, async (ask, behind) => {
    await ask(behind(opening))
    const { rows, fields } = await ask<DataRecord>(`fetch ${most + 1} from asked`)
    return {
      columns: fields.map(({ name }) => name),
      types: fields.map(({ dataTypeID }) => postgresType(dataTypeID)),
      rows: rows.slice(0, most),
      more: rows.length > most,
      took_ms: Math.round(performance.now() - started),
    }
  })
}

/** Whether a user's own query could run, and how the database would do it, without running it. */
export function explainQuery(pool: pg.Pool, query: OwnQuery): Promise<QueryPlan> {
  return reading(pool, { ...query, seconds: 10 }, mostBytes.answer, async (ask, behind) => {
    const lines = await ask<{ 'QUERY PLAN': string }>(behind('explain '))
    const { rows } = await ask<{ 'QUERY PLAN': unknown }>(behind('explain (format json) '))
    return { lines: lines.rows.map((row) => row['QUERY PLAN']), root: postgresPlan(rows[0]!['QUERY PLAN']) }
  })
}

/** All rows of a user's own query, batch by batch; its columns are known with the first. */
export async function exportQuery(
  pool: pg.Pool,
  query: OwnQuery,
  take: (columns: string[], batches: AsyncIterable<DataRecord[]>) => Promise<unknown>,
): Promise<void> {
  await reading(pool, query, mostBytes.batch, async (ask, behind) => {
    await ask(behind(opening))
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

/** The query behind words of ours, such as those that open a cursor. */
type Behind = (words: string) => pg.QueryConfig
type Ask = <R extends pg.QueryResultRow>(query: string | pg.QueryConfig) => Promise<pg.QueryResult<R>>
type Work<T> = (ask: Ask, behind: Behind) => Promise<T>

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
  const query = bound(sql.replace(/;\s*$/, ''), parameters)
  const own = projectSchema(project_id)
  // PostgreSQL's own parser takes 7 MB, which nobody needs who writes no queries.
  const { refuseSystemAccess } = await import('./system-access.server.ts')
  await refuseSystemAccess(query, { sql, own })
  let words = ''
  const behind: Behind = (before) => {
    words = before
    return { text: before + query.text, values: query.values, queryMode: 'extended' } as pg.QueryConfig
  }
  return inPlace(asker, async () => {
    const options = await queryOptions(pool, own).catch((error: unknown) => {
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
        `begin read only; set local search_path = ${quoteIdentifier(own)}, public; set local statement_timeout = ${seconds * 1_000}`,
      )
      return await work(ask, behind)
    } catch (error) {
      if (isLostConnection(error)) throw error
      const placeOf = (at: number) => query.placeOf(utf16Index(query.text, at - 1 - words.length))
      throw complaintOf(error, { sql, seconds, placeOf, isGivenUp: cancelling !== undefined })
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelling
      await client.end().catch(ignore('the connection of a query is gone'))
    }
  })
}

/** What the database says of a query, with its place; what is none of its errors stays as it is. */
function complaintOf(
  error: unknown,
  {
    sql,
    seconds,
    placeOf,
    isGivenUp,
  }: { sql: string; seconds: number; placeOf: (at: number) => number; isGivenUp: boolean },
): unknown {
  const { code, message: detail, position } = error as { code?: string; message: string; position?: string }
  if (code === '57014') return isGivenUp ? givenUp() : longQuery(seconds, error)
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error
  const begins = position === undefined ? undefined : placeOf(Number(position))
  const named = begins === undefined || begins < 0 ? undefined : nameAt(sql, begins)
  const at = begins === undefined || begins < 0 ? undefined : placeIn(sql, begins, Math.max(1, named?.length ?? 1))
  if (code === '42601') return wrongSyntax({ detail, sql, at })
  if (named && code in said) return said[code]!(sql, named)
  return refusedQuery({ detail, sql, at })
}

const placeOfName = (sql: string, { at, length }: NameInQuery) => placeIn(sql, at, length)
/** What has a sentence of ours, by the code PostgreSQL gives it. */
const said: Record<string, (sql: string, named: NameInQuery) => unknown> = {
  '42703': (sql, named) =>
    unknownName(
      { kind: 'field', name: named.name, ...(named.owner && { table: tableBehind(sql, named.owner) }) },
      placeOfName(sql, named),
    ),
  // The table itself, or what stands before a field and is no table of the query.
  '42P01': (sql, named) => {
    const begins = named.owner === undefined ? named : ownerOf(sql, named)
    return unknownName({ kind: 'table', name: begins.name }, placeOfName(sql, begins))
  },
  '42883': (sql, named) => unknownName({ kind: 'function', name: named.name }, placeOfName(sql, named)),
  '42702': (sql, named) => ambiguousField(named.name, placeOfName(sql, named)),
}

/** PostgreSQL counts characters, JavaScript halves of those beyond the first 65,536. */
const utf16Index = (text: string, characters: number) =>
  characters < 0 ? characters : Array.from(text).slice(0, characters).join('').length
