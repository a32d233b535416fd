import type mysql from 'mysql2/promise'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { openQueryConnection } from '../../connections/mysql-query-connection.server.ts'
import { explainServer, isLostConnection } from '../failures.ts'
import { bound } from '../query-parameters.ts'
import { full, inPlace } from '../query-places.ts'
import { tableBehind, whereNamed } from '../query-names.ts'
import { mysqlPlan } from '../query-plan.ts'
import {
  ambiguousField,
  emptyQuery,
  longQuery,
  placeIn,
  refusedQuery,
  unknownName,
  wrongSyntax,
} from '../query-refusals.ts'
import { mostBytes } from '../round-trip.server.ts'
import type { OwnQuery, QueryAnswer, QueryPlan } from '../store.ts'
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
    const { columns, types, next } = rowBatches(
      connection,
      text,
      { rows: most + 1 },
      { bytes: mostBytes.answer, seconds },
    )
    const found = await next()
    return {
      columns: await columns,
      types: await types,
      rows: found.slice(0, most),
      more: found.length > most,
      took_ms: Math.round(performance.now() - started),
    }
  })
}

export const explainQuery = (pool: mysql.Pool, names: Names, query: OwnQuery): Promise<QueryPlan> =>
  reading(pool, names, { ...query, seconds: 10 }, async (connection, text) => {
    const explained = (words: string) =>
      rowBatches(connection, words + text, { rows: 1_000 }, { bytes: mostBytes.answer, seconds: 10 }).next()
    const lines = (await explained('explain ')).map(({ table, type, key, rows, Extra }) =>
      [table, type, key && `key ${String(key)}`, rows && `${String(rows)} rows`, Extra].filter(Boolean).join(', '),
    )
    const [answer] = await explained('explain format=json ')
    return { lines, root: mysqlPlan(parseJson(String(Object.values(answer ?? {})[0]))) }
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
  const { text, placeOf } = bound(sql.replace(/;\s*$/, ''), parameters, mysqlSpelling)
  refuseSystemAccess(text, { database: names.database(project_id), siblings: names.siblings })
  const asked: Complained = { sql, text, placeOf, seconds }
  return inPlace(asker, async () => {
    if (signal?.aborted) throw givenUp()
    const { connection, login } = await openQueryConnection(pool, names.database(project_id)).catch(
      (error: unknown) => {
        throw complaintOf(explainServer(error), { ...asked, isGivenUp: false })
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
      throw complaintOf(error, { ...asked, isGivenUp: cancelling !== undefined })
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

type Complained = { sql: string; text: string; placeOf: (at: number) => number; seconds: number }

function complaintOf(
  error: unknown,
  { sql, text, placeOf, seconds, isGivenUp }: Complained & { isGivenUp: boolean },
): unknown {
  const { errno, message: detail } = error as { errno?: number; message: string }
  if (errno !== undefined && interrupted.includes(errno)) return isGivenUp ? givenUp() : longQuery(seconds, error)
  if (errno !== undefined && tooMany.includes(errno)) return full()
  if (errno === undefined || errno < 1_000 || isLostConnection(error)) return error
  if (errno === 1064) return wrongSyntax({ detail, sql, at: syntaxPlace(detail, { sql, text, placeOf }) })
  // The name, as the server writes it, with its table or its database before it.
  const name = /'([^']+)'|(?:FUNCTION|function) (\S+)/.exec(detail)?.slice(1).find(Boolean)
  const kind = unknownKinds[errno]
  if (name === undefined || (kind === undefined && errno !== ambiguous)) return refusedQuery({ detail, sql })
  const last = name.split('.').at(-1)!
  const named = whereNamed(sql, kind === 'field' ? name : last)
  const at = named && placeIn(sql, named.at, named.length)
  if (kind === undefined) return ambiguousField(last, at)
  const owner = kind === 'field' && name.includes('.') ? name.split('.').at(-2) : undefined
  return unknownName({ kind, name: last, ...(owner && { table: tableBehind(sql, owner) }) }, at)
}

const unknownKinds: Record<number, 'field' | 'function' | 'table'> = { 1054: 'field', 1146: 'table', 1305: 'function' }
const ambiguous = 1052

/** The server tells the line and what stands there, up to 80 letters of it. */
function syntaxPlace(detail: string, { sql, text, placeOf }: Omit<Complained, 'seconds'>) {
  const found = /near '([\s\S]*)' at line (\d+)$/.exec(detail)
  if (!found) return undefined
  const [, near = '', line = '1'] = found
  const begins = text.split('\n', Number(line) - 1).join('\n').length
  const at = near === '' ? text.trimEnd().length - 1 : text.indexOf(near, begins)
  if (at < 0) return undefined
  const word = /^[\p{L}\p{N}_]+/u.exec(near)?.[0].length
  return placeIn(sql, placeOf(at), word ?? 1)
}
