import { z } from 'zod'
import { late } from '@weft/kit/define/late.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a phone number.', de: '„{value}“ ist keine Telefonnummer.' },
})
const library = late(() => import('libphonenumber-js/min'))

/** ITU-T E.164, by the numbering plans of Google's libphonenumber. */
export const phoneE164 = defineTransformer({
  key: 'phone_e164',
  group: 'check',
  icon: 'IconPhone',
  takes: ['text'],
  options: z.strictObject({
    country: z
      .string()
      .regex(
        inWords(/^[A-Z]{2}$/, {
          en: 'Please enter the two letters of a country such as DE.',
          de: 'Bitte die zwei Buchstaben eines Landes wie DE eingeben.',
        }),
      )
      .default('DE'),
    form: z.enum(['e164', 'international', 'national', 'uri']).default('e164'),
    on_wrong: z.enum(['reject', 'empty']).default('reject'),
  }),
  gives: 'text',
  loads: library.load,
  apply:
    ({ country, form, on_wrong }) =>
    (text) => {
      const number = library.get().parsePhoneNumberFromString(text.slice(0, 250), {
        defaultCountry: country as 'DE',
        extract: false,
      })
      if (!number?.isValid()) return on_wrong === 'reject' ? refuse(texts.wrong({ value: shown(text) })) : null
      return form === 'e164'
        ? number.number
        : number.format(form === 'uri' ? 'RFC3966' : form === 'national' ? 'NATIONAL' : 'INTERNATIONAL')
    },
  labels: {
    title: { en: 'Tidy a phone number', de: 'Telefonnummer bereinigen' },
    help: {
      en: 'Writes a phone number as all systems understand it, with the code of its country: +4940123456.',
      de: 'Schreibt eine Telefonnummer, wie alle Systeme sie verstehen, mit der Vorwahl des Landes: +4940123456.',
    },
    fields: {
      country: {
        label: { en: 'Country of numbers without code', de: 'Land von Nummern ohne Vorwahl' },
        help: { en: 'Such as DE, AT or CH', de: 'Etwa DE, AT oder CH' },
      },
      form: {
        label: { en: 'Written as', de: 'Schreibweise' },
        options: {
          e164: { en: 'For systems: +4940123456', de: 'Für Systeme: +4940123456' },
          international: { en: 'To read: +49 40 123456', de: 'Zum Lesen: +49 40 123456' },
          national: { en: 'Inside the country: 040 123456', de: 'Im Inland: 040 123456' },
          uri: { en: 'As link: tel:+4940123456', de: 'Als Link: tel:+4940123456' },
        },
      },
      on_wrong: {
        label: { en: 'If it is no phone number', de: 'Wenn es keine Telefonnummer ist' },
        options: {
          reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
          empty: { en: 'Leave empty', de: 'Leer lassen' },
        },
      },
    },
  },
  examples: [
    { takes: ['040 / 12 34 56'], gives: '+4940123456' },
    { takes: ['0043 (1) 58858-0'], gives: '+431588580' },
    { takes: ['044 668 18 00'], options: { country: 'CH', form: 'international' }, gives: '+41 44 668 18 00' },
    { takes: ['+49 170 1234567'], options: { form: 'national' }, gives: '0170 1234567' },
    { takes: ['ask Anke'], options: { on_wrong: 'empty' }, gives: null },
    { takes: ['12'], refuses: '“12” is not a phone number.' },
  ],
})
