import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, toDecimal } from '@weft/kit/define/value.ts'
import { entryField } from './entries.ts'

export const sumList = defineTransformer({
  key: 'sum_list',
  group: 'list',
  icon: 'IconSum',
  takes: ['list'],
  takes_empty: true,
  takes_numbers: true,
  options: z.strictObject({ field: z.string().max(200).default('').meta({ input: 'entry_field' }) }),
  gives: 'decimal',
  apply:
    ({ field }) =>
    (list) => {
      let sum = new Exact(0)
      for (const entry of list ?? []) {
        const value = entryField(entry, field)
        if (!isMissing(value)) sum = sum.plus(toDecimal(value))
      }
      return sum
    },
  labels: {
    title: { en: 'Sum', de: 'Summe' },
    help: {
      en: 'Adds up a list of numbers, or one field of its entries, exactly. Empty values count as 0.',
      de: 'Zählt eine Liste von Zahlen oder ein Feld ihrer Einträge zusammen, exakt. Leere Werte zählen als 0.',
    },
    fields: {
      field: {
        label: { en: 'Field', de: 'Feld' },
        help: { en: 'Empty: the entries are the numbers.', de: 'Leer: Die Einträge sind die Zahlen.' },
      },
    },
  },
  examples: [
    { takes: [['168.00', '98.0', '174.00']], gives: '440' },
    { takes: [[{ net: '0.1' }, { net: '0.2' }, { net: null }]], options: { field: 'net' }, gives: '0.3' },
    { takes: [[]], gives: '0' },
    { takes: [['a']], refuses: '“a” is not a number.' },
  ],
})
