import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { zone, zoneLabel } from './zone.ts'

export const convertZone = defineTransformer({
  key: 'convert_zone',
  group: 'date',
  icon: 'IconTimezone',
  takes: ['date_time'],
  options: z.strictObject({ zone }),
  gives: 'date_time',
  apply:
    ({ zone }) =>
    (moment) =>
      DateTime.fromISO(moment, { zone: 'UTC' }).setZone(zone).toISO(),
  labels: {
    title: { en: 'Change the time zone', de: 'Zeitzone wechseln' },
    help: {
      en: 'The same moment, written as the clocks of a zone show it.',
      de: 'Derselbe Moment, geschrieben wie ihn die Uhren einer Zone zeigen.',
    },
    fields: { zone: zoneLabel },
  },
  examples: [
    { takes: ['2026-07-01T10:00:00Z'], options: { zone: 'Europe/Berlin' }, gives: '2026-07-01T12:00:00.000+02:00' },
    { takes: ['2026-11-18T10:00:00+01:00'], gives: '2026-11-18T09:00:00.000Z' },
  ],
})
