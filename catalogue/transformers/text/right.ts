import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const right = defineTransformer({
  key: 'right',
  group: 'text',
  icon: 'IconAlignRight',
  takes: ['text'],
  options: z.strictObject({ length: z.int().min(1).max(100_000).default(10) }),
  gives: 'text',
  apply:
    ({ length }) =>
    (text) =>
      [...text].slice(-length).join(''),
  labels: {
    title: { en: 'Last characters', de: 'Letzte Zeichen' },
    help: { en: 'Keeps the end of a text.', de: 'Behält das Ende eines Textes.' },
    fields: { length: { en: 'How many', de: 'Wie viele' } },
  },
  examples: [
    { takes: ['A-10482'], options: { length: 5 }, gives: '10482' },
    { takes: ['7'], options: { length: 5 }, gives: '7' },
  ],
})
