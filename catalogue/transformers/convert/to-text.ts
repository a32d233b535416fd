import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { toText as asText } from '@weft/kit/define/value.ts'

export const toText = defineTransformer({
  key: 'to_text',
  group: 'convert',
  icon: 'IconLetterT',
  takes: ['any'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (value) => (typeof value === 'object' ? JSON.stringify(value) : asText(value)),
  labels: {
    title: { en: 'As text', de: 'Als Text' },
    help: {
      en: 'Any value as text; lists and objects as JSON.',
      de: 'Jeder Wert als Text; Listen und Objekte als JSON.',
    },
    fields: {},
  },
  examples: [
    { takes: [12], gives: '12' },
    { takes: [false], gives: 'false' },
    { takes: [[1, 'a']], gives: '[1,"a"]' },
  ],
})
