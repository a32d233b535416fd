import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const retentionSettings = defineSettingGroup({
  path: 'retention',
  schema: z.strictObject({
    log_days: z.int().min(1).max(365).default(30),
    mail_days: z.int().min(1).max(3_650).default(30),
    audit_days: z.int().min(30).max(3_650).default(365),
    query_days: z.int().min(1).max(365).default(90),
    archive_months: z.int().min(1).max(120).default(12),
  }),
  labels: {
    title: { en: 'Logs', de: 'Protokolle' },
    help: {
      en: 'What is older moves into ZIP archives, a file for each day: log lines of jobs and mails under archives/logs in the storage of their tenant, the audit log and the mails of the installation into the provider’s archives below.',
      de: 'Was älter ist, wandert in ZIP-Archive, eine Datei je Tag: Protokollzeilen von Jobs und E-Mails unter archives/logs in den Speicher ihres Mandanten, das Prüfprotokoll und die E-Mails der Installation in die Archive des Anbieters unten.',
    },
    fields: {
      log_days: {
        label: { en: 'Keep logs of jobs (days)', de: 'Protokolle von Jobs aufbewahren (Tage)' },
        help: { en: 'As long as they can be searched here.', de: 'So lange lassen sie sich hier durchsuchen.' },
      },
      mail_days: {
        label: { en: 'Keep the mail log (days)', de: 'E-Mail-Protokoll aufbewahren (Tage)' },
        help: {
          en: 'As long as a mail can be read and sent again here.',
          de: 'So lange lässt sich eine E-Mail hier lesen und erneut senden.',
        },
      },
      audit_days: {
        label: { en: 'Keep the audit log (days)', de: 'Prüfprotokoll aufbewahren (Tage)' },
        help: { en: 'At least 30 days.', de: 'Mindestens 30 Tage.' },
      },
      query_days: {
        label: { en: 'Keep the history of queries (days)', de: 'Verlauf der Abfragen aufbewahren (Tage)' },
        help: {
          en: 'What somebody asked in the query editor; only they see it. It is deleted, not archived.',
          de: 'Was jemand im Abfrage-Editor gefragt hat; nur diese Person sieht es. Es wird gelöscht, nicht archiviert.',
        },
      },
      archive_months: {
        label: { en: 'Keep archives (months)', de: 'Archive aufbewahren (Monate)' },
        help: { en: 'After that they are deleted for good.', de: 'Danach werden sie endgültig gelöscht.' },
      },
    },
  },
})
