import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const floor = defineTransformer({
  key: 'floor',
  group: 'number',
  icon: 'IconArrowBarToDown',
  takes: ['decimal'],
  options: z.strictObject({}),
  gives: 'decimal',
  apply: () => (number) => number.floor(),
  labels: {
    title: { en: 'Round down', de: 'Abrunden' },
    help: { en: 'The next whole number below.', de: 'Die nächste ganze Zahl darunter.' },
    fields: {},
  },
  examples: [
    { takes: ['2.9'], gives: '2' },
    { takes: ['-2.1'], gives: '-3' },
  ],
})
