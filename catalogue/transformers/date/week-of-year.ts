import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { zone, zoneLabel } from './zone.ts'

/** ISO 8601-1:2019, 4.3.2 and 5.2.3: weeks begin on Monday, and week 1 is the one with the year's first Thursday. */
export const weekOfYear = defineTransformer({
  key: 'week_of_year',
  group: 'date',
  icon: 'IconCalendarWeek',
  takes: ['date_time'],
  options: z.strictObject({ form: z.enum(['year_week', 'week', 'year']).default('year_week'), zone }),
  gives: ({ form }) => (form === 'year_week' ? 'text' : 'integer'),
  apply:
    ({ form, zone }) =>
    (moment) => {
      const { weekNumber, weekYear } = DateTime.fromISO(moment, { zone })
      if (form === 'week') return weekNumber
      if (form === 'year') return weekYear
      return `${String(weekYear).padStart(4, '0')}-W${String(weekNumber).padStart(2, '0')}`
    },
  labels: {
    title: { en: 'Calendar week', de: 'Kalenderwoche' },
    help: {
      en: 'The week of ISO 8601 with the year it belongs to, which around New Year may be another one than that of the date.',
      de: 'Die Woche nach ISO 8601 mit dem Jahr, zu dem sie gehört; um Neujahr kann es ein anderes sein als das des Datums.',
    },
    fields: {
      form: {
        label: { en: 'As', de: 'Als' },
        options: {
          year_week: { en: 'Year and week: 2026-W47', de: 'Jahr und Woche: 2026-W47' },
          week: { en: 'Week: 47', de: 'Woche: 47' },
          year: { en: 'Year of the week: 2026', de: 'Jahr der Woche: 2026' },
        },
      },
      zone: zoneLabel,
    },
  },
  examples: [
    { takes: ['2026-11-21'], gives: '2026-W47' },
    { takes: ['2027-01-01'], gives: '2026-W53' },
    { takes: ['2024-12-30'], options: { form: 'week' }, gives: 1 },
    { takes: ['2024-12-30'], options: { form: 'year' }, gives: 2025 },
    { takes: ['2026-11-22T23:30:00Z'], options: { zone: 'Europe/Berlin' }, gives: '2026-W48' },
  ],
})
