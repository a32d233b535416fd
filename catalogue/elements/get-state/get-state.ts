import { defineElement } from '@weft/kit/define/element.ts'
import { withField } from '@weft/kit/define/path.ts'
import { stateName, stateScope, stateScopeLabel, writtenField } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const getState = defineElement({
  key: 'get_state',
  group: 'data',
  kind: 'transform',
  icon: 'IconBookmark',
  settings: z.strictObject({
    name: stateName,
    scope: stateScope,
    field: writtenField.default('state'),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Get state', de: 'Zustand holen' },
    help: {
      en: 'Puts what an earlier run has kept under a name into a field of each record. Where nothing was kept, the field is empty.',
      de: 'Setzt in ein Feld jedes Datensatzes, was ein früherer Lauf unter einem Namen behalten hat. Wurde nichts behalten, bleibt das Feld leer.',
    },
    fields: {
      name: { en: 'Name', de: 'Name' },
      scope: stateScopeLabel,
      field: { en: 'Write to the field', de: 'Schreiben in das Feld' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    open(step) {
      const { name, scope, field } = step.settings
      return {
        async batch(records) {
          const value = (await step.context.states.get(scope, name)) ?? null
          return { exits: { out: records.map((record) => withField(record, field, value)) } }
        },
      }
    },
  },
})
