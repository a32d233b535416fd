import { conditions, matches } from '@weft/kit/define/condition.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { named } from '@weft/kit/define/settings.ts'
import { tester } from '@weft/kit/define/values.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  exit: {
    en: 'Begin with a letter; only lower-case letters, digits and _ are allowed. default, error and rejected are taken.',
    de: 'Beginnen Sie mit einem Buchstaben; erlaubt sind nur Kleinbuchstaben, Ziffern und _. Die Namen default, error und rejected sind vergeben.',
  },
  twice: { en: 'Two cases have the same name.', de: 'Zwei Fälle haben denselben Namen.' },
})
const isExit = (name: string) => /^[a-z][a-z0-9_]{0,40}$/.test(name) && !['default', 'error', 'rejected'].includes(name)

const oneCase = z.strictObject({
  exit: named(
    z.string().refine(isExit, { error: say(texts.exit(), 'en'), params: { say: texts.exit() } }),
    'Exit',
    'Ausgang',
  ),
  rules: named(conditions.min(1), 'Rules', 'Regeln'),
  match: named(matches.default('all'), 'Must hold', 'Zutreffen müssen', {
    all: { en: 'All rules', de: 'Alle Regeln' },
    any: { en: 'At least one', de: 'Mindestens eine' },
  }),
})

export const switchElement = defineElement({
  key: 'switch',
  group: 'flow',
  kind: 'transform',
  icon: 'IconArrowsSplit',
  settings: z.strictObject({
    cases: z
      .array(oneCase)
      .min(1)
      .max(50)
      .refine((cases) => new Set(cases.map((one) => one.exit)).size === cases.length, {
        error: say(texts.twice(), 'en'),
        params: { say: texts.twice() },
      }),
  }),
  inputs: ['in'],
  exits: ({ cases }) => [...cases.map((one) => one.exit), 'default'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Switch', de: 'Weiche' },
    help: {
      en: 'Sends each record to the exit of the first case whose rules hold, otherwise to Default.',
      de: 'Schickt jeden Datensatz zum Ausgang des ersten Falls, dessen Regeln zutreffen, sonst zu „Standard“.',
    },
    fields: { cases: { en: 'Cases', de: 'Fälle' } },
    exits: { default: { en: 'Default', de: 'Standard' } },
  },
  body: {
    open(step) {
      const cases = step.settings.cases.map(({ exit, rules, match }) => ({ exit, passes: tester(step, rules, match) }))
      return {
        batch: (records) => ({
          exits: Object.groupBy(
            records,
            (record) => cases.find((one) => one.passes(record))?.exit ?? 'default',
          ) as Record<string, DataRecord[]>,
        }),
      }
    },
  },
  examples: [
    {
      settings: {
        cases: [
          { exit: 'large', rules: [{ field: 'total', operator: 'greater', value: 1000 }] },
          { exit: 'abroad', rules: [{ field: 'country', operator: 'not_equals', value: 'DE' }] },
        ],
      },
      takes: [
        { total: 2000, country: 'FR' },
        { total: 10, country: 'FR' },
        { total: 10, country: 'DE' },
      ],
      gives: {
        large: [{ total: 2000, country: 'FR' }],
        abroad: [{ total: 10, country: 'FR' }],
        default: [{ total: 10, country: 'DE' }],
      },
    },
  ],
})
