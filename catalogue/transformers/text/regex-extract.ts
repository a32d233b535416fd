import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { compilePattern, pattern } from '@weft/kit/define/pattern.ts'

export const regexExtract = defineTransformer({
  key: 'regex_extract',
  group: 'text',
  icon: 'IconRegex',
  takes: ['text'],
  options: z.strictObject({ pattern, group: z.int().min(0).max(20).default(0) }),
  gives: 'text',
  apply: ({ pattern, group }) => {
    const compiled = compilePattern(pattern)
    return (text) => compiled.first(text)?.groups[group] ?? null
  },
  labels: {
    title: { en: 'Extract by pattern', de: 'Nach Muster entnehmen' },
    help: {
      en: 'Takes what a regular expression matches, or one of its groups; empty where it does not match.',
      de: 'Nimmt, was ein regulärer Ausdruck trifft, oder eine seiner Gruppen; leer, wo er nicht trifft.',
    },
    fields: { pattern: { en: 'Pattern', de: 'Muster' }, group: { en: 'Group (0 = all)', de: 'Gruppe (0 = alles)' } },
  },
  examples: [
    { takes: ['Order A-10482 of today'], options: { pattern: 'A-(\\d+)', group: 1 }, gives: '10482' },
    { takes: ['no number'], options: { pattern: '\\d+' }, gives: null },
  ],
})
