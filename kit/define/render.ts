import { DateTime } from 'luxon'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { valueCharacters } from './limits.ts'
import { Exact, isEmpty, toTimestamp, numberOf, numberText } from './compare.ts'
import { valueAt } from './path.ts'
import { templateText, type Expression, type FilterName, type Template, type Values } from './template.ts'

const texts = defineMessages({
  large: {
    en: 'The text would be longer than {limit, number} characters. Look for filters that make it many times as long.',
    de: 'Der Text wäre länger als {limit, number} Zeichen. Suchen Sie nach Filtern, die ihn um ein Vielfaches verlängern.',
  },
  failed: {
    en: 'The filter {name} cannot use the value {value}.',
    de: 'Der Filter {name} kann mit dem Wert {value} nichts anfangen.',
  },
})

/** The text with its values put in. A missing value is no text; an object is its JSON. */
export function renderText({ parts }: Template, values: Values): string {
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0]
  let size = 0
  const written = parts.map((part) => {
    const text = typeof part === 'string' ? part : templateText(evaluate(part, values))
    size += text.length
    if (size > valueCharacters) throw tooLarge()
    return text
  })
  return written.join('')
}

/** As `renderText`, but a template that is a single expression gives the value itself: a number stays one, a list a list. */
export function renderValue(template: Template, values: Values): unknown {
  const [only, more] = template.parts
  return only !== undefined && more === undefined && typeof only !== 'string'
    ? evaluate(only, values)
    : renderText(template, values)
}

const evaluate = (expression: Expression, values: Values) =>
  evaluateExpression(expression, (path) => valueAt(values, path))

/** The value of an expression whose paths are read by whoever knows where. */
export const evaluateExpression = (
  { value, filters: chain }: Expression,
  read: (path: (string | number)[]) => unknown,
): unknown => {
  const operand = (given: Expression['value']) => ('literal' in given ? given.literal : read(given.path))
  return chain.reduce(
    (result, { name, arguments: given }) => applyFilter(name, result, given.map(operand)),
    operand(value),
  )
}

export const applyFilter = (name: FilterName, value: unknown, given: readonly unknown[]): unknown =>
  ofSize(() => filters[name](value, ...given))

/** Filters can make a text many times as long, and the next one again; the platform itself refuses the longest. */
function ofSize(work: () => unknown): unknown {
  try {
    const result = work()
    if (typeof result === 'string' && result.length > valueCharacters) throw tooLarge()
    return result
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : error
  }
}

export const tooLarge = () => new Invalid('TEMPLATE_TOO_LARGE', texts.large({ limit: valueCharacters }))

type Filter = (value: any, ...given: any[]) => unknown

const filters: Record<FilterName, Filter> = {
  upper: (value) => templateText(value).toUpperCase(),
  lower: (value) => templateText(value).toLowerCase(),
  trim: (value) => templateText(value).trim(),
  capitalise: (value) => templateText(value).replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  default: (value, otherwise) => (isEmpty(value) ? otherwise : value),
  replace: (value, search, by = '') => replaced(templateText(value), templateText(search), templateText(by)),
  left: (value, length) => [...templateText(value)].slice(0, Math.max(0, Number(length))).join(''),
  pad: (value, length, char = '0') =>
    templateText(value).padStart(Math.min(Number(length) || 0, 1_000), templateText(char)),
  length: (value) => (Array.isArray(value) ? value.length : [...templateText(value)].length),
  first: (value) => (Array.isArray(value) ? value[0] : undefined),
  last: (value) => (Array.isArray(value) ? value.at(-1) : undefined),
  join: (value, separator = ', ') =>
    Array.isArray(value) ? value.map(templateText).join(templateText(separator)) : templateText(value),
  round: (value, decimals = 0) =>
    numeric('round', value, (number) => numberText(number.toDecimalPlaces(places(decimals)))),
  plus: (value, other) => calculated('plus', value, other, (a, b) => a.plus(b)),
  minus: (value, other) => calculated('minus', value, other, (a, b) => a.minus(b)),
  times: (value, other) => calculated('times', value, other, (a, b) => a.times(b)),
  divided_by: (value, other) =>
    calculated('divided_by', value, other, (a, b) => {
      if (b.isZero()) throw refused('divided_by', other)
      return a.dividedBy(b).toDecimalPlaces(20)
    }),
  number: (value, decimals = 2, language = 'de') =>
    numeric('number', value, (number) => grouped(number.toFixed(places(decimals)), templateText(language))),
  date: (value, format = 'yyyy-MM-dd', zone = 'Europe/Berlin') =>
    isEmpty(value) ? '' : dated(value, templateText(format), templateText(zone)),
  json: (value) => JSON.stringify(value ?? null),
  url: (value) => encodeURIComponent(templateText(value).toWellFormed()),
  html: (value) => templateText(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  raw: (value) => value,
  // What is left cannot climb out of a folder.
  file_name: (value) =>
    templateText(value)
      .replace(/[\p{Cc}/\\:*?"<>|]+/gu, '_')
      .replace(/^\.+/, '_')
      .slice(0, 200),
}

/** How long it becomes is known before it is made. */
function replaced(text: string, search: string, by: string): string {
  if (search === '') return text
  let size = text.length
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + search.length))
    size += by.length - search.length
  if (size > valueCharacters) throw tooLarge()
  return text.replaceAll(search, () => by)
}

const refused = (name: FilterName, value: unknown) =>
  new Invalid('TEMPLATE_VALUE', texts.failed({ name, value: templateText(value).slice(0, 200) }))
const places = (decimals: unknown) => Math.min(Math.max(Math.trunc(Number(decimals)) || 0, 0), 30)

function numeric(name: FilterName, value: unknown, work: (number: InstanceType<typeof Exact>) => string): string {
  if (isEmpty(value)) return ''
  const number = numberOf(value)
  if (!number) throw refused(name, value)
  return work(number)
}

type Figure = InstanceType<typeof Exact>

/** Exact, and nothing counts as zero. */
function calculated(name: FilterName, value: unknown, other: unknown, work: (a: Figure, b: Figure) => Figure): string {
  const [a, b] = [value, other].map((one) => {
    const number = isEmpty(one) ? new Exact(0) : numberOf(one)
    if (!number || number.e > 400) throw refused(name, one)
    return number
  })
  return numberText(work(a!, b!))
}

function grouped(digits: string, language: string): string {
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ',']
  const [whole = '', fraction] = digits.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + (fraction === undefined ? '' : point + fraction)
}

function dated(value: unknown, format: string, zone: string): string {
  const moment = toTimestamp(value)
  if (moment === undefined) throw refused('date', value)
  // A date alone is that day everywhere; only a moment has a place in a zone.
  const shown = DateTime.fromMillis(moment, { zone: typeof value === 'string' && value.length === 10 ? 'utc' : zone })
  if (!shown.isValid) throw refused('date', zone)
  return shown.toFormat(format)
}
