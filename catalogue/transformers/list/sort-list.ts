import { z } from 'zod'
import { compareKeys, sortKey } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { entryField } from './entries.ts'

export const sortList = defineTransformer({
  key: 'sort_list',
  group: 'list',
  icon: 'IconSortAscending',
  takes: ['list'],
  options: z.strictObject({
    field: z.string().max(200).default('').meta({ input: 'entry_field' }),
    order: z.enum(['ascending', 'descending']).default('ascending'),
  }),
  gives: 'list',
  keeps_entries: true,
  apply:
    ({ field, order }) =>
    (list) => {
      const sign = order === 'ascending' ? 1 : -1
      const keyed = list.map((entry) => ({ entry, key: sortKey(entryField(entry, field)) }))
      return keyed.sort((a, b) => sign * compareKeys(a.key, b.key)).map(({ entry }) => entry)
    },
  labels: {
    title: { en: 'Sort', de: 'Sortieren' },
    help: {
      en: 'Sorts the entries of a list. Numbers by size, dates by time, texts by letters; equal ones keep their order.',
      de: 'Sortiert die Einträge einer Liste. Zahlen nach Größe, Daten nach Zeit, Texte nach Buchstaben; gleiche behalten ihre Reihenfolge.',
    },
    fields: {
      field: {
        label: { en: 'Field', de: 'Feld' },
        help: { en: 'Empty: the whole entry', de: 'Leer: der ganze Eintrag' },
      },
      order: {
        label: { en: 'Order', de: 'Reihenfolge' },
        options: {
          ascending: { en: 'Ascending', de: 'Aufsteigend' },
          descending: { en: 'Descending', de: 'Absteigend' },
        },
      },
    },
  },
  examples: [
    { takes: [['10', '9', '8.5']], gives: ['8.5', '9', '10'] },
    {
      takes: [[{ n: 1 }, { n: 3 }, { n: 2 }]],
      options: { field: 'n', order: 'descending' },
      gives: [{ n: 3 }, { n: 2 }, { n: 1 }],
    },
  ],
})
