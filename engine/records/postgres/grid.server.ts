import type { Socket } from 'node:net'
import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { systemColumns } from '@weft/kit/define/structure.ts'
import { mostCounted } from '@weft/kit/http/most-counted.ts'
import { fieldNamed, type Structure } from '../structure.ts'
import { tableOf } from './names.ts'
import { query } from './reader.server.ts'
import { cancellable } from './cancel.server.ts'
import { manyRows, type RecordPage, type PageMeta, type RecordSelection } from '../store.ts'
import { estimate, knownOf, searchedSql, speedUp, type Known } from './search-index.server.ts'
import { rarePieces } from './search-term.ts'
import { conditionSql, operandOf } from '../sql/condition-sql.ts'
import { type SqlOperand, SqlParameters } from '../sql/dialect.ts'
import { explain } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { largeRows } from '../query-refusals.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import { withRetry } from '../with-retry.ts'
import { postgresDialect } from './dialect.ts'

type Pool = () => Promise<pg.Pool>

/**
 * One page of a structure's records. Ids are found first, through an index where there is one, and only the page's rows are read whole.
 * When `signal` aborts, the database stops looking.
 */
export async function pageOfRecords(
  pool: Pool,
  structure: Structure,
  page: RecordPage,
  signal?: AbortSignal,
): Promise<{ data: DataRecord[]; meta: PageMeta }> {
  try {
    return await withRetry(async () => readPage(await pool(), structure, page, signal))
  } catch (error) {
    throw explain(error, structure)
  }
}

async function readPage(
  pool: pg.Pool,
  structure: Structure,
  page: RecordPage,
  signal?: AbortSignal,
): Promise<{ data: DataRecord[]; meta: PageMeta }> {
  const known = await knownOf(pool, structure)
  if (page.searchTerm) void speedUp(pool, structure, known, { search: true })
  const field = fieldNamed(structure, (page.sort ?? '').replace(/^-/, ''))
  if (field) void speedUp(pool, structure, known, { sort: field })
  const parameters = new SqlParameters()
  const where = whereSql(structure, page, parameters, known.sample)
  const rows = await cancellable<DataRecord>(
    pool,
    pageSql(structure, where, orderOf(structure, page.sort), page),
    parameters.values,
    { signal },
  )
  const seen = (page.page - 1) * page.perPage + rows.length
  // A page that is not full is the last one, so nothing has to be counted.
  const isLast = rows.length < page.perPage && (rows.length > 0 || page.page === 1)
  const { total, about, more } = isLast
    ? exactly(seen)
    : await countOf(pool, structure, where, parameters, known, signal)
  const shown = Math.max(total, seen)
  return {
    data: rows,
    meta: {
      page: page.page,
      perPage: page.perPage,
      total: shown,
      about,
      more,
      lastPage: Math.max(1, Math.ceil(shown / page.perPage)),
    },
  }
}

/** All records of a selection in batches of 1,000, from one moment's state. */
export async function* selectedRecords(
  pool: Pool,
  structure: Structure,
  selection: RecordSelection,
): AsyncIterable<DataRecord[]> {
  const parameters = new SqlParameters()
  const text = `select t.* from ${tableOf(structure)} t where ${whereSql(structure, selection, parameters)} order by ${orderSql(orderOf(structure, selection.sort), 't')}`
  yield* streamed(pool, structure, text, parameters.values)
}

/** Sorting all records before the first of them may take its time. */
const longestFetch = 6 * 3600

/** Rows of any query of a structure in batches, through a cursor of the database. */
export async function* streamed(
  pool: Pool,
  structure: Structure,
  text: string,
  values: unknown[],
): AsyncIterable<DataRecord[]> {
  const client = (await (await pool()).connect()) as pg.PoolClient & { connection: { stream: Socket } }
  let broken = true
  try {
    await client.query('begin read only')
    await client.query(`declare selected no scroll cursor for ${text}`, values)
    const { stream } = client.connection
    for (let size = 10; ;) {
      const before = stream.bytesRead
      const limits = { bytes: mostBytes.batch, seconds: longestFetch, large: largeRows }
      const { rows } = await roundTrip(stream, limits, () => client.query<DataRecord>(`fetch ${size} from selected`))
      if (rows.length > 0) yield rows
      if (rows.length < size) break
      // As many as fit into a quarter of what one batch may have, by those that have come.
      size = Math.max(1, Math.min(1000, Math.floor((size * mostBytes.batch) / 4 / (stream.bytesRead - before))))
    }
    await client.query('commit')
    broken = false
  } catch (error) {
    throw explain(error, structure)
  } finally {
    client.release(broken)
  }
}

