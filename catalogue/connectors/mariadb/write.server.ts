import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { openBatchMarkers } from '@weft/kit/sql/batch-markers.ts'
import type { Lines } from '@weft/kit/sql/line-tables.ts'
import type { Applied, SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import { mariadbSql, recordsOf } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

/** Writes a batch in one transaction, each part of it in one statement, or two where records are changed or added. */
export async function openWriter(
  settings: Settings,
  connection: Connection,
  table: DescribedTable,
  target: WriteTarget,
  lines: readonly Lines[],
): Promise<TableWriter> {
  const run = async (text: string, values: unknown[]) =>
    (await connection.query<ResultSetHeader>(text, values))[0].affectedRows
  const inserted = await openInserts(connection)
  const database = {
    async apply(write: SqlWrite): Promise<number | Applied> {
      if (write.mode === 'insert') return write.wanted.length > 0 ? inserted(write) : run(...statementOf(write))
      const count = await change(write)
      return write.wanted.length === 0 ? count : { count, made: await keysThere(connection, write) }
    },
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      try {
        await connection.query('start transaction')
        const done = await work()
        await connection.query('commit')
        return done
      } catch (error) {
        await connection.query('rollback').catch(ignore('where the line is gone the server has rolled back by itself'))
        throw statementError(settings, error)
      }
    },
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      await connection.query('savepoint part')
      try {
        return await work()
      } catch (error) {
        if (refusal(error)) await connection.query('rollback to savepoint part')
        throw error
      }
    },
    refusal,
    markers: (marker: { job: string; step: string }) =>
      openBatchMarkers(
        mariadbSql,
        async ({ text, values }) => (await connection.query(text, values))[0] as DataRecord[],
        marker,
        'longtext',
      ),
  }

  async function change(write: SqlWrite): Promise<number> {
    if (write.mode !== 'upsert') return run(...statementOf(write))
    // Not ON DUPLICATE KEY UPDATE: that changes whatever row any unique index stands against, and not the one with this key.
    const there = await existing(connection, write)
    const [known, fresh] = [write.records.filter(there), write.records.filter((record) => !there(record))]
    if (known.length > 0) await run(...statementOf({ ...write, mode: 'update', records: known }))
    if (fresh.length > 0) await run(...statementOf({ ...write, mode: 'insert', records: fresh }))
    return write.records.length
  }
  return writerOf(database, table, target, lines)
}

/** Data that cannot be, and rules that stand against it: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const refusals = new Set([
  1048, 1062, 1216, 1217, 1264, 1265, 1292, 1364, 1366, 1406, 1411, 1451, 1452, 1525, 1586, 1644, 1690, 1906, 3140,
  3819, 4025,
])
function refusal(error: unknown) {
  if (!refusals.has((error as { errno?: number }).errno ?? 0)) return undefined
  const said = messageOf(error)
  const field = /column ['`]([^'`]+)['`]/i.exec(said)?.[1]?.split('.').at(-1)
  return { reason: quotedTexts(said), ...(field && { field }) }
}

const { quote } = mariadbSql
const placeOf = (field: FoundField) => mariadbSql.parameter(0, field)
const valueIn = (record: DataRecord, field: FoundField) => {
  const value = record[field.name] ?? null
  if (value !== null && (field.type === 'json' || typeof value === 'object')) return JSON.stringify(value)
  return mariadbSql.value!(value, field)
}

/** The keys of records with the places of the records, as a table. */
const keysGiven = ({ key, records }: SqlWrite) => ({
  given: records
    .map((_, i) => `select ${i} as at, ${key.map((field, k) => `${placeOf(field)} as k${k}`).join(', ')}`)
    .join(' union all '),
  same: key.map(({ name }, k) => `t.${quote(name)} = x.k${k}`).join(' and '),
  values: records.flatMap((record) => key.map((field) => valueIn(record, field))),
})

/** Which of the records are there already, by their key; those rows stay as they are until the transaction ends. */
async function existing(connection: Connection, write: SqlWrite) {
  const { table, key, records } = write
  const names = key.map(({ name }) => quote(name)).join(', ')
  const tuples = records.map(() => `(${key.map(placeOf).join(', ')})`).join(', ')
  const { given, same, values } = keysGiven(write)
  const text = `select x.at from (${given}) x where exists (select 1 from ${mariadbSql.table(table.name)} t where ${same})`
  // Locked first, so that nobody adds or removes one of them meanwhile.
  await connection.query(
    `select 1 from ${mariadbSql.table(table.name)} where (${names}) in (${tuples}) for update`,
    values,
  )
  const [rows] = await connection.query(text, values)
  const found = new Set((rows as { at: string }[]).map(({ at }) => Number(at)))
  const place = new Map(records.map((record, i) => [record, i]))
  return (record: DataRecord) => found.has(place.get(record)!)
}

