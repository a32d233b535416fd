import type { Connection } from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { mariadbSql, recordsOf } from './fields.ts'
import type { ServerKind } from './server-kind.server.ts'
import { keyList, keyOf, keysGiven } from './write-statement.ts'

/**
 * Changes the rows with these keys and adds those that are not there. Not ON DUPLICATE KEY UPDATE: that changes whatever row any unique
 * index stands against, and not the one with this key.
 */
export function openUpserts(connection: Connection, kind: ServerKind, run: (write: SqlWrite) => Promise<number>) {
  // Where all of the last batch were there, this one is changed first: nothing has to be looked for if that meets all of it.
  let expects = false
  return async (write: SqlWrite): Promise<number> => {
    const { records } = write
    const met = expects && isOwnKey(write) ? await run({ ...write, mode: 'update' }) : 0
    if (met === records.length) return met
    const there = await existing(connection, kind, write)
    const [known, fresh] = [records.filter(there), records.filter((record) => !there(record))]
    expects = fresh.length === 0
    // What was changed stays locked: if as many are there, it is the same ones.
    if (known.length !== met) await run({ ...write, mode: 'update', records: known })
    if (fresh.length > 0) await run({ ...write, mode: 'insert', records: fresh })
    return records.length
  }
}

/** Of the table's own key no two rows have the same, so each record meets one row at most. */
const isOwnKey = ({ table, key }: SqlWrite) =>
  key.length === table.key.length && key.every(({ name }) => table.key.includes(name))

/** Which of the records are there already, by their key; those rows stay as they are until the transaction ends. */
async function existing(connection: Connection, { listed }: ServerKind, write: SqlWrite) {
  const { key, records } = write
  const table = mariadbSql.table(write.table.name)
  const names = key.map(({ name }) => mariadbSql.quote(name)).join(', ')
  const [list, keys] = keyList(write)
  // Locked first, so that nobody adds or removes one of them meanwhile.
  await connection.query(`select 1 from ${table} where (${names}) in (${list}) for update`, keys)
  const { given, same, values } = keysGiven(write, listed)
  const text = `select x.at from (${given}) x where exists (select 1 from ${table} t where ${same})`
  const [rows] = await connection.query(text, values)
  const found = new Set((rows as { at: string }[]).map(({ at }) => Number(at)))
  const place = new Map(records.map((record, i) => [record, i]))
  return (record: DataRecord) => found.has(place.get(record)!)
}

/** The table's own key of the rows that were recognised by another one; of two for one record neither is its key. */
export async function keysThere(connection: Connection, { listed }: ServerKind, write: SqlWrite) {
  const { given, same, values } = keysGiven(write, listed)
  const text = `select x.at as weft_at, ${keyOf(write, 't.')} from (${given}) x
    join ${mariadbSql.table(write.table.name)} t on ${same}`
  const [rows] = await connection.query(text, values)
  const found = new Map<number, DataRecord | undefined>()
  for (const { weft_at, ...row } of rows as DataRecord[]) {
    const at = Number(weft_at)
    found.set(at, found.has(at) ? undefined : recordsOf(write.wanted, [row])[0])
  }
  return write.records.map((_, i) => found.get(i))
}
