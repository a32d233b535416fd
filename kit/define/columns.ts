import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import type { DataRecord } from './record.ts'

const texts = defineMessages({
  late: {
    en: 'A record further down has a value in "{column}", a column the table does not have: its columns are those of the first {records, number} records. Give every record all columns, for example with a mapping.',
    de: 'Ein späterer Datensatz hat einen Wert in „{column}“, einer Spalte, die die Tabelle nicht hat: Ihre Spalten sind die der ersten {records, number} Datensätze. Geben Sie jedem Datensatz alle Spalten, zum Beispiel mit einem Mapping.',
  },
})

/** The columns of a table written batch by batch: those of the first batch. A value that would find no column later is refused, not lost. */
export function tableColumns(): (batch: readonly DataRecord[]) => { columns: string[]; begins: boolean } {
  let columns: string[] | undefined
  let known = new Set<string>()
  let records = 0
  return (batch) => {
    if (!columns) {
      known = new Set(batch.flatMap((record) => Object.keys(record)))
      columns = [...known]
      records = batch.length
      return { columns, begins: true }
    }
    for (const record of batch)
      for (const column in record)
        if (!known.has(column) && record[column] !== null && record[column] !== undefined)
          throw new Invalid('TABLE_NEW_COLUMN', texts.late({ column, records }))
    return { columns, begins: false }
  }
}
