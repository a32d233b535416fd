import { WeftError } from '../errors/errors.ts'
import { quotedTexts, say, type Message } from '../messages/messages.ts'
import { shortestSecret } from './secret-value.ts'

/** The same value without the secrets in its texts. */
export type Mask = <T>(value: T) => T

/** So many characters of a secret's beginning tell that it was cut off at the end of a text. */
const leastOfBeginning = 4

/** What stands in the place of a secret. */
const placeholder = (name: string) => `••••(${name})`

type Found = { pattern: RegExp; nameOf: ReadonlyMap<string, string>; forms: readonly string[] }

/**
 * Takes secrets out of whatever people read, and says which one stood there: as they are, as they stand in addresses, in JSON, in
 * HTML and in base64, where a secret begins at any of three places, and the beginning of one that was cut off where a text ends.
 * `known` has the name of each secret by its value and may grow while the mask is in use; while it is empty, a value stays the very same.
 */
export function maskerOf(known: ReadonlyMap<string, string>): Mask {
  let found: Found | undefined
  let counted = 0
  return (value) => {
    if (known.size === 0) return value
    if (!found || counted !== known.size) {
      counted = known.size
      found = findingOf(known)
    }
    return found.forms.length > 0 ? (masked(value, found) as typeof value) : value
  }
}

/** The error of a foreign system without what it was given to sign in with. */
export const withoutSecret = (error: unknown, secret: string, name: string): unknown =>
  maskedError(error, maskerOf(new Map([[secret, name]])))

export function maskedError(error: unknown, mask: Mask): unknown {
  if (!(error instanceof Error)) return error
  error.message = mask(error.message)
  return error instanceof WeftError ? Object.assign(error, { say: mask(error.say) }) : error
}

function findingOf(known: ReadonlyMap<string, string>): Found {
  const nameOf = new Map([...known].flatMap(([secret, name]) => formsOf(secret).map((form) => [form, name] as const)))
  const forms = [...nameOf.keys()].toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
  return { pattern, nameOf, forms }
}

function masked(value: unknown, found: Found): unknown {
  if (typeof value === 'string') return maskedText(value, found)
  if (typeof value === 'number' || typeof value === 'bigint')
    return found.nameOf.has(String(value)) ? maskedText(String(value), found) : value
  if (Array.isArray(value)) return value.map((one) => masked(one, found))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (isMessage(value)) return maskedMessage(value, found)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskedText(key, found), masked(one, found)]))
}

function maskedText(text: string, { pattern, nameOf, forms }: Found): string {
  const whole = text.replace(pattern, (form) => placeholder(nameOf.get(form)!))
  const end = /…(?: \(\d+\))?$/.exec(whole)?.index ?? whole.length
  for (const form of forms) {
    const from = beginningAtEnd(whole, end, form)
    if (from >= 0) return whole.slice(0, from) + placeholder(nameOf.get(form)!) + whole.slice(end)
  }
  return whole
}

/** Where the beginning of a form stands that goes on to the end of a text, which was cut there; -1 where none does. */
function beginningAtEnd(text: string, end: number, form: string): number {
  const begins = form.slice(0, leastOfBeginning)
  for (
    let at = text.indexOf(begins, Math.max(0, end - form.length + 1));
    at >= 0 && at <= end - leastOfBeginning;
    at = text.indexOf(begins, at + 1)
  ) {
    if (form.startsWith(text.slice(at, end))) return at
  }
  return -1
}

/** As it is read: the text of a message has quotes, braces and names of its values in it that are not to be touched. */
function maskedMessage({ text, values }: Message, found: Found): Message {
  const message = { text, values: masked(values, found) as Message['values'] }
  const [en, de] = [say(message, 'en'), say(message, 'de')]
  const [ownEn, ownDe] = [maskedText(en, found), maskedText(de, found)]
  return en === ownEn && de === ownDe ? message : quotedTexts(ownEn, ownDe)
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isMessage(value: object): value is Message {
  const { text, values } = value as { text?: { en?: unknown; de?: unknown }; values?: unknown }
  return typeof text?.en === 'string' && typeof text.de === 'string' && typeof values === 'object' && values !== null
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // What base64 makes of it depends on how many bytes stand before it; the characters it shares with its neighbours are left out.
  const shifted = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const base64 = shifted
    .filter((text) => text.length >= 8)
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  const inAddress = [encodeURIComponent(secret.toWellFormed()), new URLSearchParams({ a: secret }).toString().slice(2)]
  const inJson = JSON.stringify(secret).slice(1, -1)
  const asciiJson = inJson.replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const json = [inJson, asciiJson, JSON.stringify(inJson).slice(1, -1)].flatMap((text) => [
    text,
    text.replaceAll('/', '\\/'),
  ])
  const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const html = [
    escaped,
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    escaped.replaceAll('"', '&#34;').replaceAll("'", '&#039;'),
  ]
  const all = [
    secret,
    secret.trim(),
    ...inAddress,
    ...inAddress.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ...json,
    ...html,
    ...base64,
  ]
  return [...new Set(all)].filter((form) => form.length >= shortestSecret)
}
