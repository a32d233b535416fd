import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { toDecimal as asDecimal } from '@weft/kit/define/value.ts'

export const toDecimal = defineTransformer({
  key: 'to_decimal',
  group: 'convert',
  icon: 'IconDecimal',
  takes: ['any'],
  options: z.strictObject({}),
  gives: 'decimal',
  apply: () => asDecimal,
  labels: {
    title: { en: 'As number', de: 'Als Zahl' },
    help: {
      en: 'Makes an exact number of text such as 12.50. For 1.234,50 take “Read a number”.',
      de: 'Macht aus Text wie 12.50 eine exakte Zahl. Für 1.234,50 nehmen Sie „Zahl lesen“.',
    },
    fields: {},
  },
  examples: [
    { takes: ['12.50'], gives: '12.5' },
    { takes: [3], gives: '3' },
    { takes: ['1,5'], refuses: '“1,5” is not a number.' },
  ],
})
