import { RE2JS } from 're2js'
import { z } from 'zod'
import { defineMessages } from '../messages/messages.ts'
import { messageOf } from '../errors/caught.ts'

const texts = defineMessages({
  wrong: {
    en: 'This regular expression cannot be used: {reason}',
    de: 'Dieser reguläre Ausdruck kann nicht verwendet werden: {reason}',
  },
  around: {
    en: 'Conditions on what stands before or behind, such as (?=…), are not available.',
    de: 'Bedingungen an das, was davor oder dahinter steht, wie (?=…), stehen nicht zur Verfügung.',
  },
  large: {
    en: 'This regular expression repeats too much. Use smaller numbers in braces.',
    de: 'Dieser reguläre Ausdruck wiederholt zu viel. Verwenden Sie kleinere Zahlen in geschweiften Klammern.',
  },
  back: {
    en: 'References to earlier groups, such as \\1, are not available.',
    de: 'Verweise auf frühere Gruppen, wie \\1, stehen nicht zur Verfügung.',
  },
})

const flagBits: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }

type Found = { at: number; end: number; groups: (string | undefined)[]; named: Record<string, string | undefined> }
export type Pattern = {
  test(text: string): boolean
  first(text: string): Found | undefined
  /** `$1`, `$<name>`, `$&` and `$$` mean what they mean in JavaScript. */
  replace(text: string, by: string): string
  /** The parts between the matches; groups are not among them. */
  split(text: string): string[]
}

/**
 * A regular expression somebody wrote, run in time that grows with the text and never beyond: the machine behind it (RE2) follows all
 * ways at once instead of trying one after the other. The price: no look-around and no references to earlier groups.
 */
export function compilePattern(source: string, flags = ''): Pattern {
  const compiled = RE2JS.compile(
    spoken(source),
    [...flags].reduce((bits, flag) => bits | (flagBits[flag] ?? 0), 0),
  )
  const names = Object.keys(compiled.namedGroups())
  return {
    test: (text) => compiled.matcher(text).find(),
    first(text) {
      const matcher = compiled.matcher(text)
      return matcher.find() ? foundBy(matcher, names) : undefined
    },
    replace(text, by) {
      const matcher = compiled.matcher(text)
      let done = ''
      let from = 0
      while (matcher.find()) {
        const found = foundBy(matcher, names)
        done += text.slice(from, found.at) + filled(by, found)
        from = found.end
      }
      return done + text.slice(from)
    },
    split(text) {
      const matcher = compiled.matcher(text)
      const parts: string[] = []
      let from = 0
      while (matcher.find()) {
        const isNothing = matcher.start() === matcher.end()
        if (isNothing && (matcher.start() === from || matcher.end() === text.length)) continue
        parts.push(text.slice(from, matcher.start()))
        from = matcher.end()
      }
      return [...parts, text.slice(from)]
    },
  }
}

/** Making the machine of a pattern takes time that grows with its states; this many take a few milliseconds. */
const mostStates = 2_000
const longest = 500

/** About how many states the machine of a pattern has. Reads no more of it than brackets and repetitions. */
export function statesOf(source: string): number {
  const groups = [0]
  let last = 0
  const add = (states: number) => {
    last = states
    groups[groups.length - 1]! += states
  }
  for (const [piece, minimum, maximum] of source.matchAll(
    /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]])*\]|\{(\d+)(?:,(\d*))?\}|./gsu,
  )) {
    if (piece === '(') groups.push(0)
    else if (piece === ')') add((groups.length > 1 ? groups.pop()! : 0) + 2)
    else if (minimum === undefined) add(piece.startsWith('\\Q') ? piece.length : 1)
    else {
      const once = last
      add(once * (Math.max(1, Number(maximum || minimum)) - 1))
      last += once
    }
  }
  return groups.reduce((sum, states) => sum + states, 0)
}

const judged = new Map<string, ReturnType<typeof judge>>()

/** What is wrong with a regular expression; undefined when it can be used. */
export function patternProblem(source: string) {
  if (judged.has(source)) return judged.get(source)
  if (judged.size >= 1_000) judged.clear()
  const problem = judge(source)
  judged.set(source, problem)
  return problem
}

function judge(source: string) {
  if (statesOf(source) > mostStates) return texts.large()
  if (/\(\?<?[=!]/.test(source.replaceAll(/\\./g, ''))) return texts.around()
  if (/(?:^|[^\\])(?:\\\\)*\\(?:[1-9]|k<)/.test(source)) return texts.back()
  try {
    compilePattern(source)
    return undefined
  } catch (error) {
    return texts.wrong({ reason: messageOf(error).replace('error parsing regexp: ', '') })
  }
}

/** A regular expression as a setting. */
export const pattern = z
  .string()
  .min(1)
  .max(longest)
  .superRefine((source, context) => {
    if (source.length > longest) return
    const say = patternProblem(source)
    if (say) context.addIssue({ code: 'custom', message: say.text.en, params: { say } })
  })

/** JavaScript's `\u00e4` and `\u{1F600}` as RE2 writes them. */
const spoken = (source: string) =>
  source.replaceAll(/\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|.)/gs, (all, long?: string, short?: string) =>
    (long ?? short) ? `\\x{${long ?? short}}` : all,
  )

type Matcher = ReturnType<RE2JS['matcher']>

function foundBy(matcher: Matcher, names: string[]): Found {
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? undefined)
  return {
    at: matcher.start(),
    end: matcher.end(),
    groups,
    named: Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined])),
  }
}

const filled = (by: string, { groups, named }: Found) =>
  by.includes('$')
    ? by.replaceAll(
        /\$(?:(\$)|(&)|([1-9]\d?)|<([^>]+)>)/g,
        (all, dollar?: string, whole?: string, number?: string, name?: string) =>
          dollar
            ? '$'
            : whole
              ? groups[0]!
              : number
                ? Number(number) < groups.length
                  ? (groups[Number(number)] ?? '')
                  : all
                : name! in named
                  ? (named[name!] ?? '')
                  : all,
      )
    : by
