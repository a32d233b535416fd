import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { SourceBatch } from '@weft/kit/define/step-context.ts'
import { checkIds } from '../asked-values.ts'
import { askedRows, checkDated, type LookupQuery } from '../lookup-query.ts'
import { fittingBatches } from '../fitting-batches.ts'
import { explain } from '../failures.ts'
import { withRetry } from '../with-retry.ts'
import { conditionSql, operandOf } from '../sql/condition-sql.ts'
import { SqlParameters, type Dialect } from '../sql/dialect.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { readWhole } from '../round-trip.server.ts'
import { patienceOfQuestions } from '../waiting.ts'
import { cancellable } from './cancel.server.ts'
import { literal, type Names } from './names.ts'
import { recordsOf, rows, run } from './rows.server.ts'

export type MysqlAccess = { pool: () => Promise<mysql.Pool>; names: Names; dialect: Dialect }

export async function* readRecords(
  place: MysqlAccess,
  structure: Structure,
  { filter = [], only_dirty = false, batch = 1000 }: { filter?: Condition[]; only_dirty?: boolean; batch?: number },
  cursor?: unknown,
): AsyncIterable<SourceBatch> {
  const columns = ['_id', ...structure.fields.map((field) => field.name)].map(quoteIdentifier).join(', ')
  const size = Math.min(Math.max(batch, 1), 1000)
  const conditions = filter.map((condition) =>
    conditionSql(
      place.dialect,
      operandOf(place.dialect, condition.field, structure.fields),
      condition,
      new SqlParameters(),
    ),
  )
  let after = cursor === undefined ? '0' : String(cursor)
  const where = () => [`_id > ${literal(after)}`, ...(only_dirty ? ['_dirty'] : []), ...conditions].join(' and ')
  const batches = fittingBatches(size, (limit) =>
    translatingErrors(structure, async () =>
      cancellable<DataRecord>(
        await place.pool(),
        `select ${columns} from ${place.names.table(structure)} where ${where()} order by _id limit ${limit}`,
        readWhole,
      ),
    ),
  )
  for await (const found of batches) {
    const records = recordsOf(structure, found)
    after = String(records.at(-1)!['_id'])
    yield { records, cursor: after }
  }
}

export async function lookupRecords(
  place: MysqlAccess,
  structure: Structure,
  given: LookupQuery,
): Promise<Map<string, DataRecord>> {
  const { fields, valid } = given
  const { field, sql } = operandOf(place.dialect, given.field, structure.fields, 'x')
  const dated = valid && operandOf(place.dialect, valid.from, structure.fields, 'x')
  if (dated) checkDated(dated.field)
  const wanted = askedRows(field, given)
  if (wanted.length === 0) return new Map()
  const picked = fields
    ? fields.map((one) => operandOf(place.dialect, one, structure.fields).field.name)
    : structure.fields.map((one) => one.name)
  const columns = ['_id', ...new Set(picked)].map((one) => `t.${quoteIdentifier(one)}`).join(', ')
  const table = place.names.table(structure)
  const asked = wanted
    .map(
      ({ name, value, day }) =>
        `select ${literal(name)} as asked, ${place.dialect.value(value, field, new SqlParameters())} as value, ${day === null ? 'null' : literal(day)} as day`,
    )
    .join(' union all ')
  const which = dated
    ? `(select x._id from ${table} x where ${sql} = w.value and date(${dated.sql}) <= date(w.day) order by ${dated.sql} desc, x._id desc limit 1)`
    : `(select min(x._id) from ${table} x where ${sql} = w.value)`
  const found = await query<DataRecord & { _asked: string }>(
    place,
    structure,
    `select w.asked as _asked, ${columns} from (${asked}) w join ${table} t on t._id = ${which}`,
  )
  return new Map((recordsOf(structure, found) as typeof found).map(({ _asked, ...row }) => [_asked, row]))
}

export async function markRecords(
  place: MysqlAccess,
  structure: Structure,
  { mark, ids }: { mark: 'dirty' | 'clean'; ids: string[] | 'all' },
): Promise<number> {
  if (ids !== 'all') checkIds(ids)
  if (ids.length === 0) return 0
  return changeMarks(place, structure, mark, ids === 'all' ? 'true' : `_id in (${ids.map(String).join(', ')})`)
}

/** Sets the mark of what a condition names; says how many changed. */
export async function changeMarks(
  place: MysqlAccess,
  structure: Structure,
  mark: 'dirty' | 'clean',
  where: string,
): Promise<number> {
  const dirty = mark === 'dirty'
  return translatingErrors(
    structure,
    async () =>
      (
        await run(
          await place.pool(),
          `update ${place.names.table(structure)} t set t._dirty = ${dirty} where t._dirty = ${!dirty} and (${where})`,
        )
      ).affectedRows,
  )
}

/** The rows of a question as somebody at a screen waits for them. */
export const readForScreen = ({ pool }: MysqlAccess, structure: Structure, text: string) =>
  translatingErrors(structure, async () =>
    cancellable<DataRecord>(await pool(), text, { patience_ms: patienceOfQuestions }),
  )

const query = <T = DataRecord>({ pool }: MysqlAccess, structure: Structure, text: string): Promise<T[]> =>
  translatingErrors(structure, async () => rows<T>(await pool(), text))

export async function translatingErrors<T>(structure: Structure, work: () => Promise<T>): Promise<T> {
  try {
    return await withRetry(work)
  } catch (error) {
    throw explain(error, structure)
  }
}
