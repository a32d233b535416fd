import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown, toText } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  neither: {
    en: '“{value}” is neither a word for yes nor one for no.',
    de: '„{value}“ ist weder ein Wort für Ja noch eines für Nein.',
  },
})
const words = (list: string[]) => z.array(z.string().min(1).max(50)).max(50).default(list)

export const toBoolean = defineTransformer({
  key: 'to_boolean',
  group: 'convert',
  icon: 'IconToggleLeft',
  takes: ['any'],
  options: z.strictObject({
    true_words: words(['true', '1', 'yes', 'y', 'ja', 'j', 'wahr', 'x']),
    false_words: words(['false', '0', 'no', 'n', 'nein', 'falsch']),
  }),
  gives: 'boolean',
  apply: ({ true_words, false_words }) => {
    const meaning = new Map([
      ...false_words.map((word) => [word.toLowerCase(), false] as const),
      ...true_words.map((word) => [word.toLowerCase(), true] as const),
    ])
    return (value) => meaning.get(toText(value).trim().toLowerCase()) ?? refuse(texts.neither({ value: shown(value) }))
  },
  labels: {
    title: { en: 'As yes or no', de: 'Als Ja oder Nein' },
    help: { en: 'Makes true or false of words.', de: 'Macht aus Wörtern wahr oder falsch.' },
    fields: {
      true_words: { en: 'Words for yes', de: 'Wörter für Ja' },
      false_words: { en: 'Words for no', de: 'Wörter für Nein' },
    },
  },
  examples: [
    { takes: ['Ja'], gives: true },
    { takes: [0], gives: false },
    { takes: ['perhaps'], refuses: '“perhaps” is neither a word for yes nor one for no.' },
  ],
})
