import { DateTime, IANAZone } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

const zone = z.string().max(60).refine((name) => name === 'UTC' || IANAZone.isValidZone(name)).default('UTC')

export const toDate = defineTransformer({
  key: 'to_date',
  group: 'convert',
  icon: 'IconCalendar',
  takes: ['date_time'],
  options: z.strictObject({ zone }),
  gives: 'date',
  apply: ({ zone }) => (moment) => (zone === 'UTC' ? new Date(moment).toISOString().slice(0, 10) : DateTime.fromISO(moment, { zone: 'UTC' }).setZone(zone).toISODate()),
  labels: {
    title: { en: 'As date', de: 'Als Datum' },
    help: { en: 'The day of a moment, as the calendar of a zone shows it.', de: 'Der Tag eines Zeitpunkts, wie ihn der Kalender einer Zone zeigt.' },
    fields: { zone: { label: { en: 'Time zone', de: 'Zeitzone' }, help: { en: 'Such as Europe/Berlin or UTC', de: 'Etwa Europe/Berlin oder UTC' } } },
  },
  examples: [
    { takes: ['1996-07-04T00:00:00.000Z'], gives: '1996-07-04' },
    { takes: ['2026-11-18T23:40:00Z'], options: { zone: 'Europe/Berlin' }, gives: '2026-11-19' },
  ],
})
