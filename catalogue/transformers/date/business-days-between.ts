import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { numberOfDay, workdays, workLabels, workOptions } from './holidays.ts'

const texts = defineMessages({
  far: {
    en: 'At most {most, number} days are counted through.',
    de: 'Höchstens {most, number} Tage werden durchgezählt.',
  },
})
const most = 20_000

/** Holidays by the laws of the 16 German states; the first day does not count, as in § 187 (1) BGB. */
export const businessDaysBetween = defineTransformer({
  key: 'business_days_between',
  group: 'date',
  icon: 'IconCalendarStats',
  takes: ['date', 'date'],
  options: z.strictObject(workOptions),
  gives: 'integer',
  apply: (work) => {
    const isWorkday = workdays(work)
    return (from, to) => {
      const [first, last] = [numberOfDay(from), numberOfDay(to)]
      if (Math.abs(last - first) > most) return refuse(texts.far({ most }))
      const step = last < first ? -1 : 1
      let count = 0
      for (let day = first; day !== last;) if (isWorkday((day += step))) count += step
      return count
    }
  },
  labels: {
    title: { en: 'Business days between', de: 'Werktage zwischen' },
    help: {
      en: 'How many business days of a German state lie behind the first date, up to and with the second; negative if the second is earlier.',
      de: 'Wie viele Werktage eines Bundeslandes nach dem ersten Datum bis einschließlich zum zweiten liegen; negativ, wenn das zweite früher liegt.',
    },
    inputs: [
      { en: 'from', de: 'von' },
      { en: 'to', de: 'bis' },
    ],
    fields: workLabels,
  },
  examples: [
    { takes: ['2026-04-02', '2026-04-10'], gives: 4 },
    { takes: ['2026-06-03', '2026-06-05'], options: { state: 'NW' }, gives: 1 },
    { takes: ['2026-06-03', '2026-06-05'], options: { state: 'HH' }, gives: 2 },
    { takes: ['2026-04-10', '2026-04-02'], gives: -4 },
    { takes: ['2026-04-10', '2026-04-10'], gives: 0 },
  ],
})
