import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { quotient, quotientLabels, quotientOptions } from './quotient.ts'

export const percentOf = defineTransformer({
  key: 'percent_of',
  group: 'number',
  icon: 'IconPercentage',
  takes: ['decimal', 'decimal'],
  options: z.strictObject({ ...quotientOptions, decimals: z.int().min(0).max(40).default(2) }),
  gives: 'decimal',
  apply: (options) => (part, whole) => quotient(part.times(100), whole, options),
  labels: {
    title: { en: 'Per cent of', de: 'Prozent von' },
    help: {
      en: 'How many per cent the first number is of the second.',
      de: 'Wie viel Prozent die erste Zahl von der zweiten ist.',
    },
    inputs: [
      { en: 'part', de: 'Teil' },
      { en: 'whole', de: 'Ganzes' },
    ],
    fields: quotientLabels,
  },
  examples: [
    { takes: [19, 76], gives: '25' },
    { takes: [1, 3], gives: '33.33' },
    { takes: [1, 0], options: { on_zero: 'zero' }, gives: '0' },
  ],
})
