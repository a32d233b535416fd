import { jobDays } from '@weft/kit/define/job-days.ts'
import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const jobSettings = defineSettingGroup({
  path: 'jobs',
  schema: z.strictObject({
    /** Days after the end of a job and of all that continue it. */
    files_days: z.int().min(1).max(365).default(14),
    job_days: jobDays.default(90),
    failed_job_days: jobDays.default(180),
  }),
  labels: {
    title: { en: 'Jobs', de: 'Jobs' },
    help: {
      en: 'How long finished jobs stay ready to be continued, and how long they are kept at all. After that a job goes together with all that run it again and all it has started, with their steps, rejected records and files. What stays: jobs that still have open rejected records or can be taken back, the last job of each workflow, and every figure in charts and invoices.',
      de: 'Wie lange beendete Jobs fortgesetzt werden können und wie lange sie überhaupt aufbewahrt werden. Danach verschwindet ein Job zusammen mit allen, die ihn wiederholen oder die er gestartet hat, samt Schritten, abgelehnten Datensätzen und Dateien. Es bleiben: Jobs mit offenen abgelehnten Datensätzen oder solche, die sich noch rückgängig machen lassen, der letzte Job jedes Workflows und alle Zahlen in Diagrammen und Rechnungen.',
    },
    fields: {
      files_days: {
        label: { en: 'Keep the files of a job (days)', de: 'Dateien eines Jobs aufbewahren (Tage)' },
        help: {
          en: 'A failed job can go on from the step that failed, and refused records can be tried again, as long as its files are kept.',
          de: 'Solange die Dateien eines Jobs da sind, kann ein fehlgeschlagener Job ab dem fehlgeschlagenen Schritt fortgesetzt und können abgelehnte Datensätze erneut versucht werden.',
        },
      },
      job_days: {
        label: { en: 'Keep jobs (days)', de: 'Jobs aufbewahren (Tage)' },
        help: {
          en: 'Never shorter than their logs. 0 keeps them for good. A tenant and a workflow may say otherwise.',
          de: 'Nie kürzer als ihre Protokolle. 0 bewahrt sie dauerhaft auf. Ein Mandant und ein Workflow können anderes festlegen.',
        },
      },
      failed_job_days: {
        label: { en: 'Keep failed jobs (days)', de: 'Fehlgeschlagene Jobs aufbewahren (Tage)' },
        help: {
          en: 'Those that failed, were cancelled or rejected records; never shorter than the others. 0 keeps them for good.',
          de: 'Jobs, die fehlschlugen, abgebrochen wurden oder Datensätze ablehnten; nie kürzer als die anderen. 0 bewahrt sie dauerhaft auf.',
        },
      },
    },
  },
})
