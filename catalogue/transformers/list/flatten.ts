import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const flatten = defineTransformer({
  key: 'flatten',
  group: 'list',
  icon: 'IconStack2',
  takes: ['list'],
  options: z.strictObject({ depth: z.int().min(1).max(10).default(1) }),
  gives: 'list',
  apply:
    ({ depth }) =>
    (list) =>
      list.flat(depth),
  labels: {
    title: { en: 'Flatten', de: 'Einebnen' },
    help: { en: 'Makes one list of a list of lists.', de: 'Macht aus einer Liste von Listen eine einzige.' },
    fields: { depth: { en: 'Levels', de: 'Ebenen' } },
  },
  examples: [{ takes: [[[1, 2], [3, [4]], 5]], gives: [1, 2, 3, [4], 5] }],
})
