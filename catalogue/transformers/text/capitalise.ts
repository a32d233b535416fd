import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const capitalise = defineTransformer({
  key: 'capitalise',
  group: 'text',
  icon: 'IconLetterCase',
  takes: ['text'],
  options: z.strictObject({ every_word: z.boolean().default(false) }),
  gives: 'text',
  apply:
    ({ every_word }) =>
    (text) =>
      every_word
        ? text.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        : text.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  labels: {
    title: { en: 'Capitalise', de: 'Groß beginnen' },
    help: {
      en: 'Begins with a capital letter and leaves the rest as it is.',
      de: 'Beginnt mit einem Großbuchstaben und lässt den Rest unverändert.',
    },
    fields: { every_word: { en: 'Every word', de: 'Jedes Wort' } },
  },
  examples: [
    { takes: ['übersee'], gives: 'Übersee' },
    { takes: ['baden-baden an der oos'], options: { every_word: true }, gives: 'Baden-Baden An Der Oos' },
  ],
})
