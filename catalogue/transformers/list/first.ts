import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const first = defineTransformer({
  key: 'first',
  group: 'list',
  icon: 'IconChevronsUp',
  takes: ['list'],
  options: z.strictObject({}),
  gives: 'any',
  apply: () => (list) => list[0],
  labels: {
    title: { en: 'First entry', de: 'Erster Eintrag' },
    help: { en: 'The first entry of a list.', de: 'Der erste Eintrag einer Liste.' },
    fields: {},
  },
  examples: [
    { takes: [['a', 'b']], gives: 'a' },
    { takes: [[]], gives: null },
  ],
})
