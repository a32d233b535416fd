import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const max = defineTransformer({
  key: 'max',
  group: 'number',
  icon: 'IconMathMax',
  takes: { all: 'decimal', least: 2 },
  options: z.strictObject({}),
  gives: 'decimal',
  apply:
    () =>
    (...numbers) =>
      Exact.max(...numbers),
  labels: {
    title: { en: 'Largest', de: 'Größte' },
    help: { en: 'The largest of the numbers.', de: 'Die größte der Zahlen.' },
    fields: {},
  },
  examples: [{ takes: [3, '2.5', '10'], gives: '10' }],
})
