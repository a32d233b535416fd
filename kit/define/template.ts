import { z } from 'zod'
import { Invalid, WeftError } from '../errors/errors.ts'
import { defineMessages, say, type Message } from '../messages/messages.ts'
import { pathOf } from './path.ts'

/**
 * Text with values in it: `Order {{ order.number | pad: 6 }} of {{ now | date: "dd.MM.yyyy" }}`. An expression is a path, or a
 * text, number, true, false or null, and then filters with arguments. Nothing in it can run code or reach beyond its values.
 */
export type Template = { source: string; parts: (string | Expression)[] }
export type Expression = { value: Operand; filters: { name: FilterName; arguments: Operand[] }[]; at: number }
export type Operand = { literal: unknown } | { path: (string | number)[] }

export type Values = Record<string, unknown>

export const filterNames = [
  'upper',
  'lower',
  'trim',
  'capitalise',
  'default',
  'replace',
  'left',
  'pad',
  'length',
  'first',
  'last',
  'join',
  'round',
  'plus',
  'minus',
  'times',
  'divided_by',
  'number',
  'date',
  'json',
  'url',
  'html',
  'raw',
  'file_name',
] as const
export type FilterName = (typeof filterNames)[number]

const texts = defineMessages({
  open: {
    en: 'Character {at}: "{opening}" is never closed by "{closing}".',
    de: 'Zeichen {at}: „{opening}“ wird nie durch „{closing}“ geschlossen.',
  },
  empty: {
    en: 'Character {at}: a value is missing between the braces.',
    de: 'Zeichen {at}: Zwischen den Klammern fehlt ein Wert.',
  },
  path: {
    en: 'Character {at}: "{text}" is no field and no value.',
    de: 'Zeichen {at}: „{text}“ ist weder ein Feld noch ein Wert.',
  },
  filter: {
    en: 'Character {at}: there is no filter "{name}". There are {known}.',
    de: 'Zeichen {at}: Den Filter „{name}“ gibt es nicht. Es gibt {known}.',
  },
  configuration: {
    en: 'There is no configuration value called "{name}" in this project, or it has no value.',
    de: 'Einen Konfigurationswert namens „{name}“ gibt es in diesem Projekt nicht, oder er hat keinen Wert.',
  },
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
export function endOf(source: string, from: number, sign = '}'): number {
  let quote = ''
  for (let i = from; i < source.length; i++) {
    const char = source[i]!
    if (quote !== '') {
      if (char === '\\') i++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === sign && source[i + 1] === '}') return i
  }
  return -1
}

/** What stands between the braces, and where that begins. */
export function parseExpression(text: string, at: number): Expression {
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

const isFilter = (name: string): name is FilterName => (filterNames as readonly string[]).includes(name)

function parseFilter({ text, at }: Piece): Expression['filters'][number] {
  const colon = text.indexOf(':')
  const name = (colon < 0 ? text : text.slice(0, colon)).trim()
  if (!isFilter(name)) throw new TemplateError(texts.filter({ at: at + 1, name, known: filterNames.join(', ') }), at)
  return { name, arguments: colon < 0 ? [] : split(text.slice(colon + 1), ',', at + colon + 1).map(parseOperand) }
}

const words: Record<string, unknown> = { true: true, false: false, null: null }
const quotedText = /^"(?:[^"\\]|\\.)*"$|^'(?:[^'\\]|\\.)*'$/s

function parseOperand({ text, at }: Piece): Operand {
  const trimmed = text.trim()
  if (quotedText.test(trimmed))
    return {
      literal: trimmed
        .slice(1, -1)
        .replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char)),
    }
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed)) return { literal: Number(trimmed) }
  if (Object.hasOwn(words, trimmed)) return { literal: words[trimmed] }
  const path = pathOf(trimmed)
  if (!path) throw new TemplateError(texts.path({ at: at + 1, text: trimmed }), at)
  return { path }
}

/** How a value reads as text. */
export function templateText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The first names of all paths in a template: what it must be given. */
export const templateNames = ({ parts }: Template): string[] => [
  ...new Set(
    parts
      .flatMap((part) =>
        typeof part === 'string' ? [] : [part.value, ...part.filters.flatMap((filter) => filter.arguments)],
      )
      .flatMap((one) => ('path' in one ? [String(one.path[0])] : [])),
  ),
]

/** The names of configuration values in a template: `{{ config.shop.address }}` reads `shop.address`. */
export const configurationNamesIn = ({ parts }: Template): string[] => [
  ...new Set(
    parts
      .flatMap((part) =>
        typeof part === 'string' ? [] : [part.value, ...part.filters.flatMap((filter) => filter.arguments)],
      )
      .flatMap((one) => configurationName(one) ?? []),
  ),
]

const configurationName = (operand: Operand): string | undefined =>
  'path' in operand && operand.path[0] === 'config' && operand.path.length > 1
    ? operand.path.slice(1).join('.')
    : undefined

/** The template with its configuration values put in; one that is not there is an error. */
export function withConfiguration({ source, parts }: Template, values: ReadonlyMap<string, string>): Template {
  const put = (operand: Operand): Operand => {
    const name = configurationName(operand)
    if (name === undefined) return operand
    const value = values.get(name)
    if (value === undefined) throw new Invalid('CONFIG_VALUE_UNKNOWN', texts.configuration({ name }))
    return { literal: value }
  }
  return {
    source,
    parts: parts.map((part) =>
      typeof part === 'string'
        ? part
        : {
            ...part,
            value: put(part.value),
            filters: part.filters.map((filter) => ({ ...filter, arguments: filter.arguments.map(put) })),
          },
    ),
  }
}

/** Nobody has given this configuration value. */
export const unknownConfiguration = (name: string): Message => texts.configuration({ name })

/** One message for every name in the template that nobody will give it. */
export const unknownNames = (template: Template, known: ReadonlySet<string>): Message[] =>
  templateNames(template)
    .filter((name) => !known.has(name))
    .map((name) => texts.unknown({ name }))

/** A setting that is a template: refused where it cannot be read. */
export const template = z
  .string()
  .superRefine((text, context) => {
    try {
      parseTemplate(text)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      context.addIssue({ code: 'custom', message: say(error.say, 'en'), params: { say: error.say } })
    }
  })
  .meta({ input: 'template' })
