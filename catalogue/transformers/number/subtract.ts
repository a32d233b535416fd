import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const subtract = defineTransformer({
  key: 'subtract',
  group: 'number',
  icon: 'IconMinus',
  takes: ['decimal', 'decimal'],
  options: z.strictObject({}),
  gives: 'decimal',
  apply: () => (from, what) => from.minus(what),
  small: () => (from, what) => from.minus(what),
  labels: {
    title: { en: 'Subtract', de: 'Subtrahieren' },
    help: {
      en: 'Takes the second number from the first, exactly.',
      de: 'Zieht die zweite Zahl von der ersten ab, exakt.',
    },
    inputs: [
      { en: 'from', de: 'von' },
      { en: 'minus', de: 'minus' },
    ],
    fields: {},
  },
  examples: [
    { takes: ['0.3', '0.1'], gives: '0.2' },
    { takes: [1, '0.15'], gives: '0.85' },
  ],
})
