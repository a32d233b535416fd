import { CST } from 'yaml'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  deep: {
    en: 'The text is nested deeper than {most} levels.',
    de: 'Der Text ist tiefer als {most} Ebenen verschachtelt.',
  },
  entries: {
    en: 'The text has more than {most, number} entries.',
    de: 'Der Text hat mehr als {most, number} Einträge.',
  },
  keys: {
    en: 'There are more than {most, number} keys beside each other here.',
    de: 'Hier stehen mehr als {most, number} Schlüssel beieinander.',
  },
  key: { en: 'A key must be a plain text.', de: 'Ein Schlüssel muss ein einfacher Text sein.' },
})

/** More than any workflow needs. What reads YAML takes time by the square of the keys beside each other, and by the cube of keys in keys. */
const most = { depth: 100, entries: 100_000, keys: 5_000 }

/** What of a text is too much to be read on; looks at each token once. */
export function boundBroken(tokens: readonly CST.Token[]): { message: Message; offset: number } | undefined {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  let entries = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { token, depth } = next
    if (token.type === 'document' && token.value) waiting.push({ token: token.value, depth })
    if (!CST.isCollection(token)) continue
    const { items, offset } = token
    entries += items.length
    if (depth >= most.depth) return { message: texts.deep({ most: most.depth }), offset }
    if (entries > most.entries) return { message: texts.entries({ most: most.entries }), offset }
    if (items.length > most.keys && token.type !== 'block-seq' && items.some(({ sep }) => sep))
      return { message: texts.keys({ most: most.keys }), offset }
    for (const { key, value } of items as CST.CollectionItem[]) {
      if (key && CST.isCollection(key)) return { message: texts.key(), offset: key.offset }
      if (value) waiting.push({ token: value, depth: depth + 1 })
    }
  }
  return undefined
}
