import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown, toDecimal } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { codeOf, datedLabels, datedOptions, missingOptions, refuseOrEmpty, structureField, wantedOn } from './dated.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no rate of “{currency}” for {day}.',
    de: 'Für {day} gibt es keinen Kurs von „{currency}“.',
  },
  rate: { en: 'The rate of “{currency}” is not above 0.', de: 'Der Kurs von „{currency}“ liegt nicht über 0.' },
})
const options = {
  structure: '0197a3c0-0000-7000-8000-000000000002',
  key: 'currency',
  valid_from: 'day',
  rate: 'rate',
}
const found = { currency: 'USD', day: '2026-11-17', rate: '1.25' }

/** Codes of ISO 4217; rates are the tenant's own, such as the euro reference rates of the European Central Bank. */
export const currencyConvert = defineTransformer({
  key: 'currency_convert',
  group: 'lookup',
  icon: 'IconCoins',
  takes: ['decimal', 'text', 'date_time'],
  options: z.strictObject({
    ...datedOptions,
    rate: structureField,
    base: z
      .string()
      .regex(
        inWords(/^[A-Z]{3}$/, {
          en: 'Please enter the three letters of a currency such as EUR.',
          de: 'Bitte die drei Buchstaben einer Währung wie EUR eingeben.',
        }),
      )
      .default('EUR'),
    quoted: z.enum(['per_base', 'per_unit']).default('per_base'),
    direction: z.enum(['to_base', 'from_base']).default('to_base'),
    decimals: z.int().min(0).max(10).default(2),
    ...missingOptions,
  }),
  gives: 'decimal',
  lookup: ({ structure, key, rate, valid_from, cache, base }) => ({
    structure_id: structure,
    key,
    field: rate,
    valid_from,
    cache,
    wanted: (_, currency, moment) => (codeOf(currency) === base ? undefined : wantedOn(codeOf(currency), moment)),
  }),
  apply:
    ({ base, quoted, direction, rate: field, decimals, on_missing }) =>
    (amount, currency, moment, row) => {
      if (codeOf(currency) === base) return amount.toDecimalPlaces(decimals)
      const known = row?.[field]
      if (known === undefined || known === null)
        return refuseOrEmpty(on_missing, texts.missing({ currency: shown(currency), day: moment.slice(0, 10) }))
      const rate = toDecimal(known)
      if (!rate.gt(0)) return refuse(texts.rate({ currency: shown(currency) }))
      const converted = (quoted === 'per_base') === (direction === 'to_base') ? amount.div(rate) : amount.times(rate)
      return new Exact(converted).toDecimalPlaces(decimals)
    },
  labels: {
    title: { en: 'Convert currency', de: 'Währung umrechnen' },
    help: {
      en: 'Converts an amount by the rate that holds on a day, taken from a structure with your rates.',
      de: 'Rechnet einen Betrag zu dem Kurs um, der an einem Tag gilt, aus einer Struktur mit Ihren Kursen.',
    },
    inputs: [
      { en: 'amount', de: 'Betrag' },
      { en: 'currency', de: 'Währung' },
      { en: 'day', de: 'Tag' },
    ],
    fields: {
      ...datedLabels,
      key: { en: 'Field with the currency', de: 'Feld mit der Währung' },
      rate: { en: 'Field with the rate', de: 'Feld mit dem Kurs' },
      base: { en: 'Own currency', de: 'Eigene Währung' },
      quoted: {
        label: { en: 'The rate says', de: 'Der Kurs besagt' },
        options: {
          per_base: {
            en: 'how much foreign money one unit of the own buys (ECB)',
            de: 'wie viel Fremdwährung eine Einheit der eigenen kauft (EZB)',
          },
          per_unit: { en: 'what one unit of foreign money costs', de: 'was eine Einheit der Fremdwährung kostet' },
        },
      },
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: {
          to_base: { en: 'into the own currency', de: 'in die eigene Währung' },
          from_base: { en: 'out of the own currency', de: 'aus der eigenen Währung' },
        },
      },
      decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
    },
  },
  examples: [
    { takes: ['100', 'USD', '2026-11-18'], options, found, gives: '80' },
    { takes: ['80', 'usd', '2026-11-18'], options: { ...options, direction: 'from_base' }, found, gives: '100' },
    { takes: ['100', 'USD', '2026-11-18'], options: { ...options, quoted: 'per_unit' }, found, gives: '125' },
    { takes: ['9.999', 'EUR', '2026-11-18'], options, gives: '10' },
    { takes: ['100', 'XXX', '2026-11-18'], options, refuses: 'There is no rate of “XXX” for 2026-11-18.' },
    { takes: ['1', 'USD', '2026-11-18'], options, found: { rate: '0' }, refuses: 'The rate of “USD” is not above 0.' },
  ],
})
