import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

export const finish = defineElement({
  key: 'finish',
  group: 'flow',
  kind: 'control',
  icon: 'IconFlag',
  settings: z.strictObject({
    status: z.enum(['stopped', 'warning', 'error', 'info']).default('stopped'),
    return_values: z.record(z.string(), template).default({}).meta({ input: 'pairs', readable: true }),
  }),
  inputs: ['in'],
  exits: [],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Finish', de: 'Beenden' },
    help: {
      en: 'Ends the job as soon as a record arrives, with a status and return values.',
      de: 'Beendet den Job, sobald ein Datensatz ankommt, mit Status und Rückgabewerten.',
    },
    fields: {
      status: {
        label: { en: 'Status', de: 'Status' },
        options: {
          stopped: { en: 'Finished', de: 'Beendet' },
          warning: { en: 'Warning', de: 'Warnung' },
          error: { en: 'Error', de: 'Fehler' },
          info: { en: 'Nothing to do', de: 'Nichts zu tun' },
        },
      },
      return_values: {
        label: { en: 'Return values', de: 'Rückgabewerte' },
        help: {
          en: '{{ … }} takes values from the first record.',
          de: '{{ … }} nimmt Werte aus dem ersten Datensatz.',
        },
      },
    },
  },
  body: {
    async enter(step, input) {
      const first = await firstRecord(input)
      if (!first) return { emit: nothing() }
      const { status, return_values } = step.settings
      return {
        finish: {
          status,
          return_values: Object.fromEntries(
            Object.entries(return_values).map(([name, value]) => [name, valuer(step, value)(first) ?? null]),
          ),
        },
      }
    },
  },
})

async function* nothing() {}
