import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  loop: {
    en: 'The pages of {table} repeat themselves: page {page, number} is the same as an earlier one.',
    de: 'Die Seiten von {table} wiederholen sich: Seite {page, number} gleicht einer früheren.',
  },
})

const remembered = 1_000

/**
 * Notices that pages come again, by a mark of each: at once where the last thousand hold the mark, else a few rounds later, in constant
 * memory however many pages there are.
 */
export function loopGuard(table: string) {
  const recent = new Set<string>()
  let [anchor, steps, span, page] = ['', 0, 1, 0]
  return (mark: string) => {
    page++
    if (recent.has(mark) || (steps > 0 && mark === anchor))
      throw new Invalid('PAGES_REPEAT', texts.loop({ table, page }))
    recent.add(mark)
    if (recent.size > remembered) recent.delete(recent.values().next().value!)
    // Brent: the anchor moves on at distances that double, so any circle is once shorter than the distance.
    if (++steps >= span) [anchor, steps, span] = [mark, 1, span * 2]
  }
}
