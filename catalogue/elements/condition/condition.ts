import { conditions, matches } from '@weft/kit/define/condition.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { tester } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const condition = defineElement({
  key: 'condition',
  group: 'flow',
  kind: 'transform',
  icon: 'IconArrowFork',
  settings: z.strictObject({ rules: conditions.min(1), match: matches.default('all') }),
  inputs: ['in'],
  exits: ['true', 'false'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Condition', de: 'Bedingung' },
    help: {
      en: 'Sends each record one way or the other.',
      de: 'Schickt jeden Datensatz den einen oder den anderen Weg.',
    },
    fields: {
      rules: { en: 'Rules', de: 'Regeln' },
      match: {
        label: { en: 'Must hold', de: 'Zutreffen müssen' },
        options: { all: { en: 'All rules', de: 'Alle Regeln' }, any: { en: 'At least one', de: 'Mindestens eine' } },
      },
    },
    exits: { true: { en: 'Yes', de: 'Ja' }, false: { en: 'No', de: 'Nein' } },
  },
  body: {
    open(step) {
      const passes = tester(step, step.settings.rules, step.settings.match)
      return {
        batch(records) {
          const { true: yes = [], false: no = [] } = Object.groupBy(records, (record) =>
            passes(record) ? 'true' : 'false',
          )
          return { exits: { true: yes, false: no } }
        },
      }
    },
  },
  examples: [
    {
      settings: { rules: [{ field: 'country', operator: 'in', value: 'DE, AT, CH' }] },
      takes: [{ country: 'AT' }, { country: 'FR' }],
      gives: { true: [{ country: 'AT' }], false: [{ country: 'FR' }] },
    },
  ],
})
