import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const and = defineTransformer({
  key: 'and',
  group: 'logic',
  icon: 'IconLogicAnd',
  takes: { all: 'boolean', least: 2 },
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'boolean',
  apply:
    () =>
    (...values) =>
      values.every((value) => value === true),
  labels: {
    title: { en: 'And', de: 'Und' },
    help: {
      en: 'True if all are true. Empty counts as not true.',
      de: 'Wahr, wenn alle wahr sind. Leer gilt als nicht wahr.',
    },
    fields: {},
  },
  examples: [
    { takes: [true, 'true'], gives: true },
    { takes: [true, null], gives: false },
  ],
})
