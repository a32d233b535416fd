import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { compilePattern, pattern } from '@weft/kit/define/pattern.ts'

export const regexReplace = defineTransformer({
  key: 'regex_replace',
  group: 'text',
  icon: 'IconRegex',
  takes: ['text'],
  options: z.strictObject({ pattern, with: z.string().max(1_000).default('') }),
  gives: 'text',
  apply: ({ pattern, with: replacement }) => {
    const compiled = compilePattern(pattern)
    return (text) => compiled.replace(text, replacement)
  },
  labels: {
    title: { en: 'Replace by pattern', de: 'Nach Muster ersetzen' },
    help: {
      en: 'Replaces what a regular expression matches; $1 stands for its first group.',
      de: 'Ersetzt, was ein regulärer Ausdruck trifft; $1 steht für seine erste Gruppe.',
    },
    fields: { pattern: { en: 'Pattern', de: 'Muster' }, with: { en: 'Replace with', de: 'Ersetzen durch' } },
  },
  examples: [
    { takes: ['+49 (40) 123-45'], options: { pattern: '[^0-9+]' }, gives: '+494012345' },
    { takes: ['Petersen, Anke'], options: { pattern: '^(.+), (.+)$', with: '$2 $1' }, gives: 'Anke Petersen' },
  ],
})
