import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const count = defineTransformer({
  key: 'count',
  group: 'list',
  icon: 'IconTallymarks',
  takes: ['list'],
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'integer',
  apply: () => (list) => list?.length ?? 0,
  labels: {
    title: { en: 'Count', de: 'Anzahl' },
    help: {
      en: 'How many entries a list has; 0 without a list.',
      de: 'Wie viele Einträge eine Liste hat; 0 ohne Liste.',
    },
    fields: {},
  },
  examples: [
    { takes: [['a', 'b', 'c']], gives: 3 },
    { takes: [null], gives: 0 },
  ],
})
