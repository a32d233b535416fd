import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { zone, zoneLabel } from './zone.ts'

export const startOf = defineTransformer({
  key: 'start_of',
  group: 'date',
  icon: 'IconCalendarDown',
  takes: ['date_time'],
  options: z.strictObject({ unit: z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year']).default('month'), zone }),
  gives: 'date_time',
  apply:
    ({ unit, zone }) =>
    (moment) =>
      DateTime.fromISO(moment, { zone }).startOf(unit).toUTC().toISO(),
  labels: {
    title: { en: 'Start of a period', de: 'Beginn eines Zeitraums' },
    help: {
      en: 'The first moment of the hour, day, week (Monday), month, quarter or year.',
      de: 'Der erste Moment der Stunde, des Tages, der Woche (Montag), des Monats, Quartals oder Jahres.',
    },
    fields: {
      unit: {
        label: { en: 'Period', de: 'Zeitraum' },
        options: {
          hour: { en: 'Hour', de: 'Stunde' },
          day: { en: 'Day', de: 'Tag' },
          week: { en: 'Week', de: 'Woche' },
          month: { en: 'Month', de: 'Monat' },
          quarter: { en: 'Quarter', de: 'Quartal' },
          year: { en: 'Year', de: 'Jahr' },
        },
      },
      zone: zoneLabel,
    },
  },
  examples: [
    { takes: ['1996-07-04T10:00:00Z'], gives: '1996-07-01T00:00:00.000Z' },
    {
      takes: ['2026-11-18T23:40:00Z'],
      options: { unit: 'day', zone: 'Europe/Berlin' },
      gives: '2026-11-18T23:00:00.000Z',
    },
    { takes: ['2026-11-21'], options: { unit: 'week' }, gives: '2026-11-16T00:00:00.000Z' },
  ],
})
