import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not Base64 of a text.', de: '„{value}“ ist kein Base64 eines Textes.' },
})

export const base64 = defineTransformer({
  key: 'base64',
  group: 'convert',
  icon: 'IconBinary',
  takes: ['text'],
  options: z.strictObject({ direction: z.enum(['encode', 'decode']).default('encode') }),
  gives: 'text',
  apply: ({ direction }) => (direction === 'encode' ? encode : decode),
  labels: {
    title: { en: 'Base64', de: 'Base64' },
    help: {
      en: 'Writes a text (UTF-8) as Base64 or reads it back.',
      de: 'Schreibt einen Text (UTF-8) als Base64 oder liest ihn zurück.',
    },
    fields: {
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: { encode: { en: 'Write', de: 'Schreiben' }, decode: { en: 'Read', de: 'Lesen' } },
      },
    },
  },
  examples: [
    { takes: ['Köln'], gives: 'S8O2bG4=' },
    { takes: ['S8O2bG4='], options: { direction: 'decode' }, gives: 'Köln' },
    { takes: ['#'], options: { direction: 'decode' }, refuses: '“#” is not Base64 of a text.' },
  ],
})

const encode = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))

function decode(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))
  } catch {
    return refuse(texts.wrong({ value: shown(text) }))
  }
}
