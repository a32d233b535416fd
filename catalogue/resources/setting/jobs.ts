import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const jobSettings = defineSettingGroup({
  path: 'jobs',
  schema: z.strictObject({
    /** Days after the end of a job and of all that continue it. */
    files_days: z.int().min(1).max(365).default(14),
  }),
  labels: {
    title: { en: 'Jobs', de: 'Jobs' },
    help: {
      en: 'How long finished jobs stay ready to be continued.',
      de: 'Wie lange beendete Jobs fortgesetzt werden können.',
    },
    fields: {
      files_days: {
        label: { en: 'Keep the files of a job (days)', de: 'Dateien eines Jobs aufbewahren (Tage)' },
        help: {
          en: 'A failed job can go on from the step that failed, and refused records can be tried again, as long as its files are kept.',
          de: 'Solange die Dateien eines Jobs da sind, kann ein fehlgeschlagener Job ab dem fehlgeschlagenen Schritt fortgesetzt und können abgelehnte Datensätze erneut versucht werden.',
        },
      },
    },
  },
})
