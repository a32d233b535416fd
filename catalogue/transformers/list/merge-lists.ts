import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const mergeLists = defineTransformer({
  key: 'merge_lists',
  group: 'list',
  icon: 'IconArrowMerge',
  takes: { all: 'list', least: 2 },
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'list',
  apply:
    () =>
    (...lists) =>
      lists.flatMap((list) => list ?? []),
  labels: {
    title: { en: 'Join lists', de: 'Listen verbinden' },
    help: {
      en: 'Puts the entries of several lists one behind the other.',
      de: 'Setzt die Einträge mehrerer Listen hintereinander.',
    },
    fields: {},
  },
  examples: [{ takes: [['a'], null, ['b', 'c']], gives: ['a', 'b', 'c'] }],
})
