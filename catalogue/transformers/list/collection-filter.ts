import { z } from 'zod'
import { conditions, matches } from '@weft/kit/define/condition.ts'
import { matchesAll } from '@weft/kit/define/evaluate-condition.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const collectionFilter = defineTransformer({
  key: 'CollectionFilter',
  group: 'list',
  icon: 'IconFilter',
  takes: ['list'],
  options: z.strictObject({ conditions: conditions.min(1).max(50), match: matches.default('all') }),
  gives: 'list',
  keeps_entries: true,
  apply:
    ({ conditions, match }) =>
    (list) =>
      list.filter((entry) =>
        matchesAll(
          typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : { value: entry },
          conditions,
          match,
        ),
      ),
  labels: {
    title: { en: 'For each entry that…', de: 'Für jeden Eintrag, der …' },
    help: {
      en: 'Keeps the entries of a list that meet conditions. In a list of plain values the value is called “value”.',
      de: 'Behält die Einträge einer Liste, die Bedingungen erfüllen. In einer Liste einfacher Werte heißt der Wert „value“.',
    },
    fields: {
      conditions: { en: 'Conditions', de: 'Bedingungen' },
      match: {
        label: { en: 'Must hold', de: 'Erfüllt sein müssen' },
        options: { all: { en: 'all', de: 'alle' }, any: { en: 'at least one', de: 'mindestens eine' } },
      },
    },
  },
  examples: [
    {
      takes: [
        [
          { sku: 'a', quantity: 4 },
          { sku: 'b', quantity: 0 },
        ],
      ],
      options: { conditions: [{ field: 'quantity', operator: 'greater', value: 0 }] },
      gives: [{ sku: 'a', quantity: 4 }],
    },
    {
      takes: [['x', 'y']],
      options: { conditions: [{ field: 'value', operator: 'equals', value: 'y' }] },
      gives: ['y'],
    },
    { takes: [null], options: { conditions: [{ field: 'value', operator: 'empty' }] }, gives: null },
  ],
})
