import { z } from 'zod'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

/** Behind it stands a row that is counted up, as a sequence of SQL:2003 is: what was taken is not given back. */
export const numberRange = defineTransformer({
  key: 'number_range',
  group: 'lookup',
  icon: 'IconListNumbers',
  takes: [],
  options: z.strictObject({
    range: snakeName(63),
    first: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
    prefix: z.string().max(50).default(''),
    digits: z.int().min(1).max(18).default(1),
  }),
  gives: ({ prefix, digits }) => (prefix || digits > 1 ? 'text' : 'integer'),
  apply:
    ({ range, first, prefix, digits }, moment) =>
    () => {
      const number = moment.number(range, String(first))
      return prefix || digits > 1 ? prefix + number.padStart(digits, '0') : number
    },
  labels: {
    title: { en: 'Running number', de: 'Laufende Nummer' },
    help: {
      en: 'The next number of a range that the project keeps. No number is ever given twice. There may be gaps: a number taken for a record that is rejected later, or for a batch that is repeated, is not used again. A preview shows the next number without taking it.',
      de: 'Die nächste Nummer eines Nummernkreises, den das Projekt führt. Keine Nummer wird zweimal vergeben. Lücken sind möglich: Eine Nummer, die für einen später abgelehnten Datensatz oder einen wiederholten Stapel vergeben wurde, wird nicht erneut verwendet. Eine Vorschau zeigt die nächste Nummer, ohne sie zu vergeben.',
    },
    fields: {
      range: { en: 'Range', de: 'Nummernkreis' },
      first: {
        label: { en: 'First number', de: 'Erste Nummer' },
        help: {
          en: 'Where the range begins. Raised later, it goes on from there; it never goes back.',
          de: 'Womit der Nummernkreis beginnt. Später erhöht, geht es dort weiter; zurück geht es nie.',
        },
      },
      prefix: { en: 'In front of it', de: 'Davor' },
      digits: { en: 'Digits at least', de: 'Mindestens so viele Stellen' },
    },
  },
  examples: [
    { takes: [], options: { range: 'invoice' }, gives: '41' },
    { takes: [], options: { range: 'invoice', prefix: 'RE-', digits: 6 }, gives: 'RE-000041' },
  ],
})
