import { conditions, matches } from '@weft/kit/define/condition.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { tester } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const filter = defineElement({
  key: 'filter',
  group: 'transform',
  kind: 'transform',
  icon: 'IconFilter',
  settings: z.strictObject({ rules: conditions.min(1), match: matches.default('all') }),
  inputs: ['in'],
  exits: ['match', 'rest'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Filter', de: 'Filter' },
    help: {
      en: 'Lets through the records that meet the rules; the others leave by Rest.',
      de: 'Lässt die Datensätze durch, auf die die Regeln zutreffen; die übrigen gehen über „Rest“ weiter.',
    },
    fields: {
      rules: { en: 'Rules', de: 'Regeln' },
      match: {
        label: { en: 'Must hold', de: 'Zutreffen müssen' },
        options: { all: { en: 'All rules', de: 'Alle Regeln' }, any: { en: 'At least one', de: 'Mindestens eine' } },
      },
    },
    exits: { match: { en: 'Match', de: 'Treffer' }, rest: { en: 'Rest', de: 'Rest' } },
  },
  body: {
    open(step) {
      const passes = tester(step, step.settings.rules, step.settings.match)
      return {
        batch(records) {
          const { match = [], rest = [] } = Object.groupBy(records, (record) => (passes(record) ? 'match' : 'rest'))
          return { exits: { match, rest } }
        },
      }
    },
  },
  examples: [
    {
      settings: { rules: [{ field: 'total', operator: 'greater', value: '100' }] },
      takes: [
        { id: 1, total: '99.99' },
        { id: 2, total: '100.01' },
      ],
      gives: { match: [{ id: 2, total: '100.01' }], rest: [{ id: 1, total: '99.99' }] },
    },
    {
      settings: {
        rules: [
          { field: 'shipped', operator: 'greater', value: '{{ due }}' },
          { field: 'shipped', operator: 'empty' },
        ],
        match: 'any',
      },
      takes: [
        { due: '2026-03-01', shipped: '2026-03-04' },
        { due: '2026-03-01', shipped: '2026-02-28' },
        { due: '2026-03-01', shipped: null },
      ],
      gives: {
        match: [
          { due: '2026-03-01', shipped: '2026-03-04' },
          { due: '2026-03-01', shipped: null },
        ],
        rest: [{ due: '2026-03-01', shipped: '2026-02-28' }],
      },
    },
  ],
})
