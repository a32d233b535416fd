import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { compilePattern, pattern } from '@weft/kit/define/pattern.ts'

/** Parts between matches, as `String.prototype.split` of ECMAScript cuts them, by the syntax of RE2. */
export const regexSplit = defineTransformer({
  key: 'regex_split',
  group: 'text',
  icon: 'IconScissors',
  takes: ['text'],
  options: z.strictObject({ pattern, trim: z.boolean().default(true), skip_empty: z.boolean().default(true) }),
  gives: 'list',
  apply: ({ pattern, trim, skip_empty }) => {
    const compiled = compilePattern(pattern)
    return (text) => {
      const parts = compiled.split(text).map((part) => (trim ? part.trim() : part))
      return skip_empty ? parts.filter((part) => part !== '') : parts
    }
  },
  labels: {
    title: { en: 'Split by pattern', de: 'Nach Muster teilen' },
    help: {
      en: 'Makes a list of the parts between what a regular expression matches.',
      de: 'Macht eine Liste der Teile zwischen dem, was ein regulärer Ausdruck trifft.',
    },
    fields: {
      pattern: { en: 'Pattern', de: 'Muster' },
      trim: { en: 'Remove blanks around the parts', de: 'Leerraum um die Teile entfernen' },
      skip_empty: { en: 'Leave out empty parts', de: 'Leere Teile weglassen' },
    },
  },
  examples: [
    { takes: ['red, green;blue /  black'], options: { pattern: '[,;/]' }, gives: ['red', 'green', 'blue', 'black'] },
    { takes: ['a1b22c'], options: { pattern: '\\d+' }, gives: ['a', 'b', 'c'] },
    { takes: [',a,,b'], options: { pattern: ',', skip_empty: false }, gives: ['', 'a', '', 'b'] },
    { takes: ['abc'], options: { pattern: 'x*' }, gives: ['a', 'b', 'c'] },
  ],
})
