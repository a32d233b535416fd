import { z } from 'zod'
import { isEmpty as empty } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const isEmpty = defineTransformer({
  key: 'is_empty',
  group: 'logic',
  icon: 'IconSquareDashed',
  takes: ['any'],
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'boolean',
  apply: () => (value) => empty(value),
  labels: {
    title: { en: 'Is empty', de: 'Ist leer' },
    help: {
      en: 'True for nothing, for a text without characters and for an empty list.',
      de: 'Wahr für nichts, für einen Text ohne Zeichen und für eine leere Liste.',
    },
    fields: {},
  },
  examples: [
    { takes: [''], gives: true },
    { takes: [0], gives: false },
    { takes: [[]], gives: true },
  ],
})
