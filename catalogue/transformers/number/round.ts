import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const round = defineTransformer({
  key: 'round',
  group: 'number',
  icon: 'IconDecimal',
  takes: ['decimal'],
  options: z.strictObject({
    decimals: z.int().min(0).max(30).default(2),
    mode: z.enum(['half_up', 'half_even']).default('half_up'),
  }),
  gives: 'decimal',
  apply: ({ decimals, mode }) => {
    const rounding = mode === 'half_up' ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN
    return (number) => number.toDecimalPlaces(decimals, rounding)
  },
  small:
    ({ decimals, mode }) =>
    (number) =>
      number.rounded(decimals, mode),
  labels: {
    title: { en: 'Round', de: 'Runden' },
    help: { en: 'Rounds to a number of decimal places.', de: 'Rundet auf eine Zahl von Nachkommastellen.' },
    fields: {
      decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
      mode: {
        label: { en: 'A five is rounded', de: 'Eine Fünf wird gerundet' },
        options: {
          half_up: { en: 'away from zero (commercial)', de: 'von null weg (kaufmännisch)' },
          half_even: { en: 'to the even digit (banker’s)', de: 'zur geraden Ziffer (mathematisch)' },
        },
      },
    },
  },
  examples: [
    { takes: ['1.005'], gives: '1.01' },
    { takes: ['-2.345'], gives: '-2.35' },
    { takes: ['2.345'], options: { mode: 'half_even' }, gives: '2.34' },
    { takes: ['2.5'], options: { decimals: 0 }, gives: '3' },
  ],
})
