import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { systemColumns } from '@weft/kit/define/structure.ts'
import { mostCounted } from '@weft/kit/http/most-counted.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { explain } from '../failures.ts'
import { largeRows } from '../query-refusals.ts'
import { mostBytes } from '../round-trip.server.ts'
import { conditionSql, operandOf, escapeLike } from '../sql/condition-sql.ts'
import { SqlParameters, type SqlOperand } from '../sql/dialect.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { manyRows, type RecordPage, type PageMeta, type RecordSelection } from '../store.ts'
import { isMandatory, isTextual, type Structure } from '../structure.ts'
import { cancellable } from './cancel.server.ts'
import { literal } from './names.ts'
import { changeMarks, translatingErrors, type MysqlAccess } from './reader.server.ts'
import { rowBatches } from './row-batches.server.ts'
import { decoded, recordsOf, rows } from './rows.server.ts'

/** Ids are found first, through an index where there is one, and only the page's rows are read whole. */
export const pageOfRecords = (
  place: MysqlAccess,
  structure: Structure,
  page: RecordPage,
  signal?: AbortSignal,
): Promise<{ data: DataRecord[]; meta: PageMeta }> =>
  translatingErrors(structure, async () => {
    const pool = await place.pool()
    const where = whereSql(place, structure, page)
    const data = recordsOf(structure, await cancellable(pool, pageSql(place, structure, where, page), { signal }))
    const seen = (page.page - 1) * page.perPage + data.length
    // A page that is not full is the last one, so nothing has to be counted.
    const isLast = data.length < page.perPage && (data.length > 0 || page.page === 1)
    const { total, about, more } = isLast ? exactly(seen) : await countOf(pool, place, structure, where, signal)
    const shown = Math.max(total, seen)
    return {
      data,
      meta: {
        page: page.page,
        perPage: page.perPage,
        total: shown,
        about,
        more,
        lastPage: Math.max(1, Math.ceil(shown / page.perPage)),
      },
    }
  })

export async function* selectedRecords(
  place: MysqlAccess,
  structure: Structure,
  selection: RecordSelection,
): AsyncIterable<DataRecord[]> {
  const order = orderOf(place, structure, selection.sort)
  const text = `select t.* from ${place.names.table(structure)} t where ${whereSql(place, structure, selection)} order by ${orderSql(order, 't')}`
  yield* streamed(
    place,
    structure,
    text,
    structure.fields.map((field) => [field.name, field]),
  )
}

/** Sorting all records before the first of them may take its time. */
const longestFetch = 6 * 3600

/** Rows of any query of a structure in batches, as they come from the server; the connection is given up when nobody reads on. */
export async function* streamed(
  { pool }: MysqlAccess,
  structure: Structure,
  text: string,
  fields: Iterable<[string, StructureField]>,
): AsyncIterable<DataRecord[]> {
  const known = [...fields]
  const connection = await (await pool()).getConnection()
  let ended = false
  try {
    const { all } = rowBatches(
      connection,
      text,
      { rows: 1_000, bytes: mostBytes.batch / 4 },
      { bytes: mostBytes.batch, seconds: longestFetch, large: largeRows },
    )
    for await (const batch of all()) yield decoded(batch, known)
    ended = true
  } catch (error) {
    throw explain(error, structure)
  } finally {
    if (ended) connection.release()
    else connection.destroy()
  }
}

export const markSelected = (
  place: MysqlAccess,
  structure: Structure,
  mark: 'dirty' | 'clean',
  selection: RecordSelection,
): Promise<number> => changeMarks(place, structure, mark, whereSql(place, structure, selection))

