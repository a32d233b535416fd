import { IntlMessageFormat } from 'intl-messageformat'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** One text in every language of the product. Leaving one out is a compile error. */
export type Text = Record<Language, string>

/** A text with the values it speaks of: what errors carry, so that each reader gets it in their own language. */
export type Message = { text: Text; values: Values }

type Values = Record<string, string | number | Date>

/** The names in braces of an ICU message: `'{count, plural, …} of {name}'` → `'count' | 'name'`. */
type Names<T extends string> = T extends `${string}{${infer Inside}}${infer Rest}` ? Name<Inside> | Names<Rest> : never
type Name<T extends string> = T extends `${infer Before},${string}`
  ? Name<Before>
  : T extends `${string} ${string}` | '' | '#'
    ? never
    : T

type Speaker<T extends string> = [Names<T>] extends [never]
  ? () => Message
  : (values: Record<Names<T>, string | number | Date>) => Message

/**
 * Declares texts in ICU message syntax (placeholders `{name}`, plurals `{count, plural, one {…} other {…}}`) beside the code
 * that says them. Each becomes a function that takes the values named in the English text.
 */
export function defineMessages<const M extends Record<string, { readonly en: string; readonly de: string }>>(texts: M) {
  const speakers = Object.entries(texts).map(([key, text]) => [key, (values: Values = {}) => ({ text, values })])
  return Object.fromEntries(speakers) as { [K in keyof M]: Speaker<M[K]['en']> }
}

/** A message as its reader sees it. */
export function say({ text, values }: Message, language: Language): string {
  const pattern = text[language]
  return pattern.includes('{') ? String(compiled(pattern, language).format(values)) : pattern
}

/** A text of somebody else's as part of a message that has placeholders: braces and apostrophes are meant as they stand. */
const literally = (text: string) => text.replaceAll("'", "''").replace(/[{}](?:[\s\S]*[{}])?/, (run) => `'${run}'`)

/** A text of somebody else's as a message. */
export function quotedTexts(en: string, de = en): Message {
  const [own, other] = [en, de].map((text) => (text.includes('{') ? literally(text) : text)) as [string, string]
  return { text: { en: own, de: other }, values: {} }
}

/** A message with another one in the place of `{name}`, in each language. */
export function inserted({ text, values }: Message, name: string, inner: Message): Message {
  const put = (language: Language) => text[language].replace(`{${name}}`, () => literally(say(inner, language)))
  return { text: { en: put('en'), de: put('de') }, values }
}

/** A message with its values filled in, where a plain text is wanted. */
export const bothLanguages = (message: Message): Text => ({ en: say(message, 'en'), de: say(message, 'de') })

const cache = new Map<string, IntlMessageFormat>()

function compiled(pattern: string, language: Language) {
  const key = language + pattern
  const known = cache.get(key)
  if (known) return known
  if (cache.size >= 5_000) cache.clear() // what was quoted comes once
  const fresh = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true })
  cache.set(key, fresh)
  return fresh
}
