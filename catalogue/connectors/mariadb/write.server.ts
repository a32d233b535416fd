import type { Connection, ResultSetHeader } from 'mysql2/promise'
import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { openBatchMarkers } from '@weft/kit/sql/batch-markers.ts'
import { writerOf, type SqlWrite } from '@weft/kit/sql/write-table.ts'
import { mariadbSql } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

/** Writes a batch in one transaction, each part of it in one statement, or two where records are changed or added. */
export async function openWriter(
  settings: Settings,
  connection: Connection,
  table: DescribedTable,
  target: WriteTarget,
): Promise<TableWriter> {
  const run = async (text: string, values: unknown[]) =>
    (await connection.query<ResultSetHeader>(text, values))[0].affectedRows
  const database = {
    async apply(write: SqlWrite): Promise<number> {
      if (write.mode !== 'upsert') return run(...statementOf(write))
      // Not ON DUPLICATE KEY UPDATE: that changes whatever row any unique index stands against, and not the one with this key.
      const there = await existing(connection, write)
      const [known, fresh] = [write.records.filter(there), write.records.filter((record) => !there(record))]
      if (known.length > 0) await run(...statementOf({ ...write, mode: 'update', records: known }))
      if (fresh.length > 0) await run(...statementOf({ ...write, mode: 'insert', records: fresh }))
      return write.records.length
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
  return writerOf(database, table, target)
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

/** Which of the records are there already, by their key; those rows stay as they are until the transaction ends. */
async function existing(connection: Connection, { table, key, records }: SqlWrite) {
  const names = key.map(({ name }) => quote(name)).join(', ')
  const tuples = records.map(() => `(${key.map(placeOf).join(', ')})`).join(', ')
  const values = records.flatMap((record) => key.map((field) => valueIn(record, field)))
  const given = records.map(
    (_, i) => `select ${i} as at, ${key.map((field, k) => `${placeOf(field)} as k${k}`).join(', ')}`,
  )
  const text = `select x.at from (${given.join(' union all ')}) x where exists (select 1 from ${mariadbSql.table(table.name)} t
    where ${key.map(({ name }, k) => `t.${quote(name)} = x.k${k}`).join(' and ')})`
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
