import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { quotient } from './quotient.ts'

export const netGross = defineTransformer({
  key: 'net_gross',
  group: 'number',
  icon: 'IconReceiptTax',
  takes: ['decimal'],
  options: z.strictObject({
    rate: z
      .string()
      .regex(
        inWords(/^\d{1,2}(?:\.\d{1,4})?$|^100$/, {
          en: 'Please enter a rate from 0 to 100 such as 19 or 7.5.',
          de: 'Bitte einen Satz von 0 bis 100 wie 19 oder 7.5 eingeben.',
        }),
      )
      .default('19'),
    direction: z.enum(['net_to_gross', 'gross_to_net']).default('net_to_gross'),
    decimals: z.int().min(0).max(10).default(2),
  }),
  gives: 'decimal',
  apply: ({ rate, direction, decimals }) => {
    const factor = new Exact(rate).plus(100)
    return direction === 'net_to_gross'
      ? (amount) => amount.times(factor).times('0.01').toDecimalPlaces(decimals)
      : (amount) => quotient(amount.times(100), factor, { on_zero: 'reject', decimals })
  },
  labels: {
    title: { en: 'Net and gross', de: 'Netto und brutto' },
    help: {
      en: 'Adds a tax to an amount or takes it out, rounded half up.',
      de: 'Schlägt eine Steuer auf einen Betrag auf oder rechnet sie heraus, kaufmännisch gerundet.',
    },
    fields: {
      rate: { en: 'Tax in per cent', de: 'Steuer in Prozent' },
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: {
          net_to_gross: { en: 'Net to gross', de: 'Netto zu brutto' },
          gross_to_net: { en: 'Gross to net', de: 'Brutto zu netto' },
        },
      },
      decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
    },
  },
  examples: [
    { takes: ['100'], gives: '119' },
    { takes: ['9.99'], options: { rate: '7' }, gives: '10.69' },
    { takes: ['119'], options: { direction: 'gross_to_net' }, gives: '100' },
    { takes: ['10'], options: { direction: 'gross_to_net' }, gives: '8.4' },
  ],
})
