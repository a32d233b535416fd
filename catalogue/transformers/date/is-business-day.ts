import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { numberOfDay, workdays, workLabels, workOptions } from './holidays.ts'

/** Holidays by the laws of the 16 German states; see `holidays.ts`. */
export const isBusinessDay = defineTransformer({
  key: 'is_business_day',
  group: 'date',
  icon: 'IconCalendarCheck',
  takes: ['date'],
  options: z.strictObject(workOptions),
  gives: 'boolean',
  apply: (work) => {
    const isWorkday = workdays(work)
    return (day) => isWorkday(numberOfDay(day))
  },
  labels: {
    title: { en: 'Is a business day', de: 'Ist ein Werktag' },
    help: {
      en: 'Whether there is work on a day in a German state.',
      de: 'Ob an einem Tag in einem Bundesland gearbeitet wird.',
    },
    fields: workLabels,
  },
  examples: [
    { takes: ['2026-10-31'], options: { state: 'HH', saturdays: true }, gives: false },
    { takes: ['2026-10-31'], options: { state: 'HE', saturdays: true }, gives: true },
    { takes: ['2026-11-18'], options: { state: 'SN' }, gives: false },
    { takes: ['2026-11-18'], options: { state: 'ST' }, gives: true },
    { takes: ['2026-11-22'], gives: false },
  ],
})
