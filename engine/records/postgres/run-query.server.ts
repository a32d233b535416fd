import type pg from 'pg'
import { schemaOf } from './names.ts'
import { emptyQuery, refusedQuery, wrongSyntax } from '../query-refusals.ts'
import { mostQueried as mostRows, type QueryAnswer } from '../store.ts'
import { isLostConnection } from '../failures.ts'
import { quoted } from '../sql/quoted.ts'

/** Runs a user's own query: it can only read, sees the project's tables first, and ends after ten seconds or 1,000 rows. */
export async function runQuery(pool: pg.Pool, { project_id, sql }: { project_id: string; sql: string }): Promise<QueryAnswer> {
  if (sql.trim() === '') throw emptyQuery()
  const client = await pool.connect()
  let broken = false
  const started = performance.now()
  try {
    await client.query(`begin read only; set local search_path = ${quoted(schemaOf(project_id))}, public; set local statement_timeout = '10s'`)
    // A cursor takes one SELECT and nothing else; the extended protocol takes one statement and no second one behind it.
    await client.query({ text: `declare asked no scroll cursor for ${sql.trim().replace(/;\s*$/, '')}`, queryMode: 'extended' } as pg.QueryConfig)
    const { rows, fields } = await client.query<Record<string, unknown>>(`fetch ${mostRows + 1} from asked`)
    return { columns: fields.map(({ name }) => name), rows: rows.slice(0, mostRows), more: rows.length > mostRows, took_ms: Math.round(performance.now() - started) }
  } catch (error) {
    if (isLostConnection(error)) {
      broken = true
      throw error
    }
    const detail = (error as Error).message
    throw (error as { code?: string }).code === '42601' ? wrongSyntax(detail) : refusedQuery(detail)
  } finally {
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    client.release(broken)
  }
}
