import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { reader } from './format.ts'
import { zone, zoneLabel } from './zone.ts'

const texts = defineMessages({
  wrong: {
    en: '“{value}” is not a date in any of the formats {formats}.',
    de: '„{value}“ ist kein Datum in einem der Formate {formats}.',
  },
})

export const parseDate = defineTransformer({
  key: 'parse_date',
  group: 'date',
  icon: 'IconCalendar',
  takes: ['text'],
  options: z.strictObject({
    formats: z
      .array(z.string().min(1).max(60))
      .min(1)
      .max(10)
      .default(['yyyy-MM-dd HH:mm:ss.SSS', 'yyyy-MM-dd HH:mm:ss', 'ISO', 'dd.MM.yyyy']),
    zone,
    only_date: z.boolean().default(false),
  }),
  gives: ({ only_date }) => (only_date ? 'date' : 'date_time'),
  apply: ({ formats, zone, only_date }) => {
    const readers = formats.map((format) => reader(format, only_date ? 'UTC' : zone))
    return (text) => {
      const trimmed = text.trim()
      for (const read of readers) {
        const time = read(trimmed)
        if (time !== undefined)
          return only_date ? new Date(time).toISOString().slice(0, 10) : new Date(time).toISOString()
      }
      return refuse(texts.wrong({ value: shown(text), formats: formats.join(', ') }))
    }
  },
  labels: {
    title: { en: 'Read a date', de: 'Datum lesen' },
    help: {
      en: 'Makes a date with time of a text, trying the formats one after the other. ISO reads every ISO 8601 form; the zone counts where the text names none.',
      de: 'Macht aus einem Text ein Datum mit Uhrzeit und probiert die Formate der Reihe nach. ISO liest jede Form von ISO 8601; die Zone gilt, wo der Text keine nennt.',
    },
    fields: {
      formats: { en: 'Formats', de: 'Formate' },
      zone: zoneLabel,
      only_date: { en: 'Only the date', de: 'Nur das Datum' },
    },
  },
  examples: [
    { takes: ['1996-07-04 00:00:00.000'], gives: '1996-07-04T00:00:00.000Z' },
    { takes: ['1996-07-04 00:00:00.000'], options: { only_date: true }, gives: '1996-07-04' },
    { takes: ['18.11.2026'], options: { zone: 'Europe/Berlin' }, gives: '2026-11-17T23:00:00.000Z' },
    { takes: ['2026-11-18T09:24+01:00'], gives: '2026-11-18T08:24:00.000Z' },
    { takes: ['Nov 18, 2026'], options: { formats: ['MMM d, yyyy'], only_date: true }, gives: '2026-11-18' },
    {
      takes: ['31.02.2026'],
      options: { formats: ['dd.MM.yyyy'] },
      refuses: '“31.02.2026” is not a date in any of the formats dd.MM.yyyy.',
    },
  ],
})
