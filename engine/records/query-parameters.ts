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

/**
 * A query with its values apart from its text, so that no value can become part of it: `:from` becomes `$1`, or what the spelling makes
 * of the value where the database is given literals.
 */
export function bound(
  sql: string,
  parameters: Record<string, unknown>,
  spelling = postgres,
): { text: string; values: unknown[] } {
  const names = parameterNames(sql, spelling)
  for (const name of names)
    if (!Object.hasOwn(parameters, name)) {
      const message = texts.missing({ name })
      throw new Invalid('QUERY_PARAMETER_MISSING', message, { fields: { parameters: [message] } })
    }
  const text = sql.replaceAll(spelling.part, (whole: string, ...groups: unknown[]) => {
    const { name } = groups.at(-1) as { name?: string }
    return name === undefined ? whole : spelling.written(valueOf(parameters[name]), names.indexOf(name) + 1)
  })
  return { text, values: names.map((name) => valueOf(parameters[name])) }
}

const valueOf = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
