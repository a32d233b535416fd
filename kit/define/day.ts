import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const first = '1900-01-01'
const last = '2999-12-31'
const texts = defineMessages({
  range: {
    en: 'Please give a day between 1900 and 2999.',
    de: 'Bitte geben Sie einen Tag zwischen 1900 und 2999 an.',
  },
})
const outside = { error: say(texts.range(), 'en'), params: { say: texts.range() } }

/**
 * A day of the calendar, as ISO text. Years people mean: a year typed to its half is told, and days can be reckoned with from
 * here, which JavaScript's year 0 and PostgreSQL's, that does not exist, would not allow.
 */
export const calendarDay = z.iso.date().refine((day) => day >= first && day <= last, outside)

const isMoment = (text: string) => {
  const at = Date.parse(text)
  return at >= Date.parse(first) && at < Date.parse(last)
}
/** A moment with its offset, as ISO text, in the same years. */
export const calendarMoment = z.iso.datetime({ offset: true }).refine(isMoment, outside)

/** A moment as dates and times are commonly written, in the same years. */
export const commonMoment = z.string().refine(isMoment, outside)
