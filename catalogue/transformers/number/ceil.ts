import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const ceil = defineTransformer({
  key: 'ceil',
  group: 'number',
  icon: 'IconArrowBarToUp',
  takes: ['decimal'],
  options: z.strictObject({}),
  gives: 'decimal',
  apply: () => (number) => number.ceil(),
  labels: {
    title: { en: 'Round up', de: 'Aufrunden' },
    help: { en: 'The next whole number above.', de: 'Die nächste ganze Zahl darüber.' },
    fields: {},
  },
  examples: [
    { takes: ['2.1'], gives: '3' },
    { takes: ['-2.9'], gives: '-2' },
  ],
})
