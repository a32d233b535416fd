import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” cannot be part of a web address.', de: '„{value}“ kann kein Teil einer Webadresse sein.' },
})

export const urlEncode = defineTransformer({
  key: 'url_encode',
  group: 'convert',
  icon: 'IconLink',
  takes: ['text'],
  options: z.strictObject({ direction: z.enum(['encode', 'decode']).default('encode') }),
  gives: 'text',
  apply:
    ({ direction }) =>
    (text) => {
      try {
        return direction === 'encode' ? encodeURIComponent(text) : decodeURIComponent(text)
      } catch {
        return refuse(texts.wrong({ value: shown(text) }))
      }
    },
  labels: {
    title: { en: 'For web addresses', de: 'Für Webadressen' },
    help: {
      en: 'Writes a text so that it can stand in a web address, or reads it back.',
      de: 'Schreibt einen Text so, dass er in einer Webadresse stehen kann, oder liest ihn zurück.',
    },
    fields: {
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: { encode: { en: 'Write', de: 'Schreiben' }, decode: { en: 'Read', de: 'Lesen' } },
      },
    },
  },
  examples: [
    { takes: ['a & ö'], gives: 'a%20%26%20%C3%B6' },
    { takes: ['a%20%26'], options: { direction: 'decode' }, gives: 'a &' },
    { takes: ['100%'], options: { direction: 'decode' }, refuses: '“100%” cannot be part of a web address.' },
  ],
})
