import { z } from 'zod'
import { condition } from './condition.ts'
import { inWords } from '../messages/patterns.ts'
import { defineMessages, say, type Text } from '../messages/messages.ts'

/** What a setting may point at; the form offers those of the project. */
export type ReferenceTo =
  'data_structure' | 'mapping' | 'data_set' | 'workflow' | 'dynamic_model' | 'workflow_token' | 'user'

/** A setting that points at another entry of the project by its id. */
export const reference = (to: ReferenceTo) => z.uuid().meta({ input: 'reference', reference: to })

/** Several of them. */
export const referenceList = (to: ReferenceTo) => z.array(z.uuid()).meta({ input: 'reference', reference: to })

/** The name of a connection that holds tables, and a table of it; the form offers what there is. */
export const connectionName = z.string().trim().min(1).max(63).meta({ input: 'table_connection' })
export const writtenConnection = z.string().trim().min(1).max(63).meta({ input: 'written_connection' })
/** A field of that table by which changed records are found. */
export const cursorField = z.string().trim().min(1).max(191).meta({ input: 'cursor_field' })
/** A field of that table, and several; comparisons of such fields. */
export const sourceField = z.string().trim().min(1).max(191).meta({ input: 'source_field' })
export const sourceFields = (most: number) =>
  z.array(z.string().trim().min(1).max(191)).max(most).meta({ input: 'source_fields' })
export const sourceConditions = z.array(condition.extend({ field: z.string().min(1).meta({ input: 'source_field' }) }))
export const tableOf = z.string().trim().min(1).max(500).meta({ input: 'table' })

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

/** Names a part inside a list or an object of a setting, where the declaration's labels do not reach. */
export const named = <S extends z.ZodType>(schema: S, en: string, de: string, options?: Record<string, Text>): S =>
  schema.meta({ ...schema.meta(), label: { en, de }, ...(options && { options }) })

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
