import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const trim = defineTransformer({
  key: 'trim',
  group: 'text',
  icon: 'IconSpacingHorizontal',
  takes: ['text'],
  options: z.strictObject({ side: z.enum(['both', 'start', 'end']).default('both') }),
  gives: 'text',
  apply:
    ({ side }) =>
    (text) =>
      side === 'both' ? text.trim() : side === 'start' ? text.trimStart() : text.trimEnd(),
  labels: {
    title: { en: 'Trim', de: 'Leerraum entfernen' },
    help: {
      en: 'Removes blanks and line breaks around a text.',
      de: 'Entfernt Leerzeichen und Umbrüche um einen Text.',
    },
    fields: {
      side: {
        label: { en: 'Where', de: 'Wo' },
        options: {
          both: { en: 'Both ends', de: 'Beide Enden' },
          start: { en: 'Start', de: 'Anfang' },
          end: { en: 'End', de: 'Ende' },
        },
      },
    },
  },
  examples: [
    { takes: ['  Reims \n'], gives: 'Reims' },
    { takes: ['  Reims '], options: { side: 'start' }, gives: 'Reims ' },
  ],
})
