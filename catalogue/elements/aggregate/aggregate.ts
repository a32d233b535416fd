import { defineElement } from '@weft/kit/define/element.ts'
import { field, named } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const aggregateFunctions = ['count', 'sum', 'avg', 'min', 'max', 'first', 'last'] as const
const names = {
  count: { en: 'Count', de: 'Anzahl' },
  sum: { en: 'Sum', de: 'Summe' },
  avg: { en: 'Average', de: 'Durchschnitt' },
  min: { en: 'Smallest', de: 'Kleinster Wert' },
  max: { en: 'Largest', de: 'Größter Wert' },
  first: { en: 'First', de: 'Erster Wert' },
  last: { en: 'Last', de: 'Letzter Wert' },
}

const one = z.strictObject({
  function: named(z.enum(aggregateFunctions), 'Function', 'Funktion', names),
  field: named(z.string().trim().max(500).default('').meta({ input: 'field' }), 'Of the field', 'Des Feldes'),
  into: named(z.string().trim().min(1).max(63), 'Write to', 'Schreiben nach'),
})

export const aggregate = defineElement({
  key: 'aggregate',
  group: 'transform',
  kind: 'barrier',
  icon: 'IconSum',
  settings: z.strictObject({
    group_by: z.array(field).max(20).default([]),
    functions: z.array(one).min(1).max(50),
    decimals: z.int().min(0).max(20).default(6),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Aggregate', de: 'Zusammenfassen' },
    help: {
      en: 'Makes one record of each group. Sums are exact, also of decimals with many digits.',
      de: 'Macht aus jeder Gruppe einen Datensatz. Summen sind exakt, auch bei Dezimalzahlen mit vielen Stellen.',
    },
    fields: {
      group_by: {
        label: { en: 'Group by', de: 'Gruppieren nach' },
        help: { en: 'Empty: everything is one group.', de: 'Leer: Alles ist eine Gruppe.' },
      },
      functions: {
        label: { en: 'Functions', de: 'Funktionen' },
        help: {
          en: 'Count without a field counts records, with a field those that have a value.',
          de: 'Anzahl ohne Feld zählt Datensätze, mit Feld solche, die einen Wert haben.',
        },
      },
      decimals: { label: { en: 'Decimals of averages', de: 'Nachkommastellen von Durchschnitten' } },
    },
    exits: { out: { en: 'Groups', de: 'Gruppen' } },
  },
})
