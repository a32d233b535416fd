import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const sqlite = defineConnector({
  key: 'sqlite',
  icon: 'IconDatabaseSearch',
  category: 'database',
  settings: z.strictObject({ path: z.string().trim().min(1).max(1_000).meta({ input: 'file' }) }),
  secrets: [],
  destination: [],
  checks: ['connection', 'version'],
  // Not written: what is put into a copy would be lost where a run breaks off before the copy is put back.
  provides: ['tables', 'lookup', 'query'],
  proven: 'SQLite 3',
  labels: {
    title: { en: 'SQLite file', de: 'SQLite-Datei' },
    help: {
      en: 'A database that lies as a file in the storage. It is only read, as it is when the reading begins.',
      de: 'Eine Datenbank, die als Datei im Speicher liegt. Sie wird nur gelesen, in dem Stand, den sie zu Beginn hat.',
    },
    fields: {
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'In the storage, at most 500 MB. Bring it there when no program has it open.',
          de: 'Im Speicher, höchstens 500 MB. Legen Sie sie dort ab, wenn kein Programm sie geöffnet hat.',
        },
      },
    },
  },
})
