import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const min = defineTransformer({
  key: 'min',
  group: 'number',
  icon: 'IconMathMin',
  takes: { all: 'decimal', least: 2 },
  options: z.strictObject({}),
  gives: 'decimal',
  apply:
    () =>
    (...numbers) =>
      Exact.min(...numbers),
  labels: {
    title: { en: 'Smallest', de: 'Kleinste' },
    help: { en: 'The smallest of the numbers.', de: 'Die kleinste der Zahlen.' },
    fields: {},
  },
  examples: [{ takes: [3, '2.5', '10'], gives: '2.5' }],
})
