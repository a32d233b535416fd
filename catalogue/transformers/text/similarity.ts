import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { editDistance } from '@weft/kit/define/edit-distance.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  long: {
    en: 'Texts of more than {most, number} characters are not compared.',
    de: 'Texte mit mehr als {most, number} Zeichen werden nicht verglichen.',
  },
})
const most = 2_000

/**
 * V. I. Levenshtein, “Binary codes capable of correcting deletions, insertions and reversals” (1966), and
 * L. R. Dice, “Measures of the amount of ecologic association between species” (1945) over pairs of letters.
 */
export const similarity = defineTransformer({
  key: 'similarity',
  group: 'text',
  icon: 'IconArrowsDiff',
  takes: ['text', 'text'],
  options: z.strictObject({
    method: z.enum(['edits', 'pairs']).default('edits'),
    ignore_case: z.boolean().default(true),
  }),
  gives: 'decimal',
  apply: ({ method, ignore_case }) => {
    const likeness = method === 'edits' ? byEdits : byPairs
    const plainly = (text: string) => {
      if (text.length > most) return refuse(texts.long({ most }))
      return [...(ignore_case ? text.toLowerCase() : text).normalize('NFC').trim()]
    }
    return (a, b) => {
      const [same, of] = likeness(plainly(a), plainly(b))
      return of === 0 ? new Exact(1) : new Exact(same).div(of).toDecimalPlaces(4)
    }
  },
  labels: {
    title: { en: 'Likeness', de: 'Ähnlichkeit' },
    help: {
      en: 'How much alike two texts are, from 0 to 1: by the letters one would have to change (Levenshtein), or by the pairs of letters both have (Dice).',
      de: 'Wie ähnlich sich zwei Texte sind, von 0 bis 1: nach den Buchstaben, die man ändern müsste (Levenshtein), oder nach den gemeinsamen Buchstabenpaaren (Dice).',
    },
    fields: {
      method: {
        label: { en: 'Method', de: 'Verfahren' },
        options: {
          edits: { en: 'Changed letters: typing errors', de: 'Geänderte Buchstaben: Tippfehler' },
          pairs: { en: 'Pairs of letters: words in another order', de: 'Buchstabenpaare: Wörter in anderer Folge' },
        },
      },
      ignore_case: { en: 'Capitals do not matter', de: 'Groß und klein ist gleich' },
    },
  },
  examples: [
    { takes: ['Meier', 'Maier'], gives: '0.8' },
    { takes: ['kitten', 'sitting'], gives: '0.5714' },
    { takes: ['night', 'nacht'], options: { method: 'pairs' }, gives: '0.25' },
    { takes: ['Hansen Peter', 'Peter Hansen'], options: { method: 'pairs' }, gives: '0.8182' },
    { takes: ['Köln', 'KÖLN'], gives: '1' },
    { takes: ['Köln', 'KÖLN'], options: { ignore_case: false }, gives: '0.25' },
  ],
})

type Share = [same: number, of: number]

function byEdits(a: string[], b: string[]): Share {
  const longer = Math.max(a.length, b.length)
  return [longer - editDistance(a, b), longer]
}

function byPairs(a: string[], b: string[]): Share {
  const pairs = (letters: string[]) => letters.slice(1).map((letter, i) => letters[i]! + letter)
  if (a.length < 2 || b.length < 2) return a.join('') === b.join('') ? [1, 1] : [0, 1]
  const left = new Map<string, number>()
  for (const pair of pairs(a)) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of pairs(b)) {
    const there = left.get(pair) ?? 0
    if (there > 0) shared++
    left.set(pair, there - 1)
  }
  return [2 * shared, a.length + b.length - 2]
}
