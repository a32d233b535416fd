import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { dayText, numberOfDay, workdays, workLabels, workOptions } from './holidays.ts'

const texts = defineMessages({
  far: {
    en: 'At most {most, number} business days are counted.',
    de: 'Höchstens {most, number} Werktage werden gezählt.',
  },
})
const most = 5_000

/** Holidays by the laws of the 16 German states; see `holidays.ts`. */
export const addBusinessDays = defineTransformer({
  key: 'add_business_days',
  group: 'date',
  icon: 'IconCalendarPlus',
  takes: ['date', 'integer'],
  least: 1,
  takes_empty: true,
  options: z.strictObject({ days: z.int().min(-most).max(most).default(1), ...workOptions }),
  gives: 'date',
  apply: ({ days, ...work }) => {
    const isWorkday = workdays(work)
    return (from, given) => {
      if (!from) return null
      const wanted = Number(given ?? days)
      if (Math.abs(wanted) > most) return refuse(texts.far({ most }))
      const step = wanted < 0 ? -1 : 1
      let day = numberOfDay(from)
      for (let left = Math.abs(wanted); left > 0;) if (isWorkday((day += step))) left--
      while (wanted === 0 && !isWorkday(day)) day++
      return dayText(day)
    }
  },
  labels: {
    title: { en: 'Add business days', de: 'Werktage addieren' },
    help: {
      en: 'Moves a date by days on which there is work in a German state. 0 gives the day itself or the next business day.',
      de: 'Verschiebt ein Datum um Tage, an denen in einem Bundesland gearbeitet wird. 0 liefert den Tag selbst oder den nächsten Werktag.',
    },
    inputs: [
      { en: 'from', de: 'von' },
      { en: 'days', de: 'Tage' },
    ],
    fields: {
      days: {
        label: { en: 'Days', de: 'Tage' },
        help: { en: 'Where no second input is connected.', de: 'Wenn keine zweite Eingabe verbunden ist.' },
      },
      ...workLabels,
    },
  },
  examples: [
    { takes: ['2026-04-02'], gives: '2026-04-07' },
    { takes: ['2026-10-30', 1], options: { state: 'BW' }, gives: '2026-11-02' },
    { takes: ['2026-10-29', 1], options: { state: 'HH', saturdays: true }, gives: '2026-10-30' },
    { takes: ['2026-12-23', 1], options: { also_free: ['12-24'] }, gives: '2026-12-28' },
    { takes: ['2026-01-02', -2], gives: '2025-12-30' },
    { takes: ['2026-05-01', 0], gives: '2026-05-04' },
    { takes: ['2026-05-01', 9_000], refuses: 'At most 5,000 business days are counted.' },
  ],
})