/** Changes what is selected to dirty or clean; says how many changed. */
export async function markSelected(
  pool: Pool,
  structure: Structure,
  mark: 'dirty' | 'clean',
  selection: RecordSelection,
): Promise<number> {
  const parameters = new SqlParameters()
  const where = whereSql(structure, selection, parameters)
  const rows = await query<{ count: number }>(
    pool,
    structure,
    `with changed as (update ${tableOf(structure)} t set _dirty = ${mark === 'dirty'} where _dirty = ${mark !== 'dirty'} and ${where} returning 1) select count(*)::int as count from changed`,
    parameters.values,
  )
  return rows[0]!.count
}

function whereSql(
  structure: Structure,
  { filters = [], searchTerm, state }: RecordSelection,
  parameters: SqlParameters,
  sample: string[] = [],
): string {
  const parts = filters.map((condition) =>
    conditionSql(
      postgresDialect,
      operandOf(postgresDialect, condition.field, structure.fields, 't'),
      condition,
      parameters,
    ),
  )
  if (state) parts.push(state === 'dirty' ? 't._dirty' : 'not t._dirty')
  const term = searchTerm?.trim()
  if (term) parts.push(searchSql(searchedSql(structure, 't.'), term, sample, parameters))
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

/** What the term's rare pieces find is checked for the whole term, in words no index answers. */
function searchSql(text: string, term: string, sample: string[], parameters: SqlParameters): string {
  const holds = (part: string) => parameters.add(`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const pieces = rarePieces(term, sample)
  const found = pieces.map((piece) => `${text} ilike ${holds(piece)}`).join(' and ')
  return pieces.length === 1 && pieces[0] === term ? found : `${found} and (${text} || '') ilike ${holds(term)}`
}

type Order = { operand: SqlOperand | undefined; descending: boolean }

function orderOf(structure: Structure, sort: string | undefined): Order {
  const name = sort?.replace(/^-/, '')
  const descending = sort?.startsWith('-') ?? false
  if (!name || name === '_id') return { operand: undefined, descending }
  return { operand: operandOf(postgresDialect, name, structure.fields, 't'), descending }
}

// Ids follow the order's direction, so that one index read either way serves both; empty values come last, whichever way.
function orderSql({ operand, descending }: Order, alias: string, of = operand?.sql) {
  const way = descending ? ' desc' : ''
  return operand ? `${of}${way}, ${alias}._id${way}` : `${alias}._id${way}`
}

function pageSql(structure: Structure, where: string, order: Order, { page, perPage }: RecordPage): string {
  const columns = [
    '_id',
    ...structure.fields.map((field) => field.name),
    ...systemColumns.filter((name) => name !== '_id' && name !== '_hash'),
  ]
    .map((name) => `t.${quoteIdentifier(name)}`)
    .join(', ')
  const sorted = order.operand ? `, ${order.operand.sql} as _sorted` : ''
  const ids = `select t._id${sorted} from ${tableOf(structure)} t where ${where} order by ${orderSql(order, 't')} limit ${perPage} offset ${(page - 1) * perPage}`
  return `select ${columns} from (${ids}) k join ${tableOf(structure)} t on t._id = k._id order by ${orderSql(order, 'k', 'k._sorted')}`
}

type Total = { total: number; about: boolean; more: boolean }
const exactly = (total: number): Total => ({ total, about: false, more: false })
const about = (total: number): Total => ({ total, about: true, more: false })

async function countOf(
  pool: pg.Pool,
  structure: Structure,
  where: string,
  parameters: SqlParameters,
  known: Known,
  signal?: AbortSignal,
): Promise<Total> {
  const matches = `from ${tableOf(structure)} t where ${where}`
  const count = async (from: string) =>
    (
      await cancellable<{ count: number }>(pool, `select count(*)::int as count ${from}`, parameters.values, { signal })
    )[0]!.count
  if (known.rows < manyRows) return exactly(await count(matches))
  const guess = where === 'true' ? known.rows : await estimate(pool, `select 1 ${matches}`, parameters.values)
  if (guess >= manyRows) return about(guess)
  const counted = await count(`from (select 1 ${matches} limit ${mostCounted + 1}) found`)
  return counted > mostCounted ? { total: mostCounted, about: false, more: true } : exactly(counted)
}
