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
    readonly #isAtBeginning: boolean

    constructor({ source, flags }: RegExp) {
      const problem = patternProblem(source)
      if (problem) refuse(problem)
      this.#pattern = compilePattern(source, flags.replaceAll(/[^ims]/g, ''))
      this.#isAtBeginning = source.startsWith('^') && !flags.includes('m')
    }

    exec(text: string) {
      const from = this.lastIndex
      const rest = from > 0 && this.#isAtBeginning ? undefined : text.slice(from)
      if (rest !== undefined) looksAt(rest.length)
      const found = rest === undefined ? undefined : this.#pattern.first(rest)
      if (!found) {
        this.lastIndex = 0
        return null
      }
      this.lastIndex = from + found.end
      return Object.assign([rest!.slice(found.at, found.end), ...found.groups], { index: from + found.at })
    }
  }
