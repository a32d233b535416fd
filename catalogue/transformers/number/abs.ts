import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const abs = defineTransformer({
  key: 'abs',
  group: 'number',
  icon: 'IconPlusMinus',
  takes: ['decimal'],
  options: z.strictObject({}),
  gives: 'decimal',
  apply: () => (number) => number.abs(),
  labels: {
    title: { en: 'Without sign', de: 'Ohne Vorzeichen' },
    help: { en: 'The amount of a number.', de: 'Der Betrag einer Zahl.' },
    fields: {},
  },
  examples: [{ takes: ['-32.38'], gives: '32.38' }],
})
