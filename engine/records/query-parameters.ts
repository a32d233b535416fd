import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  missing: {
    en: 'The query asks for :{name}, and the parameters have no such value.',
    de: 'Die Abfrage fragt nach :{name}, und in den Parametern gibt es keinen solchen Wert.',
  },
})

/** How a database writes what holds no parameter, texts, names and comments, and what stands for a value. */
export type Spelling = {
  /** What stays as it is, or `:name` as the group `name`. */ part: RegExp
  written(value: unknown, place: number): string
}

/** The end of a `part`: a value's name, which does not stand behind a letter or another colon. */
export const valueName = '(?<![\\w:]):(?<name>[a-z_]\\w*)'

// So does a cast such as ::date.
const postgres: Spelling = {
  part: new RegExp(
    String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|${valueName}`,
    'gi',
  ),
  written: (_, place) => `$${place}`,
}

/** The names in a query that stand for values: `:from` of `where day >= :from`. */
export const parameterNames = (sql: string, { part }: Pick<Spelling, 'part'> = postgres): string[] => [
  ...new Set([...sql.matchAll(part)].flatMap(({ groups }) => groups?.['name'] ?? [])),
]

/** A query with its values apart from its text, and where a place of that text stands in the query as it was typed. */
export type BoundQuery = { text: string; values: unknown[]; placeOf(at: number): number }

const listOf = /\bin\s*\(\s*$/i
const arrayOf = /\b(?:any|some|all)\s*\(\s*$/i

/**
 * A query with its values apart from its text, so that no value can become part of it: `:from` becomes `$1`, or what the spelling makes
 * of the value where the database is given literals. A list becomes as many values behind `in (`, and one behind `any (`.
 */
export function bound(sql: string, parameters: Record<string, unknown>, spelling = postgres): BoundQuery {
  const names = parameterNames(sql, spelling)
  for (const name of names)
    if (!Object.hasOwn(parameters, name)) {
      const message = texts.missing({ name })
      throw new Invalid('QUERY_PARAMETER_MISSING', message, { fields: { parameters: [message] } })
    }
  const values: unknown[] = []
  const places = new Map<string, number>()
  const written = (key: string, value: unknown) => {
    const place = places.get(key) ?? values.push(value)
    places.set(key, place)
    return spelling.written(value, place)
  }
  const moves: Move[] = []
  let text = ''
  let read = 0
  for (const { index, 0: whole, groups } of sql.matchAll(spelling.part)) {
    const name = groups?.['name']
    if (name === undefined) continue
    const before = sql.slice(0, index)
    text += sql.slice(read, index)
    const spelt = spelled(name, parameters[name], before, written)
    moves.push({ source: index, target: text.length, typed: whole.length, written: spelt.length })
    text += spelt
    read = index + whole.length
  }
  return { text: text + sql.slice(read), values, placeOf: (at) => typedPlace(moves, at) }
}

function spelled(name: string, value: unknown, before: string, written: (key: string, value: unknown) => string) {
  if (!Array.isArray(value)) return written(name, valueOf(value))
  const each: unknown[] = value.map(valueOf)
  if (listOf.test(before))
    return each.length === 0 ? 'null' : each.map((one, i) => written(`${name} ${i}`, one)).join(', ')
  return arrayOf.test(before) ? written(`${name} as an array`, each) : written(name, valueOf(value))
}

/** What stands for a name: where and how long, as typed and as written. */
type Move = { source: number; target: number; typed: number; written: number }

function typedPlace(moves: readonly Move[], at: number): number {
  const last = moves.findLast(({ target }) => target <= at)
  if (!last) return at
  const behind = at - last.target - last.written
  return behind < 0 ? last.source : last.source + last.typed + behind
}

const valueOf = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
