import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isUtc, zone, zoneLabel } from './zone.ts'

export const now = defineTransformer({
  key: 'now',
  group: 'date',
  icon: 'IconClock',
  takes: [],
  options: z.strictObject({ zone }),
  gives: 'date_time',
  apply:
    ({ zone }, moment) =>
    () =>
      isUtc(zone) ? moment.now.toISOString() : DateTime.fromJSDate(moment.now, { zone }).toISO(),
  labels: {
    title: { en: 'Now', de: 'Jetzt' },
    help: {
      en: 'The time the job works with; it does not change when a batch is repeated.',
      de: 'Die Zeit, mit der der Job arbeitet; sie bleibt gleich, wenn ein Stapel wiederholt wird.',
    },
    fields: { zone: zoneLabel },
  },
  examples: [
    { takes: [], gives: '2026-11-21T08:30:00.000Z' },
    { takes: [], options: { zone: 'Europe/Berlin' }, gives: '2026-11-21T09:30:00.000+01:00' },
  ],
})
