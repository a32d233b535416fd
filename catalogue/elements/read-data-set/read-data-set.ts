import { defineElement } from '@weft/kit/define/element.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const readDataSet = defineElement({
  key: 'read_data_set',
  group: 'data',
  kind: 'source',
  icon: 'IconTableShare',
  settings: z.strictObject({
    data_set_id: reference('data_set'),
    parameters: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Read data set', de: 'Datenset lesen' },
    help: {
      en: 'Gives the records of a data set, for each incoming record once.',
      de: 'Gibt die Datensätze eines Datensets weiter, für jeden ankommenden Datensatz einmal.',
    },
    fields: {
      data_set_id: { en: 'Data set', de: 'Datenset' },
      parameters: {
        label: { en: 'Parameters', de: 'Parameter' },
        help: {
          en: 'Values for the parameters of the data set; {{ … }} takes them from the record or the job.',
          de: 'Werte für die Parameter des Datensets; {{ … }} nimmt sie aus dem Datensatz oder dem Job.',
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    read(step, input, cursor) {
      const parameters = Object.entries(step.settings.parameters).map(([name, value]) => [
        name,
        valuer(step, value)(input),
      ])
      return step.context.data_sets.read(step.settings.data_set_id, Object.fromEntries(parameters), cursor)
    },
  },
})
