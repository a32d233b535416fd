import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, toDecimal } from '@weft/kit/define/value.ts'
import { entryField } from './entries.ts'

/** The sum of everything up to each entry, as `SUM(…) OVER (ROWS UNBOUNDED PRECEDING)` of SQL:2003 gives it. */
export const runningTotal = defineTransformer({
  key: 'running_total',
  group: 'list',
  icon: 'IconTrendingUp',
  takes: ['list'],
  takes_numbers: true,
  options: z.strictObject({
    field: z.string().max(200).default('').meta({ input: 'entry_field' }),
    into: z
      .string()
      .max(63)
      .refine((name) => name !== '__proto__')
      .default(''),
  }),
  gives: 'list',
  apply:
    ({ field, into }) =>
    (list) => {
      let sum = new Exact(0)
      return list.map((entry) => {
        const value = entryField(entry, field)
        if (!isMissing(value)) sum = sum.plus(toDecimal(value))
        const total = sum.toFixed()
        if (into === '') return total
        return typeof entry === 'object' && entry !== null ? { ...entry, [into]: total } : { [into]: total }
      })
    },
  labels: {
    title: { en: 'Running total', de: 'Laufende Summe' },
    help: {
      en: 'The sum up to each entry, exactly: as a list of its own, or as a further field of the entries.',
      de: 'Die Summe bis zu jedem Eintrag, exakt: als eigene Liste oder als weiteres Feld der Einträge.',
    },
    fields: {
      field: {
        label: { en: 'Field', de: 'Feld' },
        help: { en: 'Empty: the entries are the numbers.', de: 'Leer: Die Einträge sind die Zahlen.' },
      },
      into: {
        label: { en: 'Write into the field', de: 'In das Feld schreiben' },
        help: { en: 'Empty: only the sums.', de: 'Leer: nur die Summen.' },
      },
    },
  },
  examples: [
    { takes: [['0.1', '0.2', null, 3]], gives: ['0.1', '0.3', '0.3', '3.3'] },
    {
      takes: [[{ net: '10.00' }, { net: '-2.5' }]],
      options: { field: 'net', into: 'balance' },
      gives: [
        { net: '10.00', balance: '10' },
        { net: '-2.5', balance: '7.5' },
      ],
    },
    { takes: [['a']], refuses: '“a” is not a number.' },
  ],
})
