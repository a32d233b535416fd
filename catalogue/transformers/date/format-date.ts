import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { writer } from './format.ts'
import { zone, zoneLabel } from './zone.ts'

export const formatDate = defineTransformer({
  key: 'format_date',
  group: 'date',
  icon: 'IconCalendar',
  takes: ['date_time'],
  options: z.strictObject({
    format: z.string().min(1).max(100).default('dd.MM.yyyy'),
    locale: z.enum(['de', 'en', 'fr']).default('de'),
    zone,
  }),
  gives: 'text',
  apply: ({ format, locale, zone }) => {
    const write = writer(format, locale, zone)
    return (moment) => write(Date.parse(moment))
  },
  labels: {
    title: { en: 'Write a date', de: 'Datum schreiben' },
    help: {
      en: 'Writes a date in a format: yyyy year, MM month, MMMM its name, dd day, EEEE weekday, HH hour, mm minute, ss second.',
      de: 'Schreibt ein Datum in einem Format: yyyy Jahr, MM Monat, MMMM sein Name, dd Tag, EEEE Wochentag, HH Stunde, mm Minute, ss Sekunde.',
    },
    fields: {
      format: { en: 'Format', de: 'Format' },
      locale: {
        label: { en: 'Language of names', de: 'Sprache der Namen' },
        options: {
          de: { en: 'German', de: 'Deutsch' },
          en: { en: 'English', de: 'Englisch' },
          fr: { en: 'French', de: 'Französisch' },
        },
      },
      zone: zoneLabel,
    },
  },
  examples: [
    { takes: ['2026-11-18T09:24:00.000Z'], gives: '18.11.2026' },
    {
      takes: ['2026-11-18T23:40:00Z'],
      options: { format: 'EEEE, d. MMMM yyyy HH:mm', zone: 'Europe/Berlin' },
      gives: 'Donnerstag, 19. November 2026 00:40',
    },
    { takes: ['1996-07-04'], options: { format: 'yyyyMMdd' }, gives: '19960704' },
  ],
})
