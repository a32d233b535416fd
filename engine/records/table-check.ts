import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Structure } from './structure.ts'

const texts = defineMessages({
  missing: {
    en: 'The table {table} of the data structure {label} does not exist. Apply the structure again to create it.',
    de: 'Die Tabelle {table} der Datenstruktur {label} existiert nicht. Wenden Sie die Datenstruktur erneut an, um sie anzulegen.',
  },
  columns: {
    en: 'The table {table} does not fit the data structure {label}: {names} missing. Apply the structure again.',
    de: 'Die Tabelle {table} passt nicht zur Datenstruktur {label}: Es fehlt {names}. Wenden Sie die Datenstruktur erneut an.',
  },
})

/** Refuses to import into a table that does not stand or lacks a column the structure speaks of. */
export function refuseUnfitting({ table_name: table, label, fields }: Structure, columns: string[]) {
  if (columns.length === 0) throw new Invalid('TARGET_TABLE_MISSING', texts.missing({ table, label }))
  const present = new Set(columns)
  const missing = fields.filter((field) => !present.has(field.name)).map((field) => field.name)
  if (missing.length > 0)
    throw new Conflict('TARGET_TABLE_CHANGED', texts.columns({ table, label, names: missing.join(', ') }))
}
