import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { changedValues, newValues, refused, versionConflict } from '../edited-values.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { RecordVersion } from '../store.ts'
import { fieldNamed, type Structure } from '../structure.ts'
import { mostBytes } from '../round-trip.server.ts'
import { cancellable } from './cancel.server.ts'
import { columnType } from './columns.ts'
import { writerSql } from './house.server.ts'
import { tableOf, versionsOf } from './names.ts'

type Pool = () => Promise<pg.Pool>

/** Adds one record by hand. */
export async function addRecord(pool: Pool, structure: Structure, record: DataRecord): Promise<DataRecord> {
  const values = newValues(structure, record)
  const names = [...values.keys()]
  const columns =
    names.length === 0
      ? 'default values'
      : `(${names.map(quoteIdentifier).join(', ')}) values (${names.map((name, i) => `$${i + 1}::${typeOf(structure, name)}`).join(', ')})`
  const [row] = await change(pool, structure, `insert into ${tableOf(structure)} ${columns} returning *`, [
    ...values.values(),
  ])
  return row!
}

/** Changes fields of one record, if it still has the version the change was made on. */
export async function changeRecord(
  pool: Pool,
  structure: Structure,
  id: string,
  changes: DataRecord,
  version?: number,
): Promise<DataRecord> {
  const values = changedValues(structure, changes)
  const names = [...values.keys()]
  const sets = names.map((name, i) => `${quoteIdentifier(name)} = $${i + 3}::${typeOf(structure, name)}`).join(', ')
  const [row] = await change(
    pool,
    structure,
    `update ${tableOf(structure)} set ${sets}, _dirty = true, _version = _version + 1, _updated_at = now() where _id = $1::bigint and ($2::int is null or _version = $2::int) returning *`,
    [id, version ?? null, ...values.values()],
  )
  if (row) return row
  const now = await readRecord(pool, structure, id)
  throw versionConflict(now)
}

export async function readRecord(pool: Pool, structure: Structure, id: string): Promise<DataRecord> {
  const [row] = await look(pool, structure, `select * from ${tableOf(structure)} where _id = $1::bigint`, [id])
  if (!row) throw notFound()
  return row
}

/** Removes records; says how many there were. */
export async function removeRecords(pool: Pool, structure: Structure, ids: string[], job_id?: string): Promise<number> {
  const text = `delete from ${tableOf(structure)} where _id = any($1::bigint[]) returning _id`
  if (job_id === undefined) return (await change(pool, structure, text, [ids])).length
  return fromRecords(structure, async () =>
    inTransaction(await pool(), async (client) => (await client.query(text, [ids])).rows.length, writerSql(job_id)),
  )
}

const typeOf = (structure: Structure, name: string) => columnType(fieldNamed(structure, name)!)

async function change(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<DataRecord[]> {
  return fromRecords(structure, async () => (await (await pool()).query<DataRecord>(text, values)).rows)
}

async function fromRecords<T>(structure: Structure, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isRecordsFault(error) ? refused(error, structure) : explain(error, structure)
  }
}

async function look(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<DataRecord[]> {
  return fromRecords(structure, async () =>
    cancellable<DataRecord>(await pool(), text, values, { bytes: mostBytes.record }),
  )
}

/** Earlier versions of a record, the latest first; none where the structure keeps none. */
export async function earlierVersions(pool: Pool, structure: Structure, id: string): Promise<RecordVersion[]> {
  const [found] = await change(pool, structure, 'select to_regclass($1) is not null as kept', [versionsOf(structure)])
  if (!found!['kept']) return []
  const kept = await look(
    pool,
    structure,
    `select _version as version, _operation as operation, _replaced_at as replaced_at, (to_jsonb(v) ->> '_by') as by, _row as record from ${versionsOf(structure)} v where _id = $1::bigint order by _version desc, _replaced_at desc limit 100`,
    [id],
  )
  return (kept as RecordVersion[]).map((version) => ({
    ...version,
    record: historicRecord(structure, version.record),
  }))
}
