import { defineElement } from '@weft/kit/define/element.ts'
import { stateName, stateScope, stateScopeLabel } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const setState = defineElement({
  key: 'set_state',
  group: 'data',
  kind: 'sink',
  icon: 'IconBookmarkPlus',
  settings: z.strictObject({
    name: stateName,
    scope: stateScope,
    value: template.max(10_000).meta({ readable: true }),
  }),
  inputs: ['in'],
  exits: ['out'],
  passes: true,
  // The same value again is the same state.
  effect: 'exactly_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Set state', de: 'Zustand setzen' },
    help: {
      en: 'Keeps a value under a name for later runs and lets the records through. Of several records the last one counts.',
      de: 'Behält einen Wert unter einem Namen für spätere Läufe und lässt die Datensätze durch. Von mehreren Datensätzen zählt der letzte.',
    },
    fields: {
      name: { en: 'Name', de: 'Name' },
      scope: stateScopeLabel,
      value: {
        label: { en: 'Value', de: 'Wert' },
        help: { en: '{{ … }} takes values from the record.', de: '{{ … }} nimmt Werte aus dem Datensatz.' },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    calls(step) {
      const { name, value } = step.settings
      const valueOf = valuer(step, value)
      return (records) => records.slice(-1).map((last) => ({ [name]: valueOf(last) ?? null }))
    },
    async open(step) {
      const { name, scope, value } = step.settings
      const valueOf = valuer(step, value)
      return {
        async write(records) {
          const last = records.at(-1)
          if (last) await step.context.states.set(scope, name, valueOf(last) ?? null)
          return { exits: { out: records } }
        },
      }
    },
  },
})
