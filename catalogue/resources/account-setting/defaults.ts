import { jobDays } from '@weft/kit/define/job-days.ts'
import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ zone: { en: 'This time zone is not known.', de: 'Diese Zeitzone ist nicht bekannt.' } })

const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** What holds where nothing else is said; the account's own administrator may change it. */
export const accountDefaults = defineSettingGroup({
  path: 'defaults',
  schema: z.strictObject({
    schedule_zone: z
      .string()
      .refine(isZone, { error: say(texts.zone(), 'en'), params: { say: texts.zone() } })
      .default('Europe/Berlin'),
    job_days: jobDays.nullable().default(null),
    failed_job_days: jobDays.nullable().default(null),
  }),
  labels: {
    title: { en: 'Defaults', de: 'Vorgaben' },
    help: { en: 'What holds where nothing else is said.', de: 'Was gilt, wo nichts anderes angegeben ist.' },
    fields: {
      schedule_zone: {
        label: { en: 'Time zone of schedules', de: 'Zeitzone von Zeitplänen' },
        help: {
          en: 'Such as Europe/Berlin; for schedules that name none, from the next time their workflow is saved.',
          de: 'Zum Beispiel Europe/Berlin; für Zeitpläne ohne eigene Angabe, ab dem nächsten Speichern ihres Workflows.',
        },
      },
      job_days: {
        label: { en: 'Keep jobs (days)', de: 'Jobs aufbewahren (Tage)' },
        help: {
          en: 'Empty: as the installation says. 0 keeps them for good. After that a job goes with its steps, rejected records and files; jobs with open rejected records, the last one of each workflow and all figures stay.',
          de: 'Leer: wie die Installation es festlegt. 0 bewahrt sie dauerhaft auf. Danach verschwindet ein Job samt Schritten, abgelehnten Datensätzen und Dateien; Jobs mit offenen abgelehnten Datensätzen, der letzte jedes Workflows und alle Zahlen bleiben.',
        },
      },
      failed_job_days: {
        label: { en: 'Keep failed jobs (days)', de: 'Fehlgeschlagene Jobs aufbewahren (Tage)' },
        help: {
          en: 'Those that failed, were cancelled or rejected records; never shorter than the others. Empty: as the installation says.',
          de: 'Jobs, die fehlschlugen, abgebrochen wurden oder Datensätze ablehnten; nie kürzer als die anderen. Leer: wie die Installation es festlegt.',
        },
      },
    },
  },
})
