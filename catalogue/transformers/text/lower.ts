import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const lower = defineTransformer({
  key: 'lower',
  group: 'text',
  icon: 'IconLetterCaseLower',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (text) => text.toLowerCase(),
  labels: {
    title: { en: 'Small letters', de: 'Kleinbuchstaben' },
    help: { en: 'Writes everything in small letters.', de: 'Schreibt alles in Kleinbuchstaben.' },
    fields: {},
  },
  examples: [{ takes: ['Info@Example.ORG'], gives: 'info@example.org' }],
})
