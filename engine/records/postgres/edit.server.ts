import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { changedValues, newValues, refused, versionConflict } from '../edited-values.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { RecordVersion } from '../store.ts'
import { refuseDangling } from '../references.ts'
import { withTurns } from '../with-retry.ts'
import { fieldNamed, type Structure } from '../structure.ts'
import { mostBytes } from '../round-trip.server.ts'
import { cancellable } from './cancel.server.ts'
import { columnType } from './columns.ts'
import { writerSql } from './house.server.ts'
import { tableOf, versionsOf } from './names.ts'
import { absentKeys, refuseWhereReferred } from './references.server.ts'

type Pool = () => Promise<pg.Pool>

/** Adds one record by hand. */
export async function addRecord(pool: Pool, structure: Structure, record: DataRecord): Promise<DataRecord> {
  const values = newValues(structure, record)
  const names = [...values.keys()]
  const columns =
    names.length === 0
      ? 'default values'
      : `(${names.map(quoteIdentifier).join(', ')}) values (${names.map((name, i) => `$${i + 1}::${typeOf(structure, name)}`).join(', ')})`
  const insert = `insert into ${tableOf(structure)} ${columns} returning *`
  const [row] = await changeChecked(pool, structure, { values, text: insert, parameters: [...values.values()] })
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
  const text = `update ${tableOf(structure)} set ${sets}, _dirty = true, _version = _version + 1, _updated_at = now() where _id = $1::bigint and ($2::int is null or _version = $2::int) returning *`
  const parameters = [id, version ?? null, ...values.values()]
  const [row] = await changeChecked(pool, structure, { id, values, text, parameters })
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
  if (job_id === undefined && !structure.references?.others.length)
    return (await change(pool, structure, text, [ids])).length
  return fromRecords(structure, () =>
    withTurns(async () =>
      inTransaction(
        await pool(),
        async (client) => {
          await refuseWhereReferred(client, structure, (alias) => `${alias}._id = any($1::bigint[])`, [ids])
          return (await client.query(text, [ids])).rows.length
        },
        job_id === undefined ? '' : writerSql(job_id),
      ),
    ),
  )
}

const typeOf = (structure: Structure, name: string) => columnType(fieldNamed(structure, name)!)

/** What a record is given by hand, what it refers to there, and who refers to it as before. */
async function changeChecked(
  pool: Pool,
  structure: Structure,
  asked: { id?: string; values: Map<string, string | null>; text: string; parameters: unknown[] },
): Promise<DataRecord[]> {
  const { id, values, text, parameters } = asked
  const { own = [], others = [] } = structure.references ?? {}
  const key = others[0]?.key
  const isRenamed = id !== undefined && key !== undefined && values.has(key.name)
  if (!isRenamed && !own.some(({ field }) => values.has(field.name))) return change(pool, structure, text, parameters)
  return fromRecords(structure, async () =>
    withTurns(async () =>
      inTransaction(await pool(), async (client) => {
        if (isRenamed)
          await refuseWhereReferred(
            client,
            structure,
            (alias) =>
              `(${alias}._id = $1::bigint and ${alias}.${quoteIdentifier(key.name)} is distinct from $2::${columnType(key)})`,
            [id, values.get(key.name)],
          )
        await refuseDangling(
          structure,
          values,
          async (reference, value) => (await absentKeys(client, reference, [[value, value]])).size > 0,
        )
        return (await client.query<DataRecord>(text, parameters)).rows
      }),
    ),
  )
}

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
