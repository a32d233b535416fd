import type { Text } from './messages.ts'

const sentences = new Map<string, Text>()

/** A pattern with what it allows in words: `z.string().regex(inWords(/^[a-z]+$/, { en: …, de: … }))`. People are told the words, never the pattern. */
export function inWords(pattern: RegExp, sentence: Text): RegExp {
  sentences.set(String(pattern), sentence)
  return pattern
}

/** The words of a pattern as zod names it in an issue. */
export const wordsOf = (pattern: string) => sentences.get(pattern)
