import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { entryField } from './entries.ts'

export const pluck = defineTransformer({
  key: 'pluck',
  group: 'list',
  icon: 'IconListDetails',
  takes: ['list'],
  options: z.strictObject({ field: z.string().min(1).max(200).meta({ input: 'entry_field' }) }),
  gives: 'list',
  apply:
    ({ field }) =>
    (list) =>
      list.map((entry) => entryField(entry, field)),
  labels: {
    title: { en: 'One field of each entry', de: 'Ein Feld jedes Eintrags' },
    help: {
      en: 'Makes a list of the values that one field has in each entry.',
      de: 'Macht eine Liste der Werte, die ein Feld in jedem Eintrag hat.',
    },
    fields: { field: { en: 'Field', de: 'Feld' } },
  },
  examples: [
    { takes: [[{ sku: 'a' }, { sku: 'b' }, {}]], options: { field: 'sku' }, gives: ['a', 'b', null] },
    { takes: [[{ price: { net: '1.50' } }]], options: { field: 'price.net' }, gives: ['1.50'] },
  ],
})
