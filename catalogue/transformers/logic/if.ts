import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { commonType } from '@weft/kit/define/value.ts'

export const ifThen = defineTransformer({
  key: 'if',
  group: 'logic',
  icon: 'IconGitBranch',
  takes: ['boolean', 'any', 'any'],
  least: 2,
  takes_empty: true,
  options: z.strictObject({}),
  gives: (_, [, then, otherwise]) => (otherwise ? commonType([then!, otherwise]) : then!),
  apply: () => (condition, then, otherwise) => (condition ? then : otherwise),
  labels: {
    title: { en: 'If', de: 'Wenn' },
    help: {
      en: 'The second value if the first is true, otherwise the third. Empty counts as not true.',
      de: 'Der zweite Wert, wenn der erste wahr ist, sonst der dritte. Leer gilt als nicht wahr.',
    },
    inputs: [
      { en: 'if', de: 'wenn' },
      { en: 'then', de: 'dann' },
      { en: 'else', de: 'sonst' },
    ],
    fields: {},
  },
  examples: [
    { takes: [true, 'B2B', 'B2C'], gives: 'B2B' },
    { takes: [null, 'B2B', 'B2C'], gives: 'B2C' },
    { takes: [false, 'B2B'], gives: null },
  ],
})
