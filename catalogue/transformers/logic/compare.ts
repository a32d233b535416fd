import { z } from 'zod'
import { evaluateCondition } from '@weft/kit/define/evaluate-condition.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const compare = defineTransformer({
  key: 'compare',
  group: 'logic',
  icon: 'IconEqual',
  takes: ['any', 'any'],
  takes_empty: true,
  options: z.strictObject({
    operator: z
      .enum([
        'equals',
        'not_equals',
        'greater',
        'greater_or_equal',
        'less',
        'less_or_equal',
        'contains',
        'starts_with',
        'ends_with',
      ])
      .default('equals'),
  }),
  gives: 'boolean',
  apply:
    ({ operator }) =>
    (a, b) =>
      evaluateCondition({ a }, { field: 'a', operator, value: b }),
  labels: {
    title: { en: 'Compare', de: 'Vergleichen' },
    help: {
      en: 'Whether two values relate in a way. Numbers compare as numbers, dates as dates, everything else as text.',
      de: 'Ob zwei Werte in einem Verhältnis stehen. Zahlen werden als Zahlen verglichen, Daten als Daten, alles andere als Text.',
    },
    inputs: [
      { en: 'left', de: 'links' },
      { en: 'right', de: 'rechts' },
    ],
    fields: {
      operator: {
        label: { en: 'Relation', de: 'Verhältnis' },
        options: {
          equals: { en: 'equals', de: 'gleich' },
          not_equals: { en: 'is not', de: 'ungleich' },
          greater: { en: 'greater than', de: 'größer als' },
          greater_or_equal: { en: 'at least', de: 'mindestens' },
          less: { en: 'less than', de: 'kleiner als' },
          less_or_equal: { en: 'at most', de: 'höchstens' },
          contains: { en: 'contains', de: 'enthält' },
          starts_with: { en: 'starts with', de: 'beginnt mit' },
          ends_with: { en: 'ends with', de: 'endet mit' },
        },
      },
    },
  },
  examples: [
    { takes: ['14.00', 14], gives: true },
    { takes: ['9', '10'], options: { operator: 'less' }, gives: true },
    { takes: [null, 1], gives: false },
  ],
})
