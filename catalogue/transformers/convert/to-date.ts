import { DateTime, IANAZone } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

const zone = z
  .string()
  .max(60)
  .refine((name) => name === 'UTC' || IANAZone.isValidZone(name))
  .default('UTC')

/** Its day stands in it already; 24:00 is the next day's. */
const isUtc = (moment: string) => moment.endsWith('Z') && !moment.startsWith('24', 11)

export const toDate = defineTransformer({
  key: 'to_date',
  group: 'convert',
  icon: 'IconCalendar',
  takes: ['date_time'],
  options: z.strictObject({ zone }),
  gives: 'date',
  apply:
    ({ zone }) =>
    (moment) =>
      zone === 'UTC' && isUtc(moment)
        ? moment.slice(0, 10)
        : DateTime.fromISO(moment.replace(' ', 'T'), { zone: 'UTC' }).setZone(zone).toISODate(),
  labels: {
    title: { en: 'As date', de: 'Als Datum' },
    help: {
      en: 'The day of a moment, as the calendar of a zone shows it.',
      de: 'Der Tag eines Zeitpunkts, wie ihn der Kalender einer Zone zeigt.',
    },
    fields: {
      zone: {
        label: { en: 'Time zone', de: 'Zeitzone' },
        help: { en: 'Such as Europe/Berlin or UTC', de: 'Etwa Europe/Berlin oder UTC' },
      },
    },
  },
  examples: [
    { takes: ['1996-07-04T00:00:00.000Z'], gives: '1996-07-04' },
    { takes: ['2026-11-18T24:00:00Z'], gives: '2026-11-19' },
    { takes: ['2026-11-18T23:40:00-02:00'], gives: '2026-11-19' },
    { takes: ['2026-11-18T23:40:00Z'], options: { zone: 'Europe/Berlin' }, gives: '2026-11-19' },
  ],
})
