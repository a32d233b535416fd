import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const upper = defineTransformer({
  key: 'upper',
  group: 'text',
  icon: 'IconLetterCaseUpper',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (text) => text.toUpperCase(),
  labels: {
    title: { en: 'Capital letters', de: 'Großbuchstaben' },
    help: { en: 'Writes everything in capital letters.', de: 'Schreibt alles in Großbuchstaben.' },
    fields: {},
  },
  examples: [
    { takes: ['Tromsø'], gives: 'TROMSØ' },
    { takes: ['straße'], gives: 'STRASSE' },
  ],
})