function whereSql(
  { dialect }: MysqlAccess,
  structure: Structure,
  { filters = [], searchTerm, state }: RecordSelection,
): string {
  const parts = filters.map((condition) =>
    conditionSql(dialect, operandOf(dialect, condition.field, structure.fields, 't'), condition, new SqlParameters()),
  )
  if (state) parts.push(state === 'dirty' ? 't._dirty' : 'not t._dirty')
  const term = searchTerm?.trim()
  if (term) parts.push(dialect.matches(searchedSql(structure), `%${escapeLike(term)}%`, new SqlParameters()))
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

/** The text of a record that a search looks through: its text fields and its key. */
function searchedSql(structure: Structure): string {
  const parts = structure.fields
    .filter(
      (field) => isTextual(field) || (field.primary_key && ['integer', 'big_integer', 'uuid'].includes(field.type)),
    )
    .map((field) => `t.${quoteIdentifier(field.name)}`)
  return parts.length === 0 ? `''` : `concat_ws(${literal('\n')}, ${parts.join(', ')})`
}

type Order = { operand: SqlOperand | undefined; descending: boolean }

function orderOf({ dialect }: MysqlAccess, structure: Structure, sort: string | undefined): Order {
  const name = sort?.replace(/^-/, '')
  const descending = sort?.startsWith('-') ?? false
  return { operand: !name || name === '_id' ? undefined : operandOf(dialect, name, structure.fields, 't'), descending }
}

/** Empty values stand where PostgreSQL has them: behind all others, or before them in descending order. */
function orderSql({ operand, descending }: Order, alias: string, of = operand?.sql) {
  const way = descending ? ' desc' : ''
  if (!operand) return `${alias}._id${way}`
  const empties = operand.field.id === '' || !isMandatory(operand.field) ? `${of} is null${way}, ` : ''
  return `${empties}${of}${way}, ${alias}._id${way}`
}

function pageSql(place: MysqlAccess, structure: Structure, where: string, page: RecordPage): string {
  const order = orderOf(place, structure, page.sort)
  const table = place.names.table(structure)
  const columns = [
    '_id',
    ...structure.fields.map((field) => field.name),
    ...systemColumns.filter((name) => name !== '_id' && name !== '_hash'),
  ]
    .map((name) => `t.${quoteIdentifier(name)}`)
    .join(', ')
  const sorted = order.operand ? `, ${order.operand.sql} as _sorted` : ''
  const ids = `select t._id${sorted} from ${table} t where ${where} order by ${orderSql(order, 't')} limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`
  return `select ${columns} from (${ids}) k join ${table} t on t._id = k._id order by ${orderSql(order, 'k', 'k._sorted')}`
}

type Total = { total: number; about: boolean; more: boolean }
const exactly = (total: number): Total => ({ total, about: false, more: false })

async function countOf(
  pool: mysql.Pool,
  place: MysqlAccess,
  structure: Structure,
  where: string,
  signal?: AbortSignal,
): Promise<Total> {
  const matches = `from ${place.names.table(structure)} t where ${where}`
  const count = async (from: string) =>
    Number((await cancellable<{ count: number }>(pool, `select count(*) as count ${from}`, { signal }))[0]!.count)
  const guess = await guessedRows(place, structure)
  if (guess < manyRows) return exactly(await count(matches))
  if (where === 'true') return { total: guess, about: true, more: false }
  const counted = await count(`from (select 1 ${matches} limit ${mostCounted + 1}) found`)
  return counted > mostCounted ? { total: mostCounted, about: false, more: true } : exactly(counted)
}

/** How many records a table holds, as far as the server's statistics know. */
async function guessedRows({ pool, names }: MysqlAccess, { project_id, table_name }: Structure): Promise<number> {
  const [found] = await rows<{ guess: number | null }>(
    await pool(),
    `select table_rows as guess from information_schema.tables where table_schema = ${literal(names.database(project_id))} and table_name = ${literal(table_name)}`,
  )
  return Number(found?.guess ?? 0)
}

export async function recordCounts(
  { pool, names }: MysqlAccess,
  structures: { id: string; project_id: string; table_name: string }[],
): Promise<Record<string, { total: number; about: boolean }>> {
  if (structures.length === 0) return {}
  const places = structures.map(
    ({ project_id, table_name }) => `(${literal(names.database(project_id))}, ${literal(table_name)})`,
  )
  const found = await rows<{ at: string; name: string; guess: number | null }>(
    await pool(),
    `select table_schema as at, table_name as name, table_rows as guess from information_schema.tables where (table_schema, table_name) in (${places.join(', ')})`,
  )
  const counts: Record<string, { total: number; about: boolean }> = {}
  for (const structure of structures) {
    const table = found.find(
      ({ at, name }) => at === names.database(structure.project_id) && name === structure.table_name,
    )
    if (!table) continue
    const guess = Number(table.guess ?? 0)
    if (guess >= manyRows) counts[structure.id] = { total: guess, about: true }
    else
      counts[structure.id] = {
        total: Number(
          (await rows<{ count: number }>(await pool(), `select count(*) as count from ${names.table(structure)}`))[0]!
            .count,
        ),
        about: false,
      }
  }
  return counts
}
