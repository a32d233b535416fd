import { compilePattern, patternProblem, type Pattern } from './pattern.ts'
import { refuse } from './value.ts'

/**
 * What a library runs regular expressions with in place of the platform's, which may take for ever: in time that grows with the text,
 * of which it tells how much it looks through. Of RegExp it has what goes from match to match; behind the first a pattern that begins
 * with ^ finds nothing.
 */
export const linearRegExp = (looksAt: (characters: number) => void) =>
  class {
    lastIndex = 0
    readonly #pattern: Pattern
    /** Where a pattern that begins with ^ can be found: at the beginning of the text, or of each line. */
    readonly #beginsAt: 'text' | 'line' | undefined

    constructor({ source, flags }: RegExp) {
      const problem = patternProblem(source)
      if (problem) refuse(problem)
      this.#pattern = compilePattern(source, flags.replaceAll(/[^ims]/g, ''))
      if (source.startsWith('^')) this.#beginsAt = flags.includes('m') ? 'line' : 'text'
    }

    exec(text: string) {
      const from = this.#next(text)
      const rest = from === undefined ? undefined : text.slice(from)
      if (rest !== undefined) looksAt(rest.length)
      const found = rest === undefined ? undefined : this.#pattern.first(rest)
      if (from === undefined || !found) {
        this.lastIndex = 0
        return null
      }
      this.lastIndex = from + found.end
      return Object.assign([rest!.slice(found.at, found.end), ...found.groups], { index: from + found.at })
    }

    /** Where to look from: what is cut off there must not look like a beginning that it is not. */
    #next(text: string): number | undefined {
      const from = this.lastIndex
      if (from === 0 || !this.#beginsAt) return from
      if (this.#beginsAt === 'text') return undefined
      if (text[from - 1] === '\n') return from
      const end = text.indexOf('\n', from)
      return end === -1 ? undefined : end + 1
    }
  }
