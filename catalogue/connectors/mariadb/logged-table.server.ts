import { createHash } from 'node:crypto'
import { Invalid } from '@weft/kit/errors/errors.ts'
import type { DescribedTable } from '@weft/kit/define/connector-session.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'
import { loggedColumn, type LoggedColumn } from './logged-values.server.ts'

const texts = defineMessages({
  view: {
    en: '{table} is no table whose changes the server logs.',
    de: '{table} ist keine Tabelle, deren Änderungen der Server protokolliert.',
  },
  kind: {
    en: 'The column {column} of {table} is {native}: values of this kind cannot be read from the log of the server yet.',
    de: 'Die Spalte {column} von {table} ist {native}: Werte dieser Art lassen sich aus dem Protokoll des Servers noch nicht lesen.',
  },
})

type Ask = (text: string, values?: unknown[]) => Promise<Record<string, string | null>[]>

/** A table as the log has it; `shape`: what its rows are made of, which is another after a column has come, gone or moved. */
export type LoggedTable = { schema: string; table: string; columns: LoggedColumn[]; shape: string }

const columns = `
  select database() as "schema", column_name as "name", data_type as "base", character_set_name as "charset",
    character_maximum_length as "length"
  from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`

export async function loggedTable(ask: Ask, described: DescribedTable): Promise<LoggedTable> {
  if (described.kind !== 'table') throw new Invalid('CAPTURE_REFUSED', texts.view({ table: described.name }))
  const table = tableParts(described.name)[0]!
  const kept = await ask(columns, [table])
  const found = kept.map(({ name, base, charset, length }) => {
    const field = described.fields.find((one) => one.name === name)!
    const column = loggedColumn(field, { base: base!, charset: charset!, length: Number(length) })
    if (column) return column
    const { native } = field
    throw new Invalid('CAPTURE_REFUSED', texts.kind({ column: field.name, table: described.name, native }))
  })
  const made = described.fields.map(({ name, native }, i) => [name, native, kept[i]?.['charset']])
  const shape = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
  return { schema: kept[0]!['schema']!, table, columns: found, shape }
}
