import { z } from 'zod'
import { defineMessages, languages, say } from '../messages/messages.ts'
import { filterValues } from './dashboard.ts'

const texts = defineMessages({
  zone: { en: 'This is no time zone.', de: 'Das ist keine Zeitzone.' },
  time: { en: 'Please give a time such as 07:30.', de: 'Bitte geben Sie eine Uhrzeit wie 07:30 an.' },
})
const told = (message: ReturnType<typeof texts.zone>) => ({ error: say(message, 'en'), params: { say: message } })

function isZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

export const mailRhythms = ['day', 'week', 'month'] as const

/** When a dashboard goes out by mail, to whom, and under which filters. */
export const dashboardMail = z.strictObject({
  every: z.enum(mailRhythms),
  /** Of a week, from Monday, or of a month. */
  day: z.int().min(1).max(28).default(1),
  at: z.string().refine((at) => /^([01]\d|2[0-3]):[0-5]\d$/.test(at), told(texts.time())),
  zone: z.string().max(64).refine(isZone, told(texts.zone())),
  recipients: z.array(z.email().max(191)).min(1).max(30),
  values: filterValues.default({}),
  language: z.enum(languages),
})
export type DashboardMail = z.output<typeof dashboardMail>
