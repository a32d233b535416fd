import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const replace = defineTransformer({
  key: 'replace',
  group: 'text',
  icon: 'IconReplace',
  takes: ['text'],
  options: z.strictObject({ search: z.string().min(1).max(1_000), with: z.string().max(1_000).default('') }),
  gives: 'text',
  apply: ({ search, with: replacement }) => {
    const literal = replacement.replaceAll('$', '$$$$')
    return (text) => text.replaceAll(search, literal)
  },
  labels: {
    title: { en: 'Replace', de: 'Ersetzen' },
    help: {
      en: 'Replaces every occurrence of a text by another.',
      de: 'Ersetzt jedes Vorkommen eines Textes durch einen anderen.',
    },
    fields: { search: { en: 'Search for', de: 'Suchen nach' }, with: { en: 'Replace with', de: 'Ersetzen durch' } },
  },
  examples: [
    { takes: ['10.248.1'], options: { search: '.', with: '-' }, gives: '10-248-1' },
    { takes: ['5 €'], options: { search: '€', with: '$&' }, gives: '5 $&' },
  ],
})
