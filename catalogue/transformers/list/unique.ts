import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { entryField } from './entries.ts'

export const unique = defineTransformer({
  key: 'unique',
  group: 'list',
  icon: 'IconFingerprint',
  takes: ['list'],
  options: z.strictObject({ key: z.string().max(200).default('').meta({ input: 'entry_field' }) }),
  gives: 'list',
  keeps_entries: true,
  apply:
    ({ key }) =>
    (list) => {
      const seen = new Set<string>()
      return list.filter((entry) => {
        const mark = JSON.stringify(entryField(entry, key)) ?? ''
        return !seen.has(mark) && Boolean(seen.add(mark))
      })
    },
  labels: {
    title: { en: 'Without repetitions', de: 'Ohne Wiederholungen' },
    help: {
      en: 'Keeps the first of the entries that are equal, or equal in one field.',
      de: 'Behält den ersten der Einträge, die gleich sind oder in einem Feld gleich.',
    },
    fields: {
      key: {
        label: { en: 'Field', de: 'Feld' },
        help: { en: 'Empty: the whole entry', de: 'Leer: der ganze Eintrag' },
      },
    },
  },
  examples: [
    { takes: [['a', 'b', 'a', 1, '1']], gives: ['a', 'b', 1, '1'] },
    {
      takes: [
        [
          { sku: 'a', n: 1 },
          { sku: 'a', n: 2 },
        ],
      ],
      options: { key: 'sku' },
      gives: [{ sku: 'a', n: 1 }],
    },
  ],
})
