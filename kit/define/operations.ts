import type { Text } from '../messages/messages.ts'
import type { FieldType } from './structure.ts'

/** What Weft itself knows of a project's work and an insight shows like a data set: `runs` that have ended, and `rejects`. */
export const operationSources = ['runs', 'rejects'] as const
export type OperationSource = (typeof operationSources)[number]
export const isOperationSource = (id: string): id is OperationSource => operationSources.some((one) => one === id)

type OperationColumn = { name: string; type: FieldType; label: Text }

const day = { name: 'day', type: 'date', label: { en: 'Day', de: 'Tag' } } as const
const workflow = { name: 'workflow', type: 'text', label: { en: 'Workflow', de: 'Workflow' } } as const

/** A row for each run that has ended, the newest first, and one for each day and cause of rejected records. */
export const operations: Record<OperationSource, { label: Text; columns: readonly OperationColumn[] }> = {
  runs: {
    label: { en: 'Runs of this project', de: 'Läufe dieses Projekts' },
    columns: [
      day,
      { name: 'finished_at', type: 'date_time', label: { en: 'Finished', de: 'Beendet' } },
      workflow,
      { name: 'status', type: 'text', label: { en: 'Status', de: 'Status' } },
      { name: 'runs', type: 'integer', label: { en: 'Runs', de: 'Läufe' } },
      { name: 'records', type: 'big_integer', label: { en: 'Records', de: 'Datensätze' } },
      { name: 'rejected', type: 'big_integer', label: { en: 'Rejected records', de: 'Abgelehnte Datensätze' } },
      { name: 'seconds', type: 'decimal', label: { en: 'Duration in seconds', de: 'Dauer in Sekunden' } },
    ],
  },
  rejects: {
    label: { en: 'Rejected records of this project', de: 'Abgelehnte Datensätze dieses Projekts' },
    columns: [
      day,
      workflow,
      { name: 'step', type: 'text', label: { en: 'Step', de: 'Schritt' } },
      { name: 'field', type: 'text', label: { en: 'Field', de: 'Feld' } },
      { name: 'rule', type: 'text', label: { en: 'Rule', de: 'Regel' } },
      { name: 'rejected', type: 'big_integer', label: { en: 'Rejected records', de: 'Abgelehnte Datensätze' } },
      { name: 'mended', type: 'big_integer', label: { en: 'Mended records', de: 'Reparierte Datensätze' } },
    ],
  },
}
