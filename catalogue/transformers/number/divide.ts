import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { quotient, quotientLabels, quotientOptions } from './quotient.ts'

export const divide = defineTransformer({
  key: 'divide',
  group: 'number',
  icon: 'IconDivide',
  takes: ['decimal', 'decimal'],
  options: z.strictObject(quotientOptions),
  gives: 'decimal',
  apply: (options) => (a, b) => quotient(a, b, options),
  labels: {
    title: { en: 'Divide', de: 'Dividieren' },
    help: {
      en: 'Divides the first number by the second; what does not come out even is rounded half up at the last place.',
      de: 'Teilt die erste Zahl durch die zweite; was nicht aufgeht, wird an der letzten Stelle kaufmännisch gerundet.',
    },
    inputs: [
      { en: 'number', de: 'Zahl' },
      { en: 'by', de: 'durch' },
    ],
    fields: quotientLabels,
  },
  examples: [
    { takes: ['10', '4'], gives: '2.5' },
    { takes: [2, 3], options: { decimals: 4 }, gives: '0.6667' },
    { takes: ['-1', '8'], options: { decimals: 2 }, gives: '-0.13' },
    { takes: [1, 0], options: { on_zero: 'empty' }, gives: null },
    { takes: [1, '0.00'], refuses: 'Division by zero.' },
  ],
})
