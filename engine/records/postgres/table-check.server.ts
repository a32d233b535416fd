import type pg from 'pg'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Structure } from '../structure.ts'
import { schemaOf } from './names.ts'
import { persistently } from './transaction.server.ts'

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

/** The check before an import: the table stands and has every column the structure speaks of. */
export async function checkTable(pool: () => Promise<pg.Pool>, structure: Structure): Promise<void> {
  const { table_name: table, label } = structure
  const { rows } = await persistently(async () =>
    (await pool()).query<{ name: string }>('select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2', [schemaOf(structure.project_id), table]),
  )
  if (rows.length === 0) throw new Invalid('TARGET_TABLE_MISSING', texts.missing({ table, label }))
  const present = new Set(rows.map(({ name }) => name))
  const missing = structure.fields.filter((field) => !present.has(field.name)).map((field) => field.name)
  if (missing.length > 0) throw new Conflict('TARGET_TABLE_CHANGED', texts.columns({ table, label, names: missing.join(', ') }))
}
