import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({ missing: { en: 'The query asks for :{name}, and the parameters have no such value.', de: 'Die Abfrage fragt nach :{name}, und in den Parametern gibt es keinen solchen Wert.' } })

// Texts, names and comments stay as they are, and so does a cast such as ::date.
const part = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|(?<![\w:]):([a-z_]\w*)/gi

/** The names in a query that stand for values: `:from` of `where day >= :from`. */
export const namesIn = (sql: string): string[] => [...new Set([...sql.matchAll(part)].flatMap(([, , name]) => (name ? [name] : [])))]

/**
 * A query with its values apart from its text, so that no value can become part of it: `:from` becomes `$1`, or what `written` makes of
 * the value where the database is given literals.
 */
export function bound(sql: string, parameters: Record<string, unknown>, written?: (value: unknown) => string): { text: string; values: unknown[] } {
  const names = namesIn(sql)
  for (const name of names)
    if (!Object.hasOwn(parameters, name)) {
      const message = texts.missing({ name })
      throw new Invalid('QUERY_PARAMETER_MISSING', message, { fields: { parameters: [message] } })
    }
  const text = sql.replaceAll(part, (whole: string, _tag: unknown, name: string | undefined) => (name ? (written?.(valueOf(parameters[name])) ?? `$${names.indexOf(name) + 1}`) : whole))
  return { text, values: names.map((name) => valueOf(parameters[name])) }
}

const valueOf = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
