import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const splitList = defineTransformer({
  key: 'split_list',
  group: 'list',
  icon: 'IconSeparatorVertical',
  takes: ['text'],
  options: z.strictObject({ separator: z.string().min(1).max(100).default(','), trim: z.boolean().default(true) }),
  gives: 'list',
  apply:
    ({ separator, trim }) =>
    (text) =>
      text.split(separator).map((part) => (trim ? part.trim() : part)),
  labels: {
    title: { en: 'Text as list', de: 'Text als Liste' },
    help: {
      en: 'Makes a list of the parts between separators.',
      de: 'Macht eine Liste der Teile zwischen Trennzeichen.',
    },
    fields: {
      separator: { en: 'Separator', de: 'Trennzeichen' },
      trim: { en: 'Remove blanks around the parts', de: 'Leerraum um die Teile entfernen' },
    },
  },
  examples: [
    { takes: ['red, green,blue'], gives: ['red', 'green', 'blue'] },
    { takes: ['a| b'], options: { separator: '|', trim: false }, gives: ['a', ' b'] },
  ],
})
