import type pg from 'pg'
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
export async function removeRecords(pool: Pool, structure: Structure, ids: string[]): Promise<number> {
  return (
    await change(pool, structure, `delete from ${tableOf(structure)} where _id = any($1::bigint[]) returning _id`, [
      ids,
    ])
  ).length
}

const typeOf = (structure: Structure, name: string) => columnType(fieldNamed(structure, name)!)

async function change(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<DataRecord[]> {
  try {
    return (await (await pool()).query<DataRecord>(text, values)).rows
  } catch (error) {
    if (!isRecordsFault(error)) throw explain(error, structure)
    throw refused(error, structure)
  }
}

async function look(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<DataRecord[]> {
  try {
    return await cancellable<DataRecord>(await pool(), text, values, { bytes: mostBytes.record })
  } catch (error) {
    throw isRecordsFault(error) ? refused(error, structure) : explain(error, structure)
  }
}

/** Earlier versions of a record, the latest first; none where the structure keeps none. */
export async function earlierVersions(pool: Pool, structure: Structure, id: string): Promise<RecordVersion[]> {
  const [found] = await change(pool, structure, 'select to_regclass($1) is not null as kept', [versionsOf(structure)])
  if (!found!['kept']) return []
  const kept = await look(
    pool,
    structure,
    `select _version as version, _operation as operation, _replaced_at as replaced_at, _row as record from ${versionsOf(structure)} where _id = $1::bigint order by _version desc, _replaced_at desc limit 100`,
    [id],
  )
  return (kept as RecordVersion[]).map((version) => ({
    ...version,
    record: historicRecord(structure, version.record),
  }))
}
