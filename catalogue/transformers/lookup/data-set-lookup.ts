import { z } from 'zod'
import { reference } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { missingLabels, missingOptions } from './missing.ts'

const texts = defineMessages({
  missing: {
    en: 'Nothing was found for “{value}” in the data set.',
    de: 'Zu „{value}“ wurde im Datenset nichts gefunden.',
  },
})
const options = { data_set: '0197a3c0-0000-7000-8000-000000000003', key: 'customer', field: 'turnover' }
const column = z.string().min(1).max(63).meta({ input: 'data_set_column' })

/** The exact match of XLOOKUP and VLOOKUP: of several rows the first one, in the order of the data set. */
export const dataSetLookup = defineTransformer({
  key: 'data_set_lookup',
  group: 'lookup',
  icon: 'IconTableShare',
  takes: ['any'],
  options: z.strictObject({
    data_set: reference('data_set'),
    key: column,
    field: column,
    ...missingOptions,
  }),
  gives: 'any',
  lookup: ({ data_set, key, field, cache }) => ({ data_set_id: data_set, key, field, cache }),
  apply:
    ({ field, on_missing }) =>
    (value, row) =>
      row || on_missing === 'empty' ? row?.[field] : refuse(texts.missing({ value: shown(value) })),
  labels: {
    title: { en: 'Look up in a data set', de: 'Im Datenset nachschlagen' },
    help: {
      en: 'Finds the row of a stored data set whose column equals the value, and takes another column of it: a sum by customer, the newest price. All rows of a batch are looked up at once; of several, the first in the order of the data set counts.',
      de: 'Findet die Zeile eines gespeicherten Datensets, deren Spalte gleich dem Wert ist, und nimmt eine andere Spalte daraus: eine Summe je Kunde, den neuesten Preis. Alle Zeilen eines Stapels werden auf einmal nachgeschlagen; von mehreren zählt die erste in der Reihenfolge des Datensets.',
    },
    fields: {
      data_set: { en: 'Data set', de: 'Datenset' },
      key: { en: 'Where', de: 'Wo' },
      field: { en: 'Take', de: 'Nimm' },
      ...missingLabels,
    },
  },
  examples: [
    { takes: ['VINET'], options, found: { customer: 'VINET', turnover: '1480.00' }, gives: '1480.00' },
    { takes: ['NONE'], options, gives: null },
    {
      takes: ['NONE'],
      options: { ...options, on_missing: 'reject' },
      refuses: 'Nothing was found for “NONE” in the data set.',
    },
  ],
})
