import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { toDecimal, toInteger as asInteger } from '@weft/kit/define/value.ts'

const modes = { half_up: Decimal.ROUND_HALF_UP, down: Decimal.ROUND_DOWN }

export const toInteger = defineTransformer({
  key: 'to_integer',
  group: 'convert',
  icon: 'IconNumber123',
  takes: ['any'],
  options: z.strictObject({ places: z.enum(['refuse', 'half_up', 'down']).default('refuse') }),
  gives: 'integer',
  apply:
    ({ places }) =>
    (value) =>
      asInteger(places === 'refuse' ? value : toDecimal(value).toDecimalPlaces(0, modes[places])),
  labels: {
    title: { en: 'As whole number', de: 'Als ganze Zahl' },
    help: {
      en: 'Makes a whole number of a number or of text with digits.',
      de: 'Macht aus einer Zahl oder einem Text mit Ziffern eine ganze Zahl.',
    },
    fields: {
      places: {
        label: { en: 'Decimal places', de: 'Nachkommastellen' },
        options: {
          refuse: { en: 'reject the record', de: 'Datensatz ablehnen' },
          half_up: { en: 'round', de: 'runden' },
          down: { en: 'cut off', de: 'abschneiden' },
        },
      },
    },
  },
  examples: [
    { takes: ['12'], gives: 12 },
    { takes: ['12.00'], gives: 12 },
    { takes: ['12.5'], options: { places: 'half_up' }, gives: 13 },
    { takes: ['9007199254740993'], gives: '9007199254740993' },
    { takes: ['12.5'], refuses: '“12.5” is not a whole number.' },
  ],
})
