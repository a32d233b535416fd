import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const requestSettings = defineSettingGroup({
  path: 'requests',
  schema: z.strictObject({
    /** Seconds; 0 waits as long as it takes. */
    request_timeout: z.int().min(0).max(600).default(20),
    api_per_minute: z.int().min(60).max(1_000_000).default(600),
    webhook_per_minute: z.int().min(0).max(1_000_000).default(600),
    directory_tree: z.int().min(10).max(10_000).default(100),
  }),
  labels: {
    title: { en: 'Requests', de: 'Anfragen' },
    help: {
      en: 'How long the pages wait for an answer, and how often somebody may ask. Who asks more often is told to wait.',
      de: 'Wie lange die Seiten auf eine Antwort warten und wie oft jemand anfragen darf. Wer häufiger anfragt, wird gebeten zu warten.',
    },
    fields: {
      request_timeout: {
        label: { en: 'Wait for an answer (seconds)', de: 'Auf eine Antwort warten (Sekunden)' },
        help: { en: '0: as long as it takes.', de: '0: so lange es dauert.' },
      },
      api_per_minute: { en: 'Calls of the API a minute and session', de: 'Aufrufe der API je Minute und Sitzung' },
      webhook_per_minute: {
        label: { en: 'Calls of a webhook a minute', de: 'Aufrufe eines Webhooks je Minute' },
        help: {
          en: 'Counted for the whole installation. 0: any number.',
          de: 'Für die ganze Installation gezählt. 0: beliebig viele.',
        },
      },
      directory_tree: { en: 'Entries of a folder shown at once', de: 'Auf einmal gezeigte Einträge eines Ordners' },
    },
  },
})
