import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

const unit = z.enum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years']).default('days')
const millis = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 }

export const dateDiff = defineTransformer({
  key: 'date_diff',
  group: 'date',
  icon: 'IconCalendarStats',
  takes: ['date_time', 'date_time'],
  options: z.strictObject({ unit }),
  gives: 'integer',
  apply: ({ unit }) =>
    unit === 'months' || unit === 'years'
      ? (from, to) =>
          Math.trunc(
            DateTime.fromISO(to, { zone: 'UTC' })
              .diff(DateTime.fromISO(from, { zone: 'UTC' }), unit)
              .as(unit),
          ) || 0
      : (from, to) => Math.trunc((Date.parse(to) - Date.parse(from)) / millis[unit]) || 0,
  labels: {
    title: { en: 'Time between', de: 'Zeit zwischen' },
    help: {
      en: 'Whole units from the first date to the second; negative if the second is earlier.',
      de: 'Ganze Einheiten vom ersten bis zum zweiten Datum; negativ, wenn das zweite früher liegt.',
    },
    inputs: [
      { en: 'from', de: 'von' },
      { en: 'to', de: 'bis' },
    ],
    fields: {
      unit: {
        label: { en: 'Counted in', de: 'Gezählt in' },
        options: {
          seconds: { en: 'Seconds', de: 'Sekunden' },
          minutes: { en: 'Minutes', de: 'Minuten' },
          hours: { en: 'Hours', de: 'Stunden' },
          days: { en: 'Days', de: 'Tagen' },
          weeks: { en: 'Weeks', de: 'Wochen' },
          months: { en: 'Months', de: 'Monaten' },
          years: { en: 'Years', de: 'Jahren' },
        },
      },
    },
  },
  examples: [
    { takes: ['1996-07-04', '1996-07-16'], gives: 12 },
    { takes: ['2026-03-01T12:00:00Z', '2026-02-28T13:00:00Z'], options: { unit: 'hours' }, gives: -23 },
    { takes: ['2024-03-01', '2026-02-28'], options: { unit: 'years' }, gives: 1 },
  ],
})
