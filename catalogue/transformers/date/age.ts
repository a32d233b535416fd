import { DateTime } from 'luxon'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { zone, zoneLabel } from './zone.ts'

const texts = defineMessages({
  future: { en: '“{value}” lies after that day.', de: '„{value}“ liegt nach diesem Tag.' },
})

/**
 * A year of life is complete at the end of the day before the birthday (§§ 187 (2) and 188 (2) BGB); somebody born on
 * the 29th of February therefore grows older on the 1st of March of other years.
 */
export const age = defineTransformer({
  key: 'age',
  group: 'date',
  icon: 'IconCake',
  takes: ['date', 'date_time'],
  least: 1,
  takes_empty: true,
  options: z.strictObject({ zone }),
  gives: 'integer',
  apply:
    ({ zone }, moment) =>
    (born, at) => {
      if (!born) return null
      const day = (at ? DateTime.fromISO(at, { zone }) : DateTime.fromJSDate(moment.now, { zone })).toISODate()!
      if (born > day) return refuse(texts.future({ value: shown(born) }))
      return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)
    },
  labels: {
    title: { en: 'Age', de: 'Alter' },
    help: {
      en: 'The age in whole years: today, or on the day of the second input.',
      de: 'Das Alter in vollen Jahren: heute oder am Tag der zweiten Eingabe.',
    },
    inputs: [
      { en: 'born', de: 'geboren' },
      { en: 'on', de: 'am' },
    ],
    fields: { zone: zoneLabel },
  },
  examples: [
    { takes: ['1990-11-22'], gives: 35 },
    { takes: ['1990-11-21'], gives: 36 },
    { takes: ['2004-02-29', '2025-02-28'], gives: 20 },
    { takes: ['2004-02-29', '2025-03-01'], gives: 21 },
    { takes: ['2027-01-01'], refuses: '“2027-01-01” lies after that day.' },
  ],
})
