import { Invalid } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import type { Use } from './uses.ts'

const texts = defineMessages({
  unknown: { en: 'There is no value called "{name}".', de: 'Es gibt keinen Wert namens „{name}“.' },
  nearest: {
    en: 'There is no value called "{name}". Did you mean "{nearest}"?',
    de: 'Es gibt keinen Wert namens „{name}“. Meinten Sie „{nearest}“?',
  },
  refused: {
    en: 'The text speaks of values that nobody gives it.',
    de: 'Der Text spricht von Werten, die ihm niemand gibt.',
  },
})

/** What every text may speak of, wherever it is written. */
const alwaysGiven: readonly string[] = ['now', 'record', 'job']

/** What a text speaks of and nobody gives, each with its place. */
export function unknownIn(uses: readonly Use[], given: readonly string[]): { at: number; message: Message }[] {
  const known = new Set([...given, ...alwaysGiven])
  return uses.filter(({ name }) => !known.has(name)).map(({ name, at }) => ({ at, message: unknownUse(name, known) }))
}

export function assertGiven(unknown: readonly { message: Message }[]) {
  if (unknown.length > 0)
    throw new Invalid('TEMPLATE_UNKNOWN_VALUES', texts.refused(), {
      fields: { body: unknown.map(({ message }) => message) },
    })
}

/** A name that nobody gives, with the one that comes nearest to it. */
export function unknownUse(name: string, known: Iterable<string>): Message {
  const near = [...known]
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.far - b.far)[0]
  return near ? texts.nearest({ name, nearest: near.one }) : texts.unknown({ name })
}

/** How many letters differ (Levenshtein); names far longer than any field are not compared. */
function distance(a: string, b: string): number {
  if (a.length > 100 || b.length > 100) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
