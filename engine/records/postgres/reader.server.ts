import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { SourceBatch } from '@weft/kit/define/step-context.ts'
import { checkIds } from '../asked-values.ts'
import { askedRows, checkDated, type LookupQuery } from '../lookup-query.ts'
import type { Structure } from '../structure.ts'
import { columnType } from './columns.ts'
import { tableOf } from './names.ts'
import { conditionSql, operandOf } from '../sql/condition-sql.ts'
import { SqlParameters } from '../sql/dialect.ts'
import { fittingBatches } from '../fitting-batches.ts'
import { explain } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { withRetry } from '../with-retry.ts'
import { readWhole } from '../round-trip.server.ts'
import { patienceOfQuestions } from '../waiting.ts'
import { cancellable } from './cancel.server.ts'
import { postgresDialect } from './dialect.ts'

type Pool = () => Promise<pg.Pool>

/** A structure's records in the order they were first written; the cursor is the `_id` of the last one. */
export async function* readRecords(
  pool: Pool,
  structure: Structure,
  { filter = [], only_dirty = false, batch = 1000 }: { filter?: Condition[]; only_dirty?: boolean; batch?: number },
  cursor?: unknown,
): AsyncIterable<SourceBatch> {
  const columns = ['_id', ...structure.fields.map((field) => field.name)].map(quoteIdentifier).join(', ')
  const size = Math.min(Math.max(batch, 1), 1000)
  let after = cursor === undefined ? '0' : String(cursor)
  const batches = fittingBatches(size, (limit) => {
    const parameters = new SqlParameters()
    const where = [
      `_id > ${parameters.add(after)}::bigint`,
      ...(only_dirty ? ['_dirty'] : []),
      ...filter.map((condition) =>
        conditionSql(
          postgresDialect,
          operandOf(postgresDialect, condition.field, structure.fields),
          condition,
          parameters,
        ),
      ),
    ]
    return questioned(
      pool,
      structure,
      `select ${columns} from ${tableOf(structure)} where ${where.join(' and ')} order by _id limit ${limit}`,
      parameters.values,
      readWhole,
    )
  })
  for await (const records of batches) {
    after = String(records.at(-1)!['_id'])
    yield { records, cursor: after }
  }
}

/** The first record for each value of a field, or the newest that holds on a day, keyed by what was asked for. */
export async function lookupRecords(
  pool: Pool,
  structure: Structure,
  asked: LookupQuery,
): Promise<Map<string, DataRecord>> {
  const { fields, valid } = asked
  const { field, sql } = operandOf(postgresDialect, asked.field, structure.fields)
  const dated = valid && operandOf(postgresDialect, valid.from, structure.fields)
  if (dated) checkDated(dated.field)
  const wanted = askedRows(field, asked)
  if (wanted.length === 0) return new Map()
  const picked = fields
    ? fields.map((one) => operandOf(postgresDialect, one, structure.fields).field.name)
    : structure.fields.map((one) => one.name)
  const columns = ['_id', ...new Set(picked)].map((one) => `t.${quoteIdentifier(one)}`).join(', ')
  const rows = await query<DataRecord & { _asked: string }>(
    pool,
    structure,
    `select w.asked as _asked, ${columns} from unnest($1::text[], $2::text[], $3::date[]) w (asked, value, day)
      cross join lateral (select * from ${tableOf(structure)} where ${sql} = w.value::${columnType(field)}
        ${dated ? `and ${dated.sql}::date <= w.day order by ${dated.sql} desc, _id desc` : 'order by _id'} limit 1) t`,
    [wanted.map((one) => one.name), wanted.map((one) => one.value), wanted.map((one) => one.day)],
  )
  return new Map(rows.map(({ _asked, ...row }) => [_asked, row]))
}

/** Marks records as processed (clean) or to be processed (dirty); says how many changed. */
export async function markRecords(
  pool: Pool,
  structure: Structure,
  { mark, ids }: { mark: 'dirty' | 'clean'; ids: string[] | 'all' },
): Promise<number> {
  if (ids !== 'all') checkIds(ids)
  const dirty = mark === 'dirty'
  const text = `update ${tableOf(structure)} set _dirty = ${dirty} where _dirty = ${!dirty}${ids === 'all' ? '' : ' and _id = any($1::bigint[])'}`
  const { rowCount } = await run(pool, structure, text, ids === 'all' ? [] : [ids.map(String)])
  return rowCount ?? 0
}

/** The rows of a question as somebody at a screen waits for them. */
export const readForScreen = (pool: Pool, structure: Structure, text: string, values: unknown[]) =>
  questioned(pool, structure, text, values, { patience_ms: patienceOfQuestions })

async function questioned(
  pool: Pool,
  structure: Structure,
  text: string,
  values: unknown[],
  limits: { patience_ms: number; bytes?: number },
): Promise<DataRecord[]> {
  try {
    return await withRetry(async () => cancellable<DataRecord>(await pool(), text, values, limits))
  } catch (error) {
    throw explain(error, structure)
  }
}

export const query = async <T>(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<T[]> =>
  (await run(pool, structure, text, values)).rows as T[]

async function run(pool: Pool, structure: Structure, text: string, values: unknown[]) {
  try {
    return await withRetry(async () => (await pool()).query(text, values))
  } catch (error) {
    throw explain(error, structure)
  }
}
