import { z } from 'zod'
import { condition } from './condition.ts'
import { inWords } from '../messages/patterns.ts'
import { defineMessages, say, type Text } from '../messages/messages.ts'

/** What a setting may point at; the form offers those of the project. */
export type ReferenceTo =
  'data_structure' | 'mapping' | 'data_set' | 'workflow' | 'dynamic_model' | 'workflow_token' | 'text_template' | 'user'

/** A setting that points at another entry of the project by its id. */
export const reference = (to: ReferenceTo) => z.uuid().meta({ input: 'reference', reference: to })

/** Several of them. */
export const referenceList = (to: ReferenceTo) => z.array(z.uuid()).meta({ input: 'reference', reference: to })

/** Names a part inside a list or an object of a setting, where the declaration's labels do not reach. */
export const named = <S extends z.ZodType>(schema: S, en: string, de: string, options?: Record<string, Text>): S =>
  schema.meta({ ...schema.meta(), label: { en, de }, ...(options && { options }) })

/** The name of a connection that holds tables, and a table of it; the form offers what there is. */
export const connectionName = z.string().trim().min(1).max(63).meta({ input: 'table_connection' })
export const writtenConnection = z.string().trim().min(1).max(63).meta({ input: 'written_connection' })
/** The name of a connection to a database whose log tells what changes. */
export const capturedConnection = z.string().trim().min(1).max(63).meta({ input: 'captured_connection' })
/** A field of that table by which changed records are found. */
export const cursorField = z.string().trim().min(1).max(191).meta({ input: 'cursor_field' })
/** A field of that table, and several; comparisons of such fields. */
export const sourceField = z.string().trim().min(1).max(191).meta({ input: 'source_field' })
export const sourceFields = (most: number) =>
  z.array(z.string().trim().min(1).max(191)).max(most).meta({ input: 'source_fields' })
export const sourceConditions = z.array(condition.extend({ field: z.string().min(1).meta({ input: 'source_field' }) }))
export const tableOf = z.string().trim().min(1).max(500).meta({ input: 'table' })

/** Which of two systems that are kept the same records come from, as their cross-references have them. */
export const syncedSide = z.enum(['left', 'right'])
export const syncedSideLabel = {
  label: { en: 'The records come from', de: 'Die Datensätze kommen aus' },
  help: {
    en: 'Which of the two systems of the cross-references. The other direction says the opposite.',
    de: 'Welches der beiden Systeme der Zuordnungen. Die Gegenrichtung sagt das andere.',
  },
  options: {
    left: { en: 'The first system', de: 'Dem ersten System' },
    right: { en: 'The second system', de: 'Dem zweiten System' },
  },
} as const

/** Batches that another database remembers in the transaction that writes them. */
export const exactlyOnceLabel = {
  label: { en: 'Exactly once', de: 'Genau einmal' },
  help: {
    en: 'The other database remembers each batch in a table named weft_batches, so that none is written twice, whatever breaks. The login has to be allowed to make that table.',
    de: 'Die andere Datenbank merkt sich jeden Stapel in einer Tabelle namens weft_batches, damit keiner zweimal geschrieben wird, was auch immer ausfällt. Die Anmeldung muss diese Tabelle anlegen dürfen.',
  },
} as const

/** Lists of a record that lie in tables of their own; offered where the connection beside it provides that. */
export const lineTables = z
  .array(
    z.strictObject({
      field: named(z.string().trim().min(1).max(191), 'List of the record', 'Liste des Datensatzes'),
      table: named(z.string().trim().min(1).max(500), 'Table of the lines', 'Tabelle der Positionen'),
      column: named(
        z.string().trim().min(1).max(191),
        'Column with the record’s key',
        'Spalte mit dem Schlüssel des Datensatzes',
      ),
    }),
  )
  .max(10)
  .default([])
  .meta({ needs: 'lines' })

/** The name of a connection to a system of queues or topics; the form offers those there are. */
export const messageConnection = z.string().trim().min(1).max(63).meta({ input: 'message_connection' })
export const mailboxConnection = z.string().trim().min(1).max(63).meta({ input: 'mailbox_connection' })

/** The connection to another system whose files are meant; empty: the tenant's own storage. */
export const fileConnection = z.string().trim().max(63).default('').meta({ input: 'file_connection' })
export const fileConnectionLabel = {
  label: { en: 'Connection', de: 'Verbindung' },
  help: {
    en: 'Files of another system. Empty: the storage here.',
    de: 'Dateien eines anderen Systems. Leer: der Speicher hier.',
  },
} as const

/** What runs keep for those after them, and whose it is. */
export const stateName = z.string().trim().min(1).max(200)
export const stateScope = z.enum(['workflow', 'project']).default('workflow')
export const stateScopeLabel = {
  label: { en: 'Shared by', de: 'Gemeinsam für' },
  options: {
    workflow: { en: 'Runs of this workflow', de: 'Läufe dieses Workflows' },
    project: { en: 'All workflows of the project', de: 'Alle Workflows des Projekts' },
  },
} as const

/** The name of a field of the records that arrive; may be a path such as `address.city`. */
export const field = z.string().trim().min(1).max(500).meta({ input: 'field' })
/** The name of a field that is written, there already or not. */
export const writtenField = field.meta({ input: 'field', written: true })
/** The name of a field that holds a list. */
export const listField = field.meta({ input: 'field', holds: 'list' })

/** A file format and its options, for elements that read or write files; the form offers the formats there are. */
export const format = z
  .string()
  .regex(
    inWords(/^[a-z][a-z0-9_]*$/, {
      en: 'Please choose one of the file formats.',
      de: 'Bitte eines der Dateiformate wählen.',
    }),
  )
  .meta({ input: 'format' })
export const formatOptions = z.record(z.string(), z.unknown()).meta({ input: 'formatOptions' })

const texts = defineMessages({
  how: { en: 'Choose a dynamic model or a format.', de: 'Wählen Sie ein dynamisches Modell oder ein Format.' },
})

/** How a file is read: by a dynamic model, or by a format with its options. Spread into the settings, with `readingLabels`, refined by `saysHowToRead`. */
export const readingSettings = {
  model_id: reference('dynamic_model').optional(),
  format: format.optional(),
  options: formatOptions.default({}),
}

export const readingLabels = {
  model_id: { en: 'Dynamic model', de: 'Dynamisches Modell' },
  format: {
    label: { en: 'Format', de: 'Format' },
    help: { en: 'Where there is no model.', de: 'Wenn es kein Modell gibt.' },
  },
  options: { en: 'Options of the format', de: 'Optionen des Formats' },
} as const

/** One of the two has to be said. */
export const saysHowToRead = ({ model_id, format }: { model_id?: string | undefined; format?: string | undefined }) =>
  model_id !== undefined || format !== undefined
export const unreadable = { path: ['model_id'], error: say(texts.how(), 'en'), params: { say: texts.how() } }

/** Shown only while another setting has one of these values. */
export const onlyWhen = <S extends z.ZodType>(field: string, is: readonly unknown[], schema: S): S =>
  schema.meta({ ...schema.meta(), when: { field, is: [...is] } })
