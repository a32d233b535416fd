import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { plainLetters } from './transliterate.ts'

export const slug = defineTransformer({
  key: 'slug',
  group: 'text',
  icon: 'IconLink',
  takes: ['text'],
  options: z.strictObject({ separator: z.enum(['-', '_']).default('-') }),
  gives: 'text',
  apply:
    ({ separator }) =>
    (text) =>
      plainLetters(text)
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter(Boolean)
        .join(separator),
  labels: {
    title: { en: 'Address part', de: 'Adressteil' },
    help: {
      en: 'Makes a text that can stand in a web address or file name.',
      de: 'Macht einen Text, der in einer Webadresse oder einem Dateinamen stehen kann.',
    },
    fields: {
      separator: {
        label: { en: 'Between words', de: 'Zwischen Wörtern' },
        options: { '-': { en: 'Hyphen', de: 'Bindestrich' }, _: { en: 'Underscore', de: 'Unterstrich' } },
      },
    },
  },
  examples: [
    { takes: ['Größe & Gewicht: 2 kg!'], gives: 'groesse-gewicht-2-kg' },
    { takes: ['Ana Trujillo'], options: { separator: '_' }, gives: 'ana_trujillo' },
  ],
})
