import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const length = defineTransformer({
  key: 'length',
  group: 'text',
  icon: 'IconRulerMeasure',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'integer',
  apply: () => (text) => [...text].length,
  labels: {
    title: { en: 'Length', de: 'Länge' },
    help: { en: 'Counts the characters of a text.', de: 'Zählt die Zeichen eines Textes.' },
    fields: {},
  },
  examples: [
    { takes: ['Köln'], gives: 4 },
    { takes: ['🛒'], gives: 1 },
    { takes: [''], gives: null },
  ],
})
