import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

/** What an account may use at most. Given from above: by the provider, and by a partner to its tenants. */
export const accountLimits = defineSettingGroup({
  path: 'limits',
  schema: z.strictObject({
    queue_instances: z.int().min(1).max(10).default(10),
    queue_memory: z.int().min(64).max(2_048).default(2_048).meta({ suffix: 'MB' }),
    /** Of a file with data; never more than the installation allows. */
    data_megabytes: z.int().min(1).max(10_000).default(200).meta({ suffix: 'MB' }),
    /** Never more than the installation keeps. */
    log_days: z.int().min(1).max(365).default(365),
  }),
  labels: {
    title: { en: 'Limits', de: 'Limits' },
    help: {
      en: 'The most this account may use, also where its own settings or those of the installation say more.',
      de: 'So viel darf dieses Konto höchstens nutzen, auch wenn seine eigenen Einstellungen oder die der Installation mehr erlauben.',
    },
    fields: {
      queue_instances: {
        label: { en: 'Instances of a queue', de: 'Instanzen einer Warteschlange' },
        help: {
          en: 'How many jobs of one queue run at once.',
          de: 'So viele Jobs einer Warteschlange laufen zugleich.',
        },
      },
      queue_memory: { en: 'Memory of a job', de: 'Speicher eines Jobs' },
      data_megabytes: { en: 'Size of a file with data', de: 'Größe einer Datei mit Daten' },
      log_days: { en: 'Keep logs (days)', de: 'Protokolle aufbewahren (Tage)' },
    },
  },
})
