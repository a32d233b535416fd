import type { z } from 'zod'
import { tableColumns } from '@weft/kit/define/columns.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { csv } from './csv.ts'

const formula = /^[=+\-@\t\r]/
const number = /^[+-]?\d+([.,]\d+)?$/

/** Writes batches as CSV text. The columns are those of the first batch, in the order they first appear. */
export function csvWriter(options: z.output<typeof csv.options>): (records: DataRecord[]) => string {
  const delimiter = options.delimiter === '\\t' ? '\t' : options.delimiter
  const special = new RegExp(
    `[${[delimiter, options.enclosure, '\r', '\n'].map((c) => c.replace(/[\\\]^-]/g, '\\$&')).join('')}]|^ | $`,
  )
  const columnsOf = tableColumns()
  const { enclosure } = options
  const quoted = (text: string) =>
    enclosure === ''
      ? text.replaceAll(/[\r\n]+/g, ' ').replaceAll(delimiter, ' ')
      : enclosure + text.replaceAll(enclosure, enclosure + enclosure) + enclosure
  const cell = (value: unknown) => {
    if (value === null || value === undefined) return options.empty_as_null ? '' : options.null_text
    const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (number.test(text)) return options.decimal_comma ? quoteIfNeeded(text.replace('.', ',')) : text
    const safe = options.guard_formulas && formula.test(text) ? `'${text}` : text
    // An empty text and the text "NULL" stay what they are only in quotes.
    return safe === '' || safe === options.null_text ? quoted(safe) : quoteIfNeeded(safe)
  }
  const quoteIfNeeded = (text: string) => (special.test(text) ? quoted(text) : text)
  const row = (cells: unknown[]) => cells.map(cell).join(delimiter) + '\r\n'
  return (records) => {
    const { columns, begins } = columnsOf(records)
    let text = begins && options.header ? row(columns) : ''
    for (const record of records) text += row(columns.map((column) => record[column]))
    return text
  }
}
