import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

/** Goes on to the end of the longest list, as `zip_longest` of Python's itertools does: no entry is lost unseen. */
export const zipLists = defineTransformer({
  key: 'zip_lists',
  group: 'list',
  icon: 'IconArrowsJoin2',
  takes: { all: 'list', least: 2 },
  takes_empty: true,
  options: z.strictObject({
    names: z.array(z.string().min(1).max(63)).min(1).max(10).default(['first', 'second']),
  }),
  gives: 'list',
  apply:
    ({ names }) =>
    (...lists) =>
      Array.from({ length: Math.max(...lists.map((list) => list?.length ?? 0)) }, (_, i) =>
        Object.fromEntries(lists.map((list, n) => [names[n] ?? `value_${n + 1}`, list?.[i] ?? null])),
      ),
  labels: {
    title: { en: 'Zip lists', de: 'Listen verzahnen' },
    help: {
      en: 'Makes one list of objects of several lists: the first entries together, then the second ones, and so on.',
      de: 'Macht aus mehreren Listen eine Liste von Objekten: die ersten Einträge zusammen, dann die zweiten und so weiter.',
    },
    fields: { names: { en: 'Names of the fields', de: 'Namen der Felder' } },
  },
  examples: [
    {
      takes: [
        ['a', 'b'],
        [4, 7],
      ],
      options: { names: ['sku', 'quantity'] },
      gives: [
        { sku: 'a', quantity: 4 },
        { sku: 'b', quantity: 7 },
      ],
    },
    { takes: [['a'], null], gives: [{ first: 'a', second: null }] },
    { takes: [[], ['x'], ['y']], gives: [{ first: null, second: 'x', value_3: 'y' }] },
  ],
})
