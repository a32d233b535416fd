import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const add = defineTransformer({
  key: 'add',
  group: 'number',
  icon: 'IconPlus',
  takes: { all: 'decimal', least: 2 },
  options: z.strictObject({}),
  gives: 'decimal',
  apply:
    () =>
    (first, ...others) =>
      others.reduce((sum, next) => sum.plus(next), first),
  small:
    () =>
    (first, ...others) =>
      others.reduce<typeof first | undefined>((sum, next) => sum?.plus(next), first),
  labels: {
    title: { en: 'Add', de: 'Addieren' },
    help: {
      en: 'Adds numbers, exactly. Empty if one of them is empty.',
      de: 'Addiert Zahlen, exakt. Leer, wenn eine davon leer ist.',
    },
    fields: {},
  },
  examples: [
    { takes: ['0.1', '0.2'], gives: '0.3' },
    { takes: [1, '2.50', '-3'], gives: '0.5' },
    { takes: ['12345678901234567890', '0.01'], gives: '12345678901234567890.01' },
    { takes: [1, null], gives: null },
  ],
})
