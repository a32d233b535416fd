import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const template = defineTransformer({
  key: 'template',
  group: 'text',
  icon: 'IconTemplate',
  takes: { all: 'text', least: 1 },
  takes_empty: true,
  options: z.strictObject({ text: z.string().min(1).max(10_000).meta({ input: 'longText' }) }),
  gives: 'text',
  apply: ({ text }) => {
    const pieces = text.split(/\{(\d{1,2})\}/)
    return (...inputs) => pieces.map((piece, i) => (i % 2 === 0 ? piece : (inputs[Number(piece) - 1] ?? ''))).join('')
  },
  labels: {
    title: { en: 'Template', de: 'Vorlage' },
    help: {
      en: 'Writes the inputs into a text: {1} is the first, {2} the second.',
      de: 'Schreibt die Eingaben in einen Text: {1} ist die erste, {2} die zweite.',
    },
    fields: { text: { en: 'Text', de: 'Text' } },
  },
  examples: [
    { takes: ['10248', 'Reims'], options: { text: 'Order {1} to {2} ({1})' }, gives: 'Order 10248 to Reims (10248)' },
    { takes: ['10248', null], options: { text: '{1}/{2}/{3}' }, gives: '10248//' },
  ],
})
