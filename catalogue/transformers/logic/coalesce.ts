import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { commonType } from '@weft/kit/define/value.ts'

export const coalesce = defineTransformer({
  key: 'coalesce',
  group: 'logic',
  icon: 'IconFilterPlus',
  takes: { all: 'any', least: 1 },
  takes_empty: true,
  options: z.strictObject({}),
  gives: (_, types) => commonType(types),
  apply:
    () =>
    (...values) =>
      values.find((value) => value !== null) ?? null,
  labels: {
    title: { en: 'First that is there', de: 'Erster vorhandener' },
    help: { en: 'The first of the values that is not empty.', de: 'Der erste der Werte, der nicht leer ist.' },
    fields: {},
  },
  examples: [
    { takes: [null, '', 'Reims', 'Paris'], gives: 'Reims' },
    { takes: [null, 0], gives: 0 },
    { takes: [null], gives: null },
  ],
})
