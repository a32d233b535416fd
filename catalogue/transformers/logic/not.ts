import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const not = defineTransformer({
  key: 'not',
  group: 'logic',
  icon: 'IconLogicNot',
  takes: ['boolean'],
  options: z.strictObject({}),
  gives: 'boolean',
  apply: () => (value) => !value,
  labels: {
    title: { en: 'Not', de: 'Nicht' },
    help: {
      en: 'True becomes false and false becomes true. Empty stays empty.',
      de: 'Aus wahr wird falsch und aus falsch wahr. Leer bleibt leer.',
    },
    fields: {},
  },
  examples: [
    { takes: [true], gives: false },
    { takes: [null], gives: null },
  ],
})
