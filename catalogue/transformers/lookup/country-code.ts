import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { countries } from './countries.ts'

const texts = defineMessages({ unknown: { en: '“{value}” is not a country.', de: '„{value}“ ist kein Land.' } })

export const countryCode = defineTransformer({
  key: 'country_code',
  group: 'lookup',
  icon: 'IconWorld',
  takes: ['text'],
  options: z.strictObject({
    form: z.enum(['alpha_2', 'alpha_3', 'numeric', 'name_en', 'name_de']).default('alpha_2'),
    on_unknown: z.enum(['reject', 'empty']).default('reject'),
  }),
  gives: 'text',
  apply:
    ({ form, on_unknown }) =>
    (text) => {
      const country = countries().get(plainName(text))
      return country?.[form] ?? (on_unknown === 'reject' ? refuse(texts.unknown({ value: shown(text) })) : null)
    },
  labels: {
    title: { en: 'Country code', de: 'Ländercode' },
    help: {
      en: 'Makes an ISO 3166 code or a name of a country’s name in English or German, or of another code.',
      de: 'Macht aus dem Namen eines Landes auf Deutsch oder Englisch oder aus einem anderen Code einen Code nach ISO 3166 oder einen Namen.',
    },
    fields: {
      form: {
        label: { en: 'As', de: 'Als' },
        options: {
          alpha_2: { en: 'Two letters: DE', de: 'Zwei Buchstaben: DE' },
          alpha_3: { en: 'Three letters: DEU', de: 'Drei Buchstaben: DEU' },
          numeric: { en: 'Number: 276', de: 'Nummer: 276' },
          name_en: { en: 'English name', de: 'Englischer Name' },
          name_de: { en: 'German name', de: 'Deutscher Name' },
        },
      },
      on_unknown: {
        label: { en: 'If there is no such country', de: 'Wenn es das Land nicht gibt' },
        options: {
          reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
          empty: { en: 'Leave empty', de: 'Leer lassen' },
        },
      },
    },
  },
  examples: [
    { takes: ['Germany'], gives: 'DE' },
    { takes: ['Österreich'], options: { form: 'alpha_3' }, gives: 'AUT' },
    { takes: ['UK'], gives: 'GB' },
    { takes: ['usa'], options: { form: 'numeric' }, gives: '840' },
    { takes: ['FRA'], options: { form: 'name_de' }, gives: 'Frankreich' },
    { takes: ['Atlantis'], options: { on_unknown: 'empty' }, gives: null },
    { takes: ['Atlantis'], refuses: '“Atlantis” is not a country.' },
  ],
})

const plainName = (text: string) => text.trim().toLowerCase().normalize('NFC')
