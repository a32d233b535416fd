import type mysql from 'mysql2/promise'
import { isLostConnection } from '../failures.ts'
import { emptyQuery, refusedQuery, wrongSyntax } from '../query-refusals.ts'
import { mostQueried, type QueryAnswer } from '../store.ts'
import { quoted } from '../sql/quoted.ts'
import { run, streaming } from './rows.server.ts'

/** Comments and brackets may stand before it, nothing else. */
const reads = /^(?:\s|\(|--[^\n]*\n|#[^\n]*\n|\/\*(?!!)[\s\S]*?\*\/)*(?:select|with|values|table)\b/i

/** A connection of its own that can only read, and is closed afterwards with whatever the query told it. */
export async function runQuery(pool: mysql.Pool, database: string, sql: string): Promise<QueryAnswer> {
  if (sql.trim() === '') throw emptyQuery()
  if (!reads.test(sql)) throw wrongSyntax('SELECT')
  const connection = await pool.getConnection()
  const started = performance.now()
  try {
    await run(connection, `use ${quoted(database)}`)
    await run(connection, 'set max_statement_time = 10').catch(() => run(connection, 'set max_execution_time = 10000')) // MariaDB's, MySQL's
    await run(connection, 'start transaction read only')
    return { ...(await firstRows(connection, sql.trim().replace(/;\s*$/, ''))), took_ms: Math.round(performance.now() - started) }
  } catch (error) {
    if (isLostConnection(error)) throw error
    const { errno, message } = error as { errno?: number; message: string }
    throw errno === 1064 ? wrongSyntax(message) : refusedQuery(message)
  } finally {
    connection.destroy()
  }
}

function firstRows(connection: mysql.PoolConnection, sql: string): Promise<Omit<QueryAnswer, 'took_ms'>> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = []
    let columns: string[] = []
    const answer = (more: boolean) => resolve({ columns, rows: rows.slice(0, mostQueried), more })
    streaming(connection)
      .query(sql)
      .on('fields', (fields: { name: string }[] | undefined) => (columns = (fields ?? []).map(({ name }) => name)))
      .on('result', (row: Record<string, unknown>) => {
        rows.push(row)
        if (rows.length > mostQueried) answer(true)
      })
      .on('error', reject)
      .on('end', () => answer(false))
  })
}
