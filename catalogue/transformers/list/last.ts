import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const last = defineTransformer({
  key: 'last',
  group: 'list',
  icon: 'IconChevronsDown',
  takes: ['list'],
  options: z.strictObject({}),
  gives: 'any',
  apply: () => (list) => list.at(-1),
  labels: {
    title: { en: 'Last entry', de: 'Letzter Eintrag' },
    help: { en: 'The last entry of a list.', de: 'Der letzte Eintrag einer Liste.' },
    fields: {},
  },
  examples: [{ takes: [['a', 'b']], gives: 'b' }],
})
