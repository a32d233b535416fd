import { DateTime } from 'luxon'
import { z } from 'zod'
import { WeftError, Invalid } from '../errors/errors.ts'
import { defineMessages, say, type Message } from '../messages/messages.ts'
import { Exact, isEmpty, momentOf, numberOf, numberText } from './compare.ts'
import { pathOf, valueAt } from './path.ts'

/**
 * Text with values in it: `Order {{ order.number | pad: 6 }} of {{ now | date: "dd.MM.yyyy" }}`. An expression is a path, or a
 * text, number, true, false or null, and then filters with arguments. Nothing in it can run code or reach beyond its values.
 */
export type Template = { source: string; parts: (string | Expression)[] }
type Expression = { value: Operand; filters: { name: FilterName; arguments: Operand[] }[]; at: number }
type Operand = { literal: unknown } | { path: (string | number)[] }

export type Values = Record<string, unknown>

const texts = defineMessages({
  open: { en: 'Character {at}: "{opening}" is never closed by "{closing}".', de: 'Zeichen {at}: „{opening}“ wird nie durch „{closing}“ geschlossen.' },
  empty: { en: 'Character {at}: a value is missing between the braces.', de: 'Zeichen {at}: Zwischen den Klammern fehlt ein Wert.' },
  path: { en: 'Character {at}: "{text}" is no field and no value.', de: 'Zeichen {at}: „{text}“ ist weder ein Feld noch ein Wert.' },
  filter: { en: 'Character {at}: there is no filter "{name}". There are {known}.', de: 'Zeichen {at}: Den Filter „{name}“ gibt es nicht. Es gibt {known}.' },
  failed: { en: 'The filter {name} cannot use the value {value}.', de: 'Der Filter {name} kann mit dem Wert {value} nichts anfangen.' },
  unknown: { en: 'There is no value called "{name}".', de: 'Es gibt keinen Wert namens „{name}“.' },
})

/** A text that cannot be read as a template; `at` counts from 0. */
export class TemplateError extends WeftError {
  readonly at: number
  constructor(message: Message, at: number) {
    super(422, 'TEMPLATE_INVALID', message)
    this.at = at
  }
}

/** Reads a template; throws TemplateError with the place where it is wrong. */
export function parseTemplate(source: string): Template {
  const parts: Template['parts'] = []
  let from = 0
  for (;;) {
    const open = source.indexOf('{{', from)
    const literal = source.slice(from, open < 0 ? undefined : open)
    if (literal !== '') parts.push(literal)
    if (open < 0) return { source, parts }
    const close = endOf(source, open + 2)
    if (close < 0) throw new TemplateError(texts.open({ at: open + 1, opening: '{{', closing: '}}' }), open)
    parts.push(parseExpression(source.slice(open + 2, close), open + 2))
    from = close + 2
  }
}

/** Where the braces close; those inside quotes do not count. */
function endOf(source: string, from: number): number {
  let quote = ''
  for (let i = from; i < source.length; i++) {
    const char = source[i]!
    if (quote !== '') {
      if (char === '\\') i++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '}' && source[i + 1] === '}') return i
  }
  return -1
}

function parseExpression(text: string, at: number): Expression {
  const [head, ...rest] = split(text, '|', at)
  if (!head || head.text.trim() === '') throw new TemplateError(texts.empty({ at: at + 1 }), at)
  return { value: parseOperand(head), filters: rest.map(parseFilter), at }
}

type Piece = { text: string; at: number }

/** Splits at a sign outside of quotes and brackets. */
function split(text: string, sign: string, at: number): Piece[] {
  const pieces: Piece[] = []
  let [quote, depth, from] = ['', 0, 0]
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quote !== '') {
      if (char === '\\') i++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '[') depth++
    else if (char === ']') depth--
    else if (char === sign && depth === 0) {
      pieces.push({ text: text.slice(from, i), at: at + from })
      from = i + 1
    }
  }
  pieces.push({ text: text.slice(from), at: at + from })
  return pieces
}

function parseFilter({ text, at }: Piece): Expression['filters'][number] {
  const colon = text.indexOf(':')
  const name = (colon < 0 ? text : text.slice(0, colon)).trim()
  if (!Object.hasOwn(filters, name)) throw new TemplateError(texts.filter({ at: at + 1, name, known: filterNames.join(', ') }), at)
  return { name: name as FilterName, arguments: colon < 0 ? [] : split(text.slice(colon + 1), ',', at + colon + 1).map(parseOperand) }
}

const words: Record<string, unknown> = { true: true, false: false, null: null }
const quotedText = /^"(?:[^"\\]|\\.)*"$|^'(?:[^'\\]|\\.)*'$/s

function parseOperand({ text, at }: Piece): Operand {
  const trimmed = text.trim()
  if (quotedText.test(trimmed)) return { literal: trimmed.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char)) }
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed)) return { literal: Number(trimmed) }
  if (Object.hasOwn(words, trimmed)) return { literal: words[trimmed] }
  const path = pathOf(trimmed)
  if (!path) throw new TemplateError(texts.path({ at: at + 1, text: trimmed }), at)
  return { path }
}

