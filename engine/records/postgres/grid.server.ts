import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Condition } from '@weft/kit/define/world.ts'
import { fieldNamed, systemColumns, type Structure } from '../structure.ts'
import { isNested } from './columns.ts'
import { conditionSql, operandOf, Parameters, type Operand } from './condition-sql.ts'
import { explain } from './failures.ts'
import { quoted, tableOf } from './names.ts'
import { query } from './reader.server.ts'
import { manyRows, searchedSql, speedUp } from './search-index.server.ts'

/** What a grid shows: which records, in which order. `sort` is a field, with `-` in front for descending. */
export type Selection = { filters?: Condition[] | undefined; searchTerm?: string | undefined; sort?: string | undefined; state?: 'dirty' | 'clean' | undefined }
export type Page = Selection & { page: number; perPage: number }
export type PageMeta = { page: number; perPage: number; total: number; lastPage: number; /** The total is an estimate. */ about: boolean }

type Pool = () => Promise<pg.Pool>

/** One page of a structure's records. Ids are found first, through an index where there is one, and only the page's rows are read whole. */
export async function pageOfRecords(pool: Pool, structure: Structure, page: Page): Promise<{ data: DataRecord[]; meta: PageMeta }> {
  const parameters = new Parameters()
  const where = whereSql(structure, page, parameters)
  const order = orderOf(structure, page.sort)
  const rows = await query<DataRecord>(pool, structure, pageSql(structure, where, order, page), parameters.values)
  const seen = (page.page - 1) * page.perPage + rows.length
  // A page that is not full is the last one, so nothing has to be counted.
  const isLast = rows.length < page.perPage && (rows.length > 0 || page.page === 1)
  const { total, about } = isLast ? { total: seen, about: false } : await countOf(pool, structure, where, parameters)
  if ((page.searchTerm || page.sort) && (total >= manyRows || (await isLarge(pool, structure)))) {
    if (page.searchTerm) void speedUp(await pool(), structure, { search: true })
    const field = fieldNamed(structure, (page.sort ?? '').replace(/^-/, ''))
    if (field && !isNested(field)) void speedUp(await pool(), structure, { sort: field })
  }
  const known = Math.max(total, seen)
  return { data: rows, meta: { page: page.page, perPage: page.perPage, total: known, about, lastPage: Math.max(1, Math.ceil(known / page.perPage)) } }
}

/** All records of a selection in batches of 1,000, from one moment's state. */
export async function* selectedRecords(pool: Pool, structure: Structure, selection: Selection): AsyncIterable<DataRecord[]> {
  const parameters = new Parameters()
  const text = `select t.* from ${tableOf(structure)} t where ${whereSql(structure, selection, parameters)} order by ${orderSql(orderOf(structure, selection.sort), 't')}`
  yield* streamed(pool, structure, text, parameters.values)
}

/** Rows of any query of a structure in batches, through a cursor of the database. */
export async function* streamed(pool: Pool, structure: Structure, text: string, values: unknown[]): AsyncIterable<DataRecord[]> {
  const client = await (await pool()).connect()
  let broken = true
  try {
    await client.query('begin read only')
    await client.query(`declare selected no scroll cursor for ${text}`, values)
    for (;;) {
      const { rows } = await client.query<DataRecord>('fetch 1000 from selected')
      if (rows.length > 0) yield rows
      if (rows.length < 1000) break
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
export async function markSelected(pool: Pool, structure: Structure, mark: 'dirty' | 'clean', selection: Selection): Promise<number> {
  const parameters = new Parameters()
  const where = whereSql(structure, selection, parameters)
  const rows = await query<{ count: number }>(pool, structure, `with changed as (update ${tableOf(structure)} t set _dirty = ${mark === 'dirty'} where _dirty = ${mark !== 'dirty'} and ${where} returning 1) select count(*)::int as count from changed`, parameters.values)
  return rows[0]!.count
}

function whereSql(structure: Structure, { filters = [], searchTerm, state }: Selection, parameters: Parameters): string {
  const parts = filters.map((condition) => conditionSql(operandOf(condition.field, structure.fields, 't'), condition, parameters))
  if (state) parts.push(state === 'dirty' ? 't._dirty' : 'not t._dirty')
  const term = searchTerm?.trim()
  if (term) parts.push(`${searchedSql(structure, 't.')} ilike ${parameters.add(`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)}`)
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

type Order = { operand: Operand | undefined; descending: boolean }

function orderOf(structure: Structure, sort: string | undefined): Order {
  const name = sort?.replace(/^-/, '')
  const descending = sort?.startsWith('-') ?? false
  if (!name || name === '_id') return { operand: undefined, descending }
  return { operand: operandOf(name, structure.fields, 't'), descending }
}

// Ids follow the order's direction, so that one index read either way serves both; empty values come last, whichever way.
function orderSql({ operand, descending }: Order, alias: string, of = operand?.sql) {
  const way = descending ? ' desc' : ''
  return operand ? `${of}${way}, ${alias}._id${way}` : `${alias}._id${way}`
}

function pageSql(structure: Structure, where: string, order: Order, { page, perPage }: Page): string {
  const columns = ['_id', ...structure.fields.map((field) => field.name), ...systemColumns.filter((name) => name !== '_id' && name !== '_hash')].map((name) => `t.${quoted(name)}`).join(', ')
  const sorted = order.operand ? `, ${order.operand.sql} as _sorted` : ''
  const ids = `select t._id${sorted} from ${tableOf(structure)} t where ${where} order by ${orderSql(order, 't')} limit ${perPage} offset ${(page - 1) * perPage}`
  return `select ${columns} from (${ids}) k join ${tableOf(structure)} t on t._id = k._id order by ${orderSql(order, 'k', 'k._sorted')}`
}

async function countOf(pool: Pool, structure: Structure, where: string, parameters: Parameters): Promise<{ total: number; about: boolean }> {
  const from = `from ${tableOf(structure)} t where ${where}`
  const guess = await estimate(pool, structure, `select 1 ${from}`, parameters.values)
  if (guess >= manyRows) return { total: guess, about: true }
  if (where !== 'true' && (await isLarge(pool, structure))) {
    const [row] = await query<{ count: number }>(pool, structure, `select count(*)::int as count from (select 1 ${from} limit 10001) found`, parameters.values)
    return row!.count > 1_000 ? { total: Math.max(guess, 1_001), about: true } : { total: row!.count, about: false }
  }
  const [row] = await query<{ count: number }>(pool, structure, `select count(*)::int as count ${from}`, parameters.values)
  return { total: row!.count, about: false }
}

const isLarge = async (pool: Pool, structure: Structure) => (await estimate(pool, structure, `select 1 from ${tableOf(structure)}`, [])) >= manyRows

async function estimate(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(pool, structure, `explain (format json) ${text}`, values)
  return row!['QUERY PLAN'][0].Plan['Plan Rows']
}

