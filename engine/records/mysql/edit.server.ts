import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { changedValues, newValues, refused, versionConflict } from '../edited-values.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { RecordVersion } from '../store.ts'
import type { Structure } from '../structure.ts'
import { bounded } from './columns.ts'
import { written } from './literals.ts'
import { keepVersionsSql } from './merge-sql.ts'
import { mostBytes } from '../round-trip.server.ts'
import { cancellable } from './cancel.server.ts'
import { literal } from './names.ts'
import type { MysqlAccess } from './reader.server.ts'
import { decoded, recordsOf, rows, run, type RowRequest } from './rows.server.ts'
import { inTransaction } from './transaction.server.ts'

/** What a column can hold here is part of what a record is checked for. */
const boundedIn = (structure: Structure): Structure => ({ ...structure, fields: structure.fields.map(bounded) })

export async function addRecord(place: MysqlAccess, structure: Structure, record: DataRecord): Promise<DataRecord> {
  const values = literalsOf(structure, newValues(boundedIn(structure), record))
  return changing(place, structure, async (at) => {
    const { insertId } = await run(
      at,
      `insert into ${place.names.table(structure)} (${[...values.keys()].map(quoteIdentifier).join(', ')}) values (${[...values.values()].join(', ')})`,
    )
    return (await found(place, at, structure, String(insertId)))!
  })
}

export async function changeRecord(
  place: MysqlAccess,
  structure: Structure,
  id: string,
  changes: DataRecord,
  version?: number,
): Promise<DataRecord> {
  const values = literalsOf(structure, changedValues(boundedIn(structure), changes))
  const table = place.names.table(structure)
  return changing(place, structure, async (at) => {
    const [now] = await rows<{ version: number }>(
      at,
      `select _version as version from ${table} where _id = ${literal(id)} for update`,
    )
    if (!now) throw notFound()
    if (version !== undefined && now.version !== version) throw versionConflict({ _version: now.version })
    for (const statement of keepVersionsSql({
      ...place,
      structure,
      operation: 'update',
      from: `${table} t where t._id = ${literal(id)}`,
    }))
      await run(at, statement)
    await run(
      at,
      `update ${table} set ${[...values].map(([name, value]) => `${quoteIdentifier(name)} = ${value}`).join(', ')}, _dirty = true, _version = _version + 1, _updated_at = now(6) where _id = ${literal(id)}`,
    )
    return (await found(place, at, structure, id))!
  })
}

export async function readRecord(place: MysqlAccess, structure: Structure, id: string): Promise<DataRecord> {
  const [record] = await cancellable<DataRecord>(await place.pool(), oneSql(place, structure, id), {
    bytes: mostBytes.record,
  }).then(
    (rows) => recordsOf(structure, rows),
    (error: unknown) => {
      throw explain(error, structure)
    },
  )
  if (!record) throw notFound()
  return record
}

export async function removeRecords(
  place: MysqlAccess,
  structure: Structure,
  ids: string[],
  job_id?: string,
): Promise<number> {
  if (ids.length === 0) return 0
  const table = place.names.table(structure)
  const where = `t._id in (${ids.map(literal).join(', ')})`
  return changing(place, structure, async (at) => {
    for (const statement of keepVersionsSql({
      ...place,
      structure,
      operation: 'delete',
      by: job_id,
      from: `${table} t where ${where}`,
    }))
      await run(at, statement)
    return (await run(at, `delete t from ${table} t where ${where}`)).affectedRows
  })
}

export async function earlierVersions(place: MysqlAccess, structure: Structure, id: string): Promise<RecordVersion[]> {
  const versions = place.names.versions(structure)
  const kept = await cancellable<DataRecord>(
    await place.pool(),
    `select v.*, _version as version, _operation as operation, _replaced_at as replaced_at, _row as record from ${versions} v where _id = ${literal(id)} order by _n desc limit 100`,
    { bytes: mostBytes.record },
  ).catch((error: { errno?: number }) => {
    if (error.errno === 1146) return [] // none were ever kept
    throw explain(error, structure)
  })
  return (decoded(kept, []) as (RecordVersion & { _by?: string | null })[]).map(
    ({ version, operation, replaced_at, _by: by = null, record }) => ({
      version,
      operation,
      replaced_at,
      by,
      record: historicRecord(structure, record),
    }),
  )
}

function literalsOf(structure: Structure, values: Map<string, string | null>): Map<string, string> {
  return new Map(
    [...values].map(([name, text]) => {
      return [name, text === null ? 'null' : written(structure.fields.find((field) => field.name === name)!)(text)]
    }),
  )
}

const oneSql = ({ names }: MysqlAccess, structure: Structure, id: string) =>
  `select * from ${names.table(structure)} where _id = ${literal(id)}`

async function found(
  place: MysqlAccess,
  at: RowRequest,
  structure: Structure,
  id: string,
): Promise<DataRecord | undefined> {
  return recordsOf(structure, await rows(at, oneSql(place, structure, id)))[0]
}

async function changing<T>(
  { pool }: MysqlAccess,
  structure: Structure,
  work: (at: RowRequest) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(await pool(), work)
  } catch (error) {
    throw isRecordsFault(error) ? refused(error, structure) : explain(error, structure)
  }
}