/** The text with its values put in. A missing value is no text; an object is its JSON. */
export const renderText = ({ parts }: Template, values: Values): string =>
  parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts.map((part) => (typeof part === 'string' ? part : textOf(evaluate(part, values)))).join('')

/** As `renderText`, but a template that is a single expression gives the value itself: a number stays one, a list a list. */
export function renderValue(template: Template, values: Values): unknown {
  const [only, more] = template.parts
  return only !== undefined && more === undefined && typeof only !== 'string' ? evaluate(only, values) : renderText(template, values)
}

function evaluate({ value, filters: chain }: Expression, values: Values): unknown {
  return chain.reduce((result, filter) => {
    const given = filter.arguments.map((argument) => operand(argument, values))
    return filters[filter.name](result, ...given)
  }, operand(value, values))
}

const operand = (given: Operand, values: Values) => ('literal' in given ? given.literal : valueAt(values, given.path))

/** How a value reads as text. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The first names of all paths in a template: what it must be given. */
export const namesIn = ({ parts }: Template): string[] => [
  ...new Set(
    parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value, ...part.filters.flatMap((filter) => filter.arguments)])).flatMap((one) => ('path' in one ? [String(one.path[0])] : [])),
  ),
]

/** One message for every name in the template that nobody will give it. */
export const unknownNames = (template: Template, known: ReadonlySet<string>): Message[] =>
  namesIn(template).filter((name) => !known.has(name)).map((name) => texts.unknown({ name }))

/** A setting that is a template: refused where it cannot be read. */
export const template = z.string().superRefine((text, context) => {
  try {
    parseTemplate(text)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    context.addIssue({ code: 'custom', message: say(error.say, 'en'), params: { say: error.say } })
  }
}).meta({ input: 'template' })

type Filter = (value: any, ...given: any[]) => unknown

const filters = {
  upper: (value) => textOf(value).toUpperCase(),
  lower: (value) => textOf(value).toLowerCase(),
  trim: (value) => textOf(value).trim(),
  capitalise: (value) => textOf(value).replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  default: (value, otherwise) => (isEmpty(value) ? otherwise : value),
  replace: (value, search, by = '') => (textOf(search) === '' ? textOf(value) : textOf(value).replaceAll(textOf(search), () => textOf(by))),
  left: (value, length) => [...textOf(value)].slice(0, Math.max(0, Number(length))).join(''),
  pad: (value, length, char = '0') => textOf(value).padStart(Math.min(Number(length) || 0, 1_000), textOf(char)),
  length: (value) => (Array.isArray(value) ? value.length : [...textOf(value)].length),
  first: (value) => (Array.isArray(value) ? value[0] : undefined),
  last: (value) => (Array.isArray(value) ? value.at(-1) : undefined),
  join: (value, separator = ', ') => (Array.isArray(value) ? value.map(textOf).join(textOf(separator)) : textOf(value)),
  round: (value, decimals = 0) => numeric('round', value, (number) => numberText(number.toDecimalPlaces(places(decimals)))),
  number: (value, decimals = 2, language = 'de') => numeric('number', value, (number) => grouped(number.toFixed(places(decimals)), textOf(language))),
  date: (value, format = 'yyyy-MM-dd', zone = 'Europe/Berlin') => (isEmpty(value) ? '' : dated(value, textOf(format), textOf(zone))),
  json: (value) => JSON.stringify(value ?? null),
  url: (value) => encodeURIComponent(textOf(value).toWellFormed()),
  html: (value) => textOf(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  // What is left cannot climb out of a folder.
  file_name: (value) => textOf(value).replace(/[\p{Cc}/\\:*?"<>|]+/gu, '_').replace(/^\.+/, '_').slice(0, 200),
} satisfies Record<string, Filter> as Record<FilterName, Filter>

type FilterName =
  | 'upper' | 'lower' | 'trim' | 'capitalise' | 'default' | 'replace' | 'left' | 'pad' | 'length' | 'first' | 'last' | 'join'
  | 'round' | 'number' | 'date' | 'json' | 'url' | 'html' | 'file_name'

export const filterNames = Object.keys(filters) as FilterName[]

const refused = (name: FilterName, value: unknown) => new Invalid('TEMPLATE_VALUE', texts.failed({ name, value: textOf(value).slice(0, 200) }))
const places = (decimals: unknown) => Math.min(Math.max(Math.trunc(Number(decimals)) || 0, 0), 30)

function numeric(name: FilterName, value: unknown, work: (number: InstanceType<typeof Exact>) => string): string {
  if (isEmpty(value)) return ''
  const number = numberOf(value)
  if (!number) throw refused(name, value)
  return work(number)
}

function grouped(digits: string, language: string): string {
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ',']
  const [whole = '', fraction] = digits.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + (fraction === undefined ? '' : point + fraction)
}

function dated(value: unknown, format: string, zone: string): string {
  const moment = momentOf(value)
  if (moment === undefined) throw refused('date', value)
  // A date alone is that day everywhere; only a moment has a place in a zone.
  const shown = DateTime.fromMillis(moment, { zone: typeof value === 'string' && value.length === 10 ? 'utc' : zone })
  if (!shown.isValid) throw refused('date', zone)
  return shown.toFormat(format)
}
