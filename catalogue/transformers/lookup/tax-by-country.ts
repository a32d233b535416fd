import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { shown, toDecimal } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { codeOf, datedLabels, datedOptions, missingOptions, refuseOrEmpty, structureField, wantedOn } from './dated.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no tax rate of “{country}” for {day}.',
    de: 'Für {day} gibt es keinen Steuersatz von „{country}“.',
  },
})
const options = {
  structure: '0197a3c0-0000-7000-8000-000000000003',
  key: 'country',
  valid_from: 'from',
  rate: 'standard',
}
const found = { country: 'DE', from: '2021-01-01', standard: '19' }

/** Rates are the tenant's own, such as those of the European Commission's “Taxes in Europe” database (Directive 2006/112/EC). */
export const taxByCountry = defineTransformer({
  key: 'tax_by_country',
  group: 'lookup',
  icon: 'IconReceiptTax',
  takes: ['decimal', 'text', 'date_time'],
  options: z.strictObject({
    ...datedOptions,
    rate: structureField,
    result: z.enum(['gross', 'net', 'tax_on_net', 'tax_in_gross', 'rate']).default('gross'),
    decimals: z.int().min(0).max(10).default(2),
    ...missingOptions,
  }),
  gives: 'decimal',
  lookup: ({ structure, key, rate, valid_from, cache }) => ({
    structure_id: structure,
    key,
    field: rate,
    valid_from,
    cache,
    wanted: (_, country, moment) => wantedOn(codeOf(country), moment),
  }),
  apply:
    ({ rate: field, result, decimals, on_missing }) =>
    (amount, country, moment, row) => {
      const known = row?.[field]
      if (known === undefined || known === null)
        return refuseOrEmpty(on_missing, texts.missing({ country: shown(country), day: moment.slice(0, 10) }))
      const rate = toDecimal(known)
      if (result === 'rate') return rate
      const net = result === 'net' || result === 'tax_in_gross' ? amount.times(100).div(rate.plus(100)) : amount
      const tax = net.times(rate).div(100)
      const exact = { gross: net.plus(tax), net, tax_on_net: tax, tax_in_gross: tax }[result]
      return new Exact(exact).toDecimalPlaces(decimals)
    },
  labels: {
    title: { en: 'Tax by country', de: 'Steuer nach Land' },
    help: {
      en: 'Reckons with the tax rate of a country on a day, taken from a structure with your rates in per cent.',
      de: 'Rechnet mit dem Steuersatz eines Landes an einem Tag, aus einer Struktur mit Ihren Sätzen in Prozent.',
    },
    inputs: [
      { en: 'amount', de: 'Betrag' },
      { en: 'country', de: 'Land' },
      { en: 'day', de: 'Tag' },
    ],
    fields: {
      ...datedLabels,
      key: { en: 'Field with the country', de: 'Feld mit dem Land' },
      rate: { en: 'Field with the rate', de: 'Feld mit dem Satz' },
      result: {
        label: { en: 'Result', de: 'Ergebnis' },
        options: {
          gross: { en: 'Gross of a net amount', de: 'Brutto zu einem Nettobetrag' },
          net: { en: 'Net of a gross amount', de: 'Netto zu einem Bruttobetrag' },
          tax_on_net: { en: 'Tax on a net amount', de: 'Steuer auf einen Nettobetrag' },
          tax_in_gross: { en: 'Tax in a gross amount', de: 'Steuer in einem Bruttobetrag' },
          rate: { en: 'The rate itself', de: 'Der Satz selbst' },
        },
      },
      decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
    },
  },
  examples: [
    { takes: ['100', 'DE', '2026-11-18'], options, found, gives: '119' },
    { takes: ['119', 'de', '2026-11-18'], options: { ...options, result: 'net' }, found, gives: '100' },
    { takes: ['10', 'DE', '2026-11-18'], options: { ...options, result: 'tax_in_gross' }, found, gives: '1.6' },
    { takes: ['9.99', 'DE', '2026-11-18'], options: { ...options, result: 'tax_on_net' }, found, gives: '1.9' },
    { takes: ['1', 'DE', '2026-11-18'], options: { ...options, result: 'rate' }, found, gives: '19' },
    { takes: ['1', 'XX', '2026-11-18'], options, refuses: 'There is no tax rate of “XX” for 2026-11-18.' },
  ],
})
