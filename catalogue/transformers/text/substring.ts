import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const substring = defineTransformer({
  key: 'substring',
  group: 'text',
  icon: 'IconCut',
  takes: ['text'],
  options: z.strictObject({
    start: z.int().min(1).max(100_000).default(1),
    length: z.int().min(1).max(100_000).optional(),
  }),
  gives: 'text',
  apply:
    ({ start, length }) =>
    (text) =>
      [...text].slice(start - 1, length === undefined ? undefined : start - 1 + length).join(''),
  labels: {
    title: { en: 'Part of a text', de: 'Teil eines Textes' },
    help: {
      en: 'Takes characters from a position on. The first character is number 1.',
      de: 'Nimmt Zeichen ab einer Stelle. Das erste Zeichen hat die Nummer 1.',
    },
    fields: { start: { en: 'From character', de: 'Ab Zeichen' }, length: { en: 'How many', de: 'Wie viele' } },
  },
  examples: [
    { takes: ['DE811907980'], options: { start: 3 }, gives: '811907980' },
    { takes: ['22765 Hamburg'], options: { start: 1, length: 5 }, gives: '22765' },
    { takes: ['ab'], options: { start: 5 }, gives: '' },
  ],
})
