import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import type { SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import { othersOf, parametersOf } from '@weft/kit/sql/write-fields.ts'
import type { Database, Transaction } from 'node-firebird'
import { firebirdSql } from './fields.ts'
import { codeOf, inTransaction, statementError, type Settings } from './line.server.ts'

/** Writes a batch in one transaction, each record by a statement that is prepared once: this server takes one row at a time. */
export async function openWriter(
  settings: Settings,
  line: Database,
  table: DescribedTable,
  target: WriteTarget,
): Promise<TableWriter> {
  let trx: Transaction
  const database = {
    async apply(write: SqlWrite): Promise<number> {
      const text = statementOf(write)
      let count = 0
      for (const record of write.records) {
        const values = parametersOf(write).map((field) => firebirdSql.value!(record[field.name], field))
        const { affectedRows } = await trx.executeAsync(text, values, { withMeta: true })
        count += write.mode === 'update' ? Math.min(affectedRows, 1) : affectedRows
      }
      return count
    },
    transaction: <T>(work: () => Promise<T>): Promise<T> =>
      inTransaction(line, false, (own) => {
        trx = own
        return work()
      }),
    attempt: <T>(work: () => Promise<T>): Promise<T> => trx.savepoint(work),
    refusal,
    failure: (cause: unknown) => statementError(settings, cause),
  }
  return writerOf(database, table, target)
}

/**
 * Data that cannot be, and rules that stand against it:
 * https://firebirdsql.org/file/documentation/html/en/refdocs/fblangref30/fblangref30-appx02-errorcodes.html
 */
const refusals = new Set([
  335544321, 335544334, 335544347, 335544349, 335544466, 335544517, 335544558, 335544665, 335544838, 335544839,
  335544914, 335544916, 335544879,
])
function refusal(error: unknown) {
  const said = messageOf(error)
  // A value that does not fit stands behind the general code of a statement that is wrong.
  if (!refusals.has(codeOf(error)) && !/SQL error code = -(303|413)\b/.test(said)) return undefined
  const field = /for column "[^"]+"\."([^"]+)"/.exec(said)?.[1]
  return { reason: quotedTexts(said), ...(field && { field }) }
}

const { quote } = firebirdSql

/** What is assigned: no width is named, so that what is too long is refused and not cut off. */
function placeOf(field: FoundField): string {
  if (field.type === 'date' || field.type === 'date_time' || field.type === 'time') return 'cast(? as varchar(60))'
  return field.native === 'blob sub_type text' ? 'cast(? as blob sub_type text character set utf8)' : '?'
}

function statementOf(write: SqlWrite): string {
  const { table, mode, key, fields } = write
  const at = firebirdSql.table(table.name)
  const same = key.map((field) => `${quote(field.name)} = ${placeOf(field)}`).join(' and ')
  const names = fields.map(({ name }) => quote(name)).join(', ')
  const values = fields.map(placeOf).join(', ')
  switch (mode) {
    case 'delete':
      return `delete from ${at} where ${same}`
    case 'update': {
      const others = othersOf(write).map((field) => `${quote(field.name)} = ${placeOf(field)}`)
      // With nothing but a key it still says whether the row is there.
      const changes = others.length > 0 ? others : key.map(({ name }) => `${quote(name)} = ${quote(name)}`)
      return `update ${at} set ${changes.join(', ')} where ${same}`
    }
    case 'insert':
      return `insert into ${at} (${names}) values (${values})`
    case 'upsert':
      return `update or insert into ${at} (${names}) values (${values}) matching (${key.map(({ name }) => quote(name)).join(', ')})`
  }
}
