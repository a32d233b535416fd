import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const splitPart = defineTransformer({
  key: 'split_part',
  group: 'text',
  icon: 'IconSeparatorVertical',
  takes: ['text'],
  options: z.strictObject({
    separator: z.string().min(1).max(100).default(' '),
    index: z.int().min(-1_000).max(1_000).default(1),
  }),
  gives: 'text',
  apply:
    ({ separator, index }) =>
    (text) =>
      text.split(separator).at(index > 0 ? index - 1 : index) ?? null,
  labels: {
    title: { en: 'Part between separators', de: 'Teil zwischen Trennzeichen' },
    help: {
      en: 'Splits a text and takes one part. 1 is the first, −1 the last.',
      de: 'Zerlegt einen Text und nimmt einen Teil. 1 ist der erste, −1 der letzte.',
    },
    fields: { separator: { en: 'Separator', de: 'Trennzeichen' }, index: { en: 'Part', de: 'Teil' } },
  },
  examples: [
    { takes: ['Anke Maria Petersen'], options: { index: 2 }, gives: 'Maria' },
    { takes: ['Anke Maria Petersen'], options: { index: -1 }, gives: 'Petersen' },
    { takes: ['Anke'], options: { index: 2 }, gives: null },
  ],
})
