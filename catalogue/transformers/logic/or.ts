import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const or = defineTransformer({
  key: 'or',
  group: 'logic',
  icon: 'IconLogicOr',
  takes: { all: 'boolean', least: 2 },
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'boolean',
  apply:
    () =>
    (...values) =>
      values.some((value) => value === true),
  labels: {
    title: { en: 'Or', de: 'Oder' },
    help: {
      en: 'True if one is true. Empty counts as not true.',
      de: 'Wahr, wenn einer wahr ist. Leer gilt als nicht wahr.',
    },
    fields: {},
  },
  examples: [
    { takes: [false, 1], gives: true },
    { takes: [null, false], gives: false },
  ],
})
