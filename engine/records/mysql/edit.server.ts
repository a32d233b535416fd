import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { changedValues, newValues, refused, versionConflict } from '../edited-values.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { withTurns } from '../with-retry.ts'
import { refuseDangling } from '../references.ts'
import type { Reference } from '../structure.ts'
import type { RecordVersion } from '../store.ts'
import type { Structure } from '../structure.ts'
import { bounded } from './columns.ts'
import { written } from './literals.ts'
import { keepVersionsSql } from './merge-sql.ts'
import { mostBytes } from '../round-trip.server.ts'
import { cancellable } from './cancel.server.ts'
import { literal } from './names.ts'
import type { MysqlAccess } from './reader.server.ts'
import { absentKeys, refuseWhereReferred } from './references.server.ts'
import { decoded, recordsOf, rows, run, type RowRequest } from './rows.server.ts'
import { inTransaction, seeingAll } from './transaction.server.ts'

/** What a column can hold here is part of what a record is checked for. */
const boundedIn = (structure: Structure): Structure => ({ ...structure, fields: structure.fields.map(bounded) })

export async function addRecord(place: MysqlAccess, structure: Structure, record: DataRecord): Promise<DataRecord> {
  const given = newValues(boundedIn(structure), record)
  const values = literalsOf(structure, given)
  return changing(place, structure, async (at) => {
    await refuseDangling(structure, given, isAbsent(place, at))
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
  const given = changedValues(boundedIn(structure), changes)
  const values = literalsOf(structure, given)
  const key = structure.references?.others[0]?.key.name
  const table = place.names.table(structure)
  return changing(place, structure, async (at) => {
    const [now] = await rows<{ version: number }>(
      at,
      `select _version as version from ${table} where _id = ${literal(id)} for update`,
    )
    if (!now) throw notFound()
    if (version !== undefined && now.version !== version) throw versionConflict({ _version: now.version })
    if (key !== undefined && values.has(key))
      await refuseWhereReferred(
        at,
        place,
        structure,
        (alias) => `(${alias}._id = ${literal(id)} and not (${alias}.${quoteIdentifier(key)} <=> ${values.get(key)!}))`,
      )
    await refuseDangling(structure, given, isAbsent(place, at))
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
  const which = (alias: string) => `${alias}._id in (${ids.map(literal).join(', ')})`
  const where = which('t')
  return changing(place, structure, async (at) => {
    await refuseWhereReferred(at, place, structure, which)
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

const isAbsent =
  ({ names }: MysqlAccess, at: RowRequest) =>
  async (reference: Reference, value: string) =>
    (await absentKeys(at, names, reference, [[value, written(reference.field)(value)]])).size > 0

async function changing<T>(
  { pool }: MysqlAccess,
  structure: Structure,
  work: (at: RowRequest) => Promise<T>,
): Promise<T> {
  try {
    const opening = structure.references ? seeingAll : undefined
    return await withTurns(async () => inTransaction(await pool(), work, opening))
  } catch (error) {
    throw isRecordsFault(error) ? refused(error, structure) : explain(error, structure)
  }
}
