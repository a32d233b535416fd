import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { identityOf } from '@weft/kit/define/compare.ts'
import { entryField } from './entries.ts'

/** Groups stand in the order of their first entries, as `GROUP BY` in a spreadsheet or `Map.groupBy` of ECMAScript 2024 gives them. */
export const groupList = defineTransformer({
  key: 'group_list',
  group: 'list',
  icon: 'IconCategory',
  takes: ['list'],
  options: z.strictObject({ field: z.string().min(1).max(200).meta({ input: 'entry_field' }) }),
  gives: 'list',
  apply:
    ({ field }) =>
    (list) =>
      [...Map.groupBy(list, (entry) => identityOf(entryField(entry, field)))].map(([, entries]) => ({
        key: entryField(entries[0], field),
        count: entries.length,
        entries,
      })),
  labels: {
    title: { en: 'Group', de: 'Gruppieren' },
    help: {
      en: 'Puts entries with the same value in one field together: each group has key, count and entries.',
      de: 'Fasst Einträge mit demselben Wert in einem Feld zusammen: Jede Gruppe hat key, count und entries.',
    },
    fields: { field: { en: 'By the field', de: 'Nach dem Feld' } },
  },
  examples: [
    {
      takes: [
        [
          { order: 7, sku: 'a' },
          { order: 8, sku: 'b' },
          { order: '7', sku: 'c' },
        ],
      ],
      options: { field: 'order' },
      gives: [
        {
          key: 7,
          count: 2,
          entries: [
            { order: 7, sku: 'a' },
            { order: '7', sku: 'c' },
          ],
        },
        { key: 8, count: 1, entries: [{ order: 8, sku: 'b' }] },
      ],
    },
    { takes: [[{ a: 1 }]], options: { field: 'order' }, gives: [{ key: null, count: 1, entries: [{ a: 1 }] }] },
    { takes: [[]], options: { field: 'order' }, gives: [] },
  ],
})
