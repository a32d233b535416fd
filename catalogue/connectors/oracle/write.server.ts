import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import type { SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import { othersOf, parametersOf } from '@weft/kit/sql/write-fields.ts'
import oracledb, { type Connection } from 'oracledb'
import { isBlob, oracleSql, typed } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

/** Writes a batch in one transaction, each part of it by one statement that is sent with the values of all its records. */
export async function openWriter(
  settings: Settings,
  line: Connection,
  table: DescribedTable,
  target: WriteTarget,
): Promise<TableWriter> {
  const database = {
    async apply(write: SqlWrite): Promise<number> {
      const taken = parametersOf(write)
      const rows = write.records.map((record) => taken.map((field) => oracleSql.value!(record[field.name], field)))
      const bindDefs = taken.map((field, at) =>
        widthOf(
          field,
          rows.map((row) => row[at]),
        ),
      )
      return (await line.executeMany(statementOf(write), rows, { bindDefs })).rowsAffected ?? 0
    },
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      try {
        const done = await work()
        await line.commit()
        return done
      } catch (error) {
        await line.rollback().catch(ignore('where the line is gone the server has rolled back by itself'))
        throw error
      }
    },
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      await line.execute('savepoint part')
      try {
        return await work()
      } catch (error) {
        if (refusal(error)) await line.execute('rollback to savepoint part')
        throw error
      }
    },
    refusal,
    failure: (cause: unknown) => statementError(settings, cause),
  }
  return writerOf(database, table, target)
}

/** All records of a part are sent in one form: as wide as the widest of them, and a large one as such. */
function widthOf(field: FoundField, values: unknown[]) {
  if (isBlob(field)) return { type: oracledb.DB_TYPE_BLOB }
  const widest = values.reduce<number>((most, value) => Math.max(most, Buffer.byteLength(String(value ?? ''))), 1)
  return widest > 4_000 ? { type: oracledb.DB_TYPE_CLOB } : { type: oracledb.DB_TYPE_VARCHAR, maxSize: widest }
}

/** Data that cannot be, rules that stand against it, and what triggers throw: https://docs.oracle.com/error-help/db/ */
const refusals =
  /^ORA-(00001|01400|01407|01438|01722|018[0-9]\d|01426|01401|01465|02290|02291|02292|06502|12899|20\d{3}|40441)$/
export function refusal(error: unknown) {
  if (!refusals.test(codeOf(error))) return undefined
  const said = messageOf(error)
  const field = /"[^"]+"\."[^"]+"\."([^"]+)"/.exec(said)?.[1]
  return { reason: quotedTexts(said), ...(field && { field }) }
}

const { quote } = oracleSql
export function statementOf(write: SqlWrite): string {
  const { table, mode, key, fields } = write
  const at = oracleSql.table(table.name)
  const taken = parametersOf(write)
  const valueOf = (field: FoundField) => typed(`:${taken.indexOf(field) + 1}`, field)
  const same = key.map((field) => `t.${quote(field.name)} = ${valueOf(field)}`).join(' and ')
  const names = fields.map(({ name }) => quote(name)).join(', ')
  const others = othersOf(write)
  switch (mode) {
    case 'delete':
      return `delete from ${at} t where ${same}`
    case 'insert':
      return `insert into ${at} (${names}) values (${fields.map(valueOf).join(', ')})`
    case 'update': {
      // With nothing but a key it still says whether the row is there.
      const changes =
        others.length > 0
          ? others.map((field) => `t.${quote(field.name)} = ${valueOf(field)}`)
          : key.map(({ name }) => `t.${quote(name)} = t.${quote(name)}`)
      return `update ${at} t set ${changes.join(', ')} where ${same}`
    }
    case 'upsert': {
      const column = (field: FoundField) => `x.c${fields.indexOf(field)}`
      const given = fields.map((field) => `${valueOf(field)} as c${fields.indexOf(field)}`).join(', ')
      const on = key.map((field) => `t.${quote(field.name)} = ${column(field)}`).join(' and ')
      const changes = others.map((field) => `t.${quote(field.name)} = ${column(field)}`).join(', ')
      const matched = others.length > 0 ? ` when matched then update set ${changes}` : ''
      return `merge into ${at} t using (select ${given} from dual) x on (${on})${matched} when not matched then insert (${names}) values (${fields.map(column).join(', ')})`
    }
  }
}
