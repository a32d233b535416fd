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
    },
  },
})
