import { z } from 'zod'
import { evaluateCondition } from '@weft/kit/define/evaluate-condition.ts'
import { named } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { operators } from '@weft/kit/define/condition.ts'

export const valueCase = defineTransformer({
  key: 'value_case',
  group: 'logic',
  icon: 'IconArrowsSplit',
  takes: ['any'],
  takes_empty: true,
  options: z.strictObject({
    cases: z
      .array(
        z.strictObject({
          operator: named(z.enum(operators).default('equals'), 'When it', 'Wenn er'),
          value: named(z.string().max(500).default(''), 'Compared with', 'Verglichen mit'),
          then: named(z.string().max(500), 'Result', 'Ergebnis'),
        }),
      )
      .min(1)
      .max(200),
    default: z.string().max(500).default(''),
  }),
  gives: 'any',
  apply: ({ cases, default: otherwise }) => {
    const tests = cases.map(({ operator, value, then }) => ({ condition: { field: 'x', operator, value }, then }))
    return (x) => tests.find(({ condition }) => evaluateCondition({ x }, condition))?.then ?? otherwise
  },
  labels: {
    title: { en: 'Case by case', de: 'Fallunterscheidung' },
    help: {
      en: 'The result of the first case that holds for the value.',
      de: 'Das Ergebnis des ersten Falls, der auf den Wert zutrifft.',
    },
    fields: { cases: { en: 'Cases', de: 'Fälle' }, default: { en: 'Otherwise', de: 'Sonst' } },
  },
  examples: [
    {
      takes: ['1200'],
      options: {
        cases: [
          { operator: 'greater_or_equal', value: '1000', then: 'A' },
          { operator: 'greater', value: '0', then: 'B' },
        ],
        default: 'C',
      },
      gives: 'A',
    },
    {
      takes: ['7.5'],
      options: {
        cases: [
          { operator: 'greater_or_equal', value: '1000', then: 'A' },
          { operator: 'greater', value: '0', then: 'B' },
        ],
        default: 'C',
      },
      gives: 'B',
    },
    { takes: [null], options: { cases: [{ value: 'x', then: 'A' }], default: 'C' }, gives: 'C' },
  ],
})
