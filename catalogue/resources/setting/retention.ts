import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const retentionSettings = defineSettingGroup({
  path: 'retention',
  schema: z.strictObject({
    log_days: z.int().min(1).max(365).default(30),
    archive_months: z.int().min(1).max(120).default(12),
  }),
  labels: {
    title: { en: 'Logs', de: 'Protokolle' },
    help: {
      en: 'Older log lines of jobs and older mails move into ZIP archives, a file for each day, under archives/logs in the storage of their tenant.',
      de: 'Ältere Protokollzeilen von Jobs und ältere E-Mails wandern in ZIP-Archive, eine Datei je Tag, unter archives/logs im Speicher ihres Mandanten.',
    },
    fields: {
      log_days: { label: { en: 'Keep logs (days)', de: 'Protokolle aufbewahren (Tage)' }, help: { en: 'As long as they can be searched here.', de: 'So lange lassen sie sich hier durchsuchen.' } },
      archive_months: { label: { en: 'Keep archives (months)', de: 'Archive aufbewahren (Monate)' }, help: { en: 'After that they are deleted for good.', de: 'Danach werden sie endgültig gelöscht.' } },
    },
  },
})
