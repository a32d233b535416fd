import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, toText } from '@weft/kit/define/value.ts'

export const joinList = defineTransformer({
  key: 'join_list',
  group: 'list',
  icon: 'IconTextPlus',
  takes: ['list'],
  options: z.strictObject({ separator: z.string().max(100).default(', ') }),
  gives: 'text',
  apply:
    ({ separator }) =>
    (list) =>
      list
        .filter((entry) => !isMissing(entry))
        .map(toText)
        .join(separator),
  labels: {
    title: { en: 'List as text', de: 'Liste als Text' },
    help: {
      en: 'Writes the entries of a list one behind the other; empty ones are left out.',
      de: 'Schreibt die Einträge einer Liste hintereinander; leere werden ausgelassen.',
    },
    fields: { separator: { en: 'Between them', de: 'Dazwischen' } },
  },
  examples: [
    { takes: [['red', null, 'green', 3]], gives: 'red, green, 3' },
    { takes: [[{ a: 1 }]], refuses: 'A list or an object cannot be used as text.' },
  ],
})
