import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const left = defineTransformer({
  key: 'left',
  group: 'text',
  icon: 'IconAlignLeft',
  takes: ['text'],
  options: z.strictObject({ length: z.int().min(1).max(100_000).default(10) }),
  gives: 'text',
  apply:
    ({ length }) =>
    (text) =>
      [...text].slice(0, length).join(''),
  labels: {
    title: { en: 'First characters', de: 'Erste Zeichen' },
    help: { en: 'Keeps the beginning of a text.', de: 'Behält den Anfang eines Textes.' },
    fields: { length: { en: 'How many', de: 'Wie viele' } },
  },
  examples: [
    { takes: ['Hamburg'], options: { length: 3 }, gives: 'Ham' },
    { takes: ['Köln'], options: { length: 10 }, gives: 'Köln' },
  ],
})
