import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { Decimal } from 'decimal.js'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'

const texts = defineMessages({
  size: { en: 'A pack must hold more than 0.', de: 'Eine Verpackung muss mehr als 0 enthalten.' },
})
const ways = { up: Decimal.ROUND_CEIL, nearest: Decimal.ROUND_HALF_UP, down: Decimal.ROUND_FLOOR }

/** Multiples as `CEILING`, `MROUND` and `FLOOR` of OpenFormula (OASIS ODF 1.3, part 4) give them, exactly. */
export const roundToPack = defineTransformer({
  key: 'round_to_pack',
  group: 'number',
  icon: 'IconPackage',
  takes: ['decimal', 'decimal'],
  least: 1,
  takes_empty: true,
  options: z.strictObject({
    size: z
      .string()
      .regex(
        inWords(/^\d{1,12}(?:\.\d{1,6})?$/, {
          en: 'Please enter a number such as 12 or 0.5.',
          de: 'Bitte eine Zahl wie 12 oder 0.5 eingeben.',
        }),
      )
      .default('1'),
    direction: z.enum(['up', 'nearest', 'down']).default('up'),
    result: z.enum(['quantity', 'packs']).default('quantity'),
  }),
  gives: 'decimal',
  apply: ({ size, direction, result }) => {
    const usual = new Exact(size)
    return (quantity, given) => {
      if (!quantity) return null
      const pack = given ?? usual
      if (!pack.gt(0)) return refuse(texts.size())
      const packs = quantity.div(pack).toDecimalPlaces(0, ways[direction])
      return result === 'packs' ? packs : packs.times(pack)
    }
  },
  labels: {
    title: { en: 'Round to packs', de: 'Auf Verpackungen runden' },
    help: {
      en: 'Rounds a quantity to whole packs, whose size is set here or comes as second input.',
      de: 'Rundet eine Menge auf ganze Verpackungen, deren Größe hier steht oder als zweite Eingabe kommt.',
    },
    inputs: [
      { en: 'quantity', de: 'Menge' },
      { en: 'in one pack', de: 'je Verpackung' },
    ],
    fields: {
      size: { en: 'In one pack', de: 'Je Verpackung' },
      direction: {
        label: { en: 'Round', de: 'Runden' },
        options: {
          up: { en: 'up: never too few', de: 'auf: nie zu wenig' },
          nearest: { en: 'to the nearest', de: 'zur nächsten' },
          down: { en: 'down: never too many', de: 'ab: nie zu viel' },
        },
      },
      result: {
        label: { en: 'Result', de: 'Ergebnis' },
        options: {
          quantity: { en: 'Quantity', de: 'Menge' },
          packs: { en: 'Number of packs', de: 'Anzahl Verpackungen' },
        },
      },
    },
  },
  examples: [
    { takes: ['25'], options: { size: '12' }, gives: '36' },
    { takes: ['25', '10'], options: { result: 'packs' }, gives: '3' },
    { takes: ['25'], options: { size: '12', direction: 'down' }, gives: '24' },
    { takes: ['1.3'], options: { size: '0.5', direction: 'nearest' }, gives: '1.5' },
    { takes: ['25', '0'], refuses: 'A pack must hold more than 0.' },
  ],
})
