import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import type { Statement } from '@weft/kit/sql/statement.ts'
import type { SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import { othersOf } from '@weft/kit/sql/write-fields.ts'
import { sqlServerSql, typed } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

/** A statement carries 2,100 values at most. */
const most_values = 2_000

/**
 * Writes each part in one transaction. A batch is not one: a value that cannot be converted takes the whole transaction with it here, and
 * there is nothing left then to go back to.
 */
export async function openWriter(
  settings: Settings,
  run: (statement: Statement) => Promise<number>,
  table: DescribedTable,
  target: WriteTarget,
): Promise<TableWriter> {
  const database = {
    async apply(write: SqlWrite): Promise<number> {
      let count = 0
      const size = Math.max(1, Math.floor(most_values / write.fields.length))
      for (let at = 0; at < write.records.length; at += size)
        count += await run(statementOf({ ...write, records: write.records.slice(at, at + size) }))
      return count
    },
    transaction: <T>(work: () => Promise<T>) => work(),
    attempt: <T>(work: () => Promise<T>) => work(),
    refusal,
    failure: (cause: unknown) => statementError(settings, cause),
  }
  return writerOf(database, table, target)
}

/** Data that cannot be, and rules that stand against it: https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
const refusals = new Set([220, 232, 241, 242, 245, 295, 515, 547, 2601, 2627, 2628, 8114, 8115, 8152, 8169, 9420])
export function refusal(error: unknown) {
  const number = Number((error as { number?: unknown }).number)
  // What triggers throw themselves has a number from here on.
  if (!refusals.has(number) && !(number >= 50_000)) return undefined
  const said = messageOf(error)
  const field = /column '([^']+)'/i.exec(said)?.[1]
  return { reason: quotedTexts(said), ...(field && { field }) }
}

const { quote } = sqlServerSql

/** Not MERGE, which meets rows of others between looking and writing, and has more flaws: https://michaeljswart.com/2021/08/what-to-avoid-if-you-want-to-use-merge/ */
export function statementOf({ table, mode, key, fields, records }: SqlWrite): Statement {
  const at = sqlServerSql.table(table.name)
  const taken = mode === 'delete' ? key : fields
  const values = records.flatMap((record) => taken.map((field) => sqlServerSql.value!(record[field.name], field)))
  const rows = records.map((_, i) => `(${taken.map((__, k) => `@p${i * taken.length + k + 1}`).join(', ')})`)
  const given = `(values ${rows.join(', ')}) x(${taken.map((_, k) => `c${k}`).join(', ')})`
  const valueOf = (field: FoundField) => typed(`x.c${taken.indexOf(field)}`, field)
  const same = key.map((field) => `t.${quote(field.name)} = ${valueOf(field)}`).join(' and ')
  const others = othersOf({ key, fields })
  // With nothing but a key it still says whether the row is there.
  const changed = others.length > 0 ? others : key
  const changes = changed.map(
    (field) => `${quote(field.name)} = ${others.length > 0 ? valueOf(field) : `t.${quote(field.name)}`}`,
  )
  const names = fields.map(({ name }) => quote(name)).join(', ')
  const insert = `insert into ${at} (${names}) select ${fields.map(valueOf).join(', ')} from ${given}`
  const statements: string[] = []
  if (mode === 'delete') statements.push(`delete t from ${at} t join ${given} on ${same}`)
  if (mode === 'insert') statements.push(insert)
  if (mode === 'update') statements.push(`update t set ${changes.join(', ')} from ${at} t join ${given} on ${same}`)
  if (mode === 'upsert') {
    // The places of keys that are not there are locked, too, so that nobody adds one of them meanwhile.
    const locked = `${at} t with (updlock, holdlock)`
    if (others.length > 0) statements.push(`update t set ${changes.join(', ')} from ${locked} join ${given} on ${same}`)
    statements.push(`${insert} where not exists (select 1 from ${locked} where ${same})`)
  }
  const isNumbered = (mode === 'insert' || mode === 'upsert') && fields.some(({ generated }) => generated === 'default')
  const whole = isNumbered
    ? [`set identity_insert ${at} on`, ...statements, `set identity_insert ${at} off`]
    : statements
  return { text: ['set xact_abort on', 'begin transaction', ...whole, 'commit'].join('; '), values }
}
