import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { quotientLabels, quotientOptions } from './quotient.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({ zero: { en: 'Division by zero.', de: 'Division durch null.' } })

export const modulo = defineTransformer({
  key: 'modulo',
  group: 'number',
  icon: 'IconPercentage',
  takes: ['decimal', 'decimal'],
  options: z.strictObject({ on_zero: quotientOptions.on_zero }),
  gives: 'decimal',
  apply:
    ({ on_zero }) =>
    (a, b) =>
      b.isZero() ? (on_zero === 'reject' ? refuse(texts.zero()) : on_zero === 'empty' ? null : b) : a.mod(b),
  labels: {
    title: { en: 'Remainder', de: 'Rest' },
    help: {
      en: 'What is left when the first number is divided by the second; it has the sign of the first.',
      de: 'Was übrig bleibt, wenn die erste Zahl durch die zweite geteilt wird; es hat das Vorzeichen der ersten.',
    },
    inputs: [
      { en: 'number', de: 'Zahl' },
      { en: 'by', de: 'durch' },
    ],
    fields: { on_zero: quotientLabels.on_zero },
  },
  examples: [
    { takes: [10, 3], gives: '1' },
    { takes: ['-7.5', 2], gives: '-1.5' },
    { takes: [1, 0], refuses: 'Division by zero.' },
  ],
})