/** The table's own key of the rows that were recognised by another one; of two for one record neither is its key. */
async function keysThere(connection: Connection, write: SqlWrite) {
  const { given, same, values } = keysGiven(write)
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

const keyOf = ({ wanted }: SqlWrite, at = '') =>
  wanted.map((field) => `${mariadbSql.selected(field, `${at}${quote(field.name)}`)} as ${quote(field.name)}`).join(', ')

/** Inserts and says which keys the server has made: MariaDB since 10.5 itself, any other one by the first number it gave. */
async function openInserts(connection: Connection) {
  const [[said]] = await connection.query<RowDataPacket[]>(
    'select version() as "version", @@auto_increment_increment as "step"',
  )
  const { version, step } = said as { version: string; step: unknown }
  const [major, minor] = version.split('.').map(Number) as [number, number]
  let tells = version.includes('MariaDB') && (major > 10 || (major === 10 && minor >= 5))

  async function told(write: SqlWrite): Promise<Applied | undefined> {
    const [text, values] = statementOf(write)
    try {
      const [rows] = await connection.query(`${text} returning ${keyOf(write)}`, values)
      const made = recordsOf(write.wanted, rows as DataRecord[])
      return { count: made.length, made }
    } catch (error) {
      // Who may only insert may not be told.
      if (![1142, 1143].includes((error as { errno?: number }).errno ?? 0)) throw error
      tells = false
      return undefined
    }
  }

  return async (write: SqlWrite): Promise<Applied> => {
    const answer = tells ? await told(write) : undefined
    if (answer) return answer
    const [text, values] = statementOf(write)
    const [{ affectedRows: count, insertId }] = await connection.query<ResultSetHeader>(text, values)
    return { count, made: count === write.records.length ? numbered(write, insertId, Number(step)) : undefined }
  }
}

/**
 * The numbers a statement gave, from its first one on. One statement with a known count of rows gets them in a row, but not where some
 * records bring a number of their own.
 */
function numbered({ wanted, records }: SqlWrite, first: number, step: number): DataRecord[] | undefined {
  const [field] = wanted
  const isWhole = field?.type === 'integer' || field?.type === 'big_integer'
  if (wanted.length !== 1 || !field?.generated || !isWhole || first === 0) return undefined
  if (records.some((record) => (record[field.name] ?? null) !== null)) return undefined
  return records.map((_, i) => {
    const number = BigInt(first) + BigInt(i * step)
    return { [field.name]: field.type === 'integer' ? Number(number) : String(number) }
  })
}

function statementOf({ table, mode, key, fields, records }: SqlWrite): [text: string, values: unknown[]] {
  const at = mariadbSql.table(table.name)
  const values = (of: readonly FoundField[]) => records.flatMap((record) => of.map((field) => valueIn(record, field)))
  if (mode === 'insert' || mode === 'upsert') {
    const row = `(${fields.map(placeOf).join(', ')})`
    const names = fields.map(({ name }) => quote(name)).join(', ')
    return [`insert into ${at} (${names}) values ${records.map(() => row).join(', ')}`, values(fields)]
  }
  const taken = mode === 'delete' ? key : fields
  const first = taken.map((field, i) => `${placeOf(field)} as c${i}`).join(', ')
  const next = taken.map(placeOf).join(', ')
  const given = records.map((_, i) => `select ${i === 0 ? first : next}`).join(' union all ')
  const columnOf = (field: FoundField) => `x.c${taken.indexOf(field)}`
  const same = key.map((field) => `t.${quote(field.name)} = ${columnOf(field)}`).join(' and ')
  if (mode === 'delete') return [`delete t from ${at} t join (${given}) x on ${same}`, values(taken)]
  const isKey = new Set(key.map(({ name }) => name))
  const others = fields.filter(({ name }) => !isKey.has(name))
  const changes =
    others.length > 0
      ? others.map((field) => `t.${quote(field.name)} = ${columnOf(field)}`)
      : key.map(({ name }) => `t.${quote(name)} = t.${quote(name)}`)
  return [`update ${at} t join (${given}) x on ${same} set ${changes.join(', ')}`, values(taken)]
}
