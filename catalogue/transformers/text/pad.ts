import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const pad = defineTransformer({
  key: 'pad',
  group: 'text',
  icon: 'IconSpacingHorizontal',
  takes: ['text'],
  options: z.strictObject({
    length: z.int().min(1).max(1_000).default(10),
    char: z.string().min(1).max(1).default('0'),
    side: z.enum(['start', 'end']).default('start'),
  }),
  gives: 'text',
  apply:
    ({ length, char, side }) =>
    (text) =>
      side === 'start' ? text.padStart(length, char) : text.padEnd(length, char),
  labels: {
    title: { en: 'Pad', de: 'Auffüllen' },
    help: { en: 'Fills a text up to a length.', de: 'Füllt einen Text bis zu einer Länge auf.' },
    fields: {
      length: { en: 'Length', de: 'Länge' },
      char: { en: 'Character', de: 'Zeichen' },
      side: {
        label: { en: 'Where', de: 'Wo' },
        options: { start: { en: 'In front', de: 'Vorne' }, end: { en: 'Behind', de: 'Hinten' } },
      },
    },
  },
  examples: [
    { takes: ['7'], options: { length: 3 }, gives: '007' },
    { takes: [11], options: { length: 5, char: '.', side: 'end' }, gives: '11...' },
  ],
})
