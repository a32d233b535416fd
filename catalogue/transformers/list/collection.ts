import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const collection = defineTransformer({
  key: 'Collection',
  group: 'list',
  icon: 'IconList',
  takes: ['list'],
  options: z.strictObject({ on_empty: z.enum(['empty_list', 'empty']).default('empty_list') }),
  gives: 'list',
  keeps_entries: true,
  takes_empty: true,
  apply:
    ({ on_empty }) =>
    (list) =>
      list ?? (on_empty === 'empty_list' ? [] : null),
  labels: {
    title: { en: 'For each entry', de: 'Für jeden Eintrag' },
    help: {
      en: 'Maps every entry of a list to an entry of the target list: connect the fields of the entries below it.',
      de: 'Überträgt jeden Eintrag einer Liste in einen Eintrag der Zielliste: Verbinden Sie darunter die Felder der Einträge.',
    },
    fields: {
      on_empty: {
        label: { en: 'Without a list', de: 'Ohne Liste' },
        options: {
          empty_list: { en: 'Give a list without entries', de: 'Liste ohne Einträge liefern' },
          empty: { en: 'Leave empty', de: 'Leer lassen' },
        },
      },
    },
  },
  examples: [
    { takes: [[{ sku: 'LM-2209' }]], gives: [{ sku: 'LM-2209' }] },
    { takes: [null], gives: [] },
  ],
})
