import { z } from 'zod'
import { duration, durationOf } from '@weft/kit/define/duration.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const addInterval = defineTransformer({
  key: 'add_interval',
  group: 'date',
  icon: 'IconCalendarPlus',
  takes: ['date_time'],
  options: z.strictObject({
    interval: duration.default('1d'),
    direction: z.enum(['later', 'earlier']).default('later'),
  }),
  gives: 'date_time',
  apply: ({ interval, direction }) => {
    const step = durationOf(interval)! * (direction === 'later' ? 1 : -1)
    return (moment) => new Date(Date.parse(moment) + step).toISOString()
  },
  labels: {
    title: { en: 'Add a duration', de: 'Dauer addieren' },
    help: {
      en: 'Moves a date by days, hours and minutes. A day is 24 hours.',
      de: 'Verschiebt ein Datum um Tage, Stunden und Minuten. Ein Tag hat 24 Stunden.',
    },
    fields: {
      interval: { label: { en: 'Duration', de: 'Dauer' }, help: { en: 'Such as 2d 5h 30m', de: 'Etwa 2d 5h 30m' } },
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: { later: { en: 'later', de: 'später' }, earlier: { en: 'earlier', de: 'früher' } },
      },
    },
  },
  examples: [
    { takes: ['2026-02-27T20:00:00Z'], options: { interval: '2d 5h 30m' }, gives: '2026-03-02T01:30:00.000Z' },
    { takes: ['1996-07-04'], options: { interval: '28d', direction: 'earlier' }, gives: '1996-06-06T00:00:00.000Z' },
  ],
})
