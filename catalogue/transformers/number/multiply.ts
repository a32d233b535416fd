import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const multiply = defineTransformer({
  key: 'multiply',
  group: 'number',
  icon: 'IconX',
  takes: { all: 'decimal', least: 2 },
  options: z.strictObject({}),
  gives: 'decimal',
  apply:
    () =>
    (first, ...others) =>
      others.reduce((product, next) => product.times(next), first),
  small:
    () =>
    (first, ...others) =>
      others.reduce<typeof first | undefined>((product, next) => product?.times(next), first),
  labels: {
    title: { en: 'Multiply', de: 'Multiplizieren' },
    help: {
      en: 'Multiplies numbers, exactly. Empty if one of them is empty.',
      de: 'Multipliziert Zahlen, exakt. Leer, wenn eine davon leer ist.',
    },
    fields: {},
  },
  examples: [
    { takes: ['14.00', 12], gives: '168' },
    { takes: ['9.80', 10, '0.95'], gives: '93.1' },
    { takes: ['1.1', '1.1'], gives: '1.21' },
  ],
})
