import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { zone, zoneLabel } from './zone.ts'

export const datePart = defineTransformer({
  key: 'date_part',
  group: 'date',
  icon: 'IconCalendarEvent',
  takes: ['date_time'],
  options: z.strictObject({
    part: z
      .enum(['year', 'quarter', 'month', 'weekNumber', 'day', 'weekday', 'ordinal', 'hour', 'minute', 'second'])
      .default('year'),
    zone,
  }),
  gives: 'integer',
  apply:
    ({ part, zone }) =>
    (moment) =>
      DateTime.fromISO(moment, { zone })[part],
  labels: {
    title: { en: 'Part of a date', de: 'Teil eines Datums' },
    help: {
      en: 'The year, month, day and so on as a number. Weeks are those of ISO 8601, Monday is 1.',
      de: 'Jahr, Monat, Tag und so weiter als Zahl. Wochen nach ISO 8601, Montag ist 1.',
    },
    fields: {
      part: {
        label: { en: 'Part', de: 'Teil' },
        options: {
          year: { en: 'Year', de: 'Jahr' },
          quarter: { en: 'Quarter', de: 'Quartal' },
          month: { en: 'Month', de: 'Monat' },
          weekNumber: { en: 'Week', de: 'Woche' },
          day: { en: 'Day', de: 'Tag' },
          weekday: { en: 'Weekday', de: 'Wochentag' },
          ordinal: { en: 'Day of the year', de: 'Tag im Jahr' },
          hour: { en: 'Hour', de: 'Stunde' },
          minute: { en: 'Minute', de: 'Minute' },
          second: { en: 'Second', de: 'Sekunde' },
        },
      },
      zone: zoneLabel,
    },
  },
  examples: [
    { takes: ['1996-07-04'], gives: 1996 },
    { takes: ['2026-11-21'], options: { part: 'weekNumber' }, gives: 47 },
    { takes: ['2026-11-18T23:40:00Z'], options: { part: 'day', zone: 'Europe/Berlin' }, gives: 19 },
  ],
})
