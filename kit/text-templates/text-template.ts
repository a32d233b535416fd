import { Context, Drop, LiquidError, Parser, TagToken, Token, TokenKind, toValueSync } from 'liquidjs'
import type { Emitter, Liquid, Template, TopLevelToken } from 'liquidjs'
import { isObject } from '../define/is-object.ts'
import { valueCharacters } from '../define/limits.ts'
import { valueAt } from '../define/path.ts'
import { evaluateExpression, tooLarge } from '../define/render.ts'
import { endOf, parseExpression, TemplateError, type Expression, type Values } from '../define/template.ts'
import { Invalid, WeftError } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { assertKind, escaped, type TemplateKind } from './kinds.ts'
import { tagNames, textLanguage, textLimits } from './language.ts'
import { usesIn, type Use } from './uses.ts'

const texts = defineMessages({
  open: {
    en: 'Character {at}: "{opening}" is never closed by "{closing}".',
    de: 'Zeichen {at}: „{opening}“ wird nie durch „{closing}“ geschlossen.',
  },
  ended: {
    en: 'Character {at}: "{tag}" has no end.',
    de: 'Zeichen {at}: „{tag}“ hat kein Ende.',
  },
  tag: {
    en: 'Character {at}: there is no tag "{name}". There are {known}.',
    de: 'Zeichen {at}: Die Anweisung „{name}“ gibt es nicht. Es gibt {known}.',
  },
  filter: {
    en: 'Character {at}: there is no filter "{name}".',
    de: 'Zeichen {at}: Den Filter „{name}“ gibt es nicht.',
  },
  wrong: {
    en: 'Character {at}: this cannot be read: {text}',
    de: 'Zeichen {at}: Das ist nicht lesbar: {text}',
  },
  long: {
    en: 'The template is longer than {limit, number} characters.',
    de: 'Die Vorlage ist länger als {limit, number} Zeichen.',
  },
  deep: {
    en: 'The template is nested too deeply.',
    de: 'Die Vorlage ist zu tief verschachtelt.',
  },
  slow: {
    en: 'The text was not finished within {limit, number} seconds. Look for loops inside of loops.',
    de: 'Der Text war nach {limit, number} Sekunden noch nicht fertig. Suchen Sie nach Schleifen in Schleifen.',
  },
  memory: {
    en: 'The text needs more values at once than a template may have. Look for loops over very many numbers.',
    de: 'Der Text braucht mehr Werte auf einmal, als eine Vorlage haben darf. Suchen Sie nach Schleifen über sehr viele Zahlen.',
  },
  configuration: {
    en: 'There is no configuration value called "{name}" in this project, or it is a secret, which text templates do not read.',
    de: 'Einen Konfigurationswert namens „{name}“ gibt es in diesem Projekt nicht, oder er ist ein Geheimnis, das Textvorlagen nicht lesen.',
  },
  failed: {
    en: 'The text could not be written: {text}',
    de: 'Der Text ließ sich nicht schreiben: {text}',
  },
})

/** A stored text that has been read: what it speaks of, and how it is written for given values. */
export type TextTemplate = {
  uses: Use[]
  /** The names of the configuration values in it: `{{ config.shop.name }}` reads `shop.name`. */
  configuration: string[]
  /** Written as its kind says; throws Invalid with a sentence for people where that cannot be done. */
  render(values: Values, configuration?: Configuration): string
}

/** Configuration values by their names, none of them a secret. */
export type Configuration = ReadonlyMap<string, string>

/** Reads a stored text; throws TemplateError with the place where it is wrong. */
export function parseTextTemplate(kind: TemplateKind, source: string): TextTemplate {
  if (source.length > textLimits.characters) throw new TemplateError(texts.long({ limit: textLimits.characters }), 0)
  const liquid = textLanguage()
  const templates = reading(() => new TextParser(liquid, kind).parseTokens(tokensOf(source, liquid)))
  const uses = reading(() => usesIn(templates))
  const configured = namesIn(uses)
  return {
    uses,
    configuration: configured,
    render(values, configuration = new Map<string, string>()) {
      const [missing] = notConfigured(configured, configuration)
      if (missing) throw new Invalid('CONFIG_VALUE_UNKNOWN', missing)
      const config = configured.length > 0 && { config: nested(configured, configuration) }
      const text = writing(() => written(liquid, templates, { ...values, ...config }, configuration))
      assertKind(kind, text)
      return text
    },
  }
}

const namesIn = (uses: readonly Use[]) => [
  ...new Set(
    uses.flatMap(({ from, path }) => (from[0] === 'config' ? [...from, ...path].slice(1).join('.') || [] : [])),
  ),
]

/** One message for each configuration value that is not there. */
export const notConfigured = (names: readonly string[], configuration: Configuration): Message[] =>
  names.filter((name) => !configuration.has(name)).map((name) => texts.configuration({ name }))

/** As tags read them: a dot in a name is a step on the way. */
function nested(names: readonly string[], configuration: Configuration): Values {
  const all: Values = {}
  for (const name of names) {
    const keys = name.split('.')
    let here = all
    for (const key of keys.slice(0, -1)) here = (isObject(here[key]) ? here[key] : (here[key] = {})) as Values
    here[keys.at(-1)!] ??= configuration.get(name)
  }
  return all
}

function written(liquid: Liquid, templates: Template[], values: Values, configuration: Configuration): string {
  const written: string[] = []
  const budget: Budget = { left: valueCharacters }
  const context = new Context({ ...values }, liquid.options, { sync: true }, { liquid })
  context.setRegister('configuration', configuration)
  context.setRegister('budget', budget)
  const emitter: Emitter = { write: (text) => void written.push(String(text)), buffer: '' }
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter))
  return written.join('')
}

type Budget = { left: number }
const spend = (context: Context, text: string) => {
  const budget = context.getRegister<Budget>('budget')
  budget.left -= text.length
  if (budget.left < 0) throw tooLarge()
  return text
}

/** Text as it stands, without the white space a tag beside it takes away. */
class Plain extends Token implements Template {
  readonly token = this
  readonly text: string
  constructor(source: string, begin: number, end: number, [first, last]: [boolean, boolean]) {
    super(TokenKind.HTML, source, begin, end)
    const text = source.slice(begin, end)
    const started = first ? text.trimStart() : text
    this.text = last ? started.trimEnd() : started
  }
  render(context: Context, emitter: Emitter) {
    emitter.write(spend(context, this.text))
  }
}

/** A value in double braces: the very language of all other texts. */
class Shown extends Token implements Template {
  readonly token = this
  expression: Expression | undefined
  escapesAs: TemplateKind = 'text'
  constructor(source: string, begin: number, end: number) {
    super(TokenKind.Output, source, begin, end)
  }
  read(kind: TemplateKind): this {
    this.escapesAs = kind
    this.expression = parseExpression(this.input.slice(this.begin + 2, this.end - 2), this.begin + 2)
    return this
  }
  render(context: Context, emitter: Emitter) {
    const { filters } = this.expression!
    const configuration = context.getRegister<Configuration>('configuration')
    const value = evaluateExpression(this.expression!, (path) => {
      const configured = path[0] === 'config' ? configuration.get(path.slice(1).join('.')) : undefined
      if (configured !== undefined) return configured
      const root = context.getSync([path[0]!])
      return root instanceof Drop ? context.getSync(path) : valueAt(root, path.slice(1))
    })
    emitter.write(spend(context, escaped(this.escapesAs, value, filters.at(-1)?.name)))
  }
}

class TextParser extends Parser {
  readonly kind: TemplateKind
  constructor(liquid: Liquid, kind: TemplateKind) {
    super(liquid)
    this.kind = kind
  }
  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): never {
    const ours: Token = token
    if (ours instanceof Plain) return ours as never
    if (ours instanceof Shown) return ours.read(this.kind) as never
    return super.parseToken(token, rest) as never
  }
}

/** A text in its pieces; the parser knows the two that are ours by their kind. */
function tokensOf(source: string, liquid: Liquid): TopLevelToken[] {
  const tokens: Token[] = []
  let from = 0
  let trims = false
  const plain = (end: number, trimsEnd: boolean) => {
    if (end > from) tokens.push(new Plain(source, from, end, [trims, trimsEnd]))
    trims = false
  }
  for (;;) {
    const found = /\{[{%]/g
    found.lastIndex = from
    const open = found.exec(source)?.index
    if (open === undefined) {
      plain(source.length, false)
      return tokens as TopLevelToken[]
    }
    const isValue = source[open + 1] === '{'
    const close = endOf(source, open + 2, isValue ? '}' : '%')
    const signs = isValue ? { opening: '{{', closing: '}}' } : { opening: '{%', closing: '%}' }
    if (close < 0) throw new TemplateError(texts.open({ at: open + 1, ...signs }), open)
    const token = isValue ? new Shown(source, open, close + 2) : tagAt(source, open, close + 2, liquid)
    plain(open, 'trimLeft' in token && token.trimLeft)
    tokens.push(token)
    trims = 'trimRight' in token && token.trimRight
    from = close + 2
  }
}

function tagAt(source: string, open: number, end: number, liquid: Liquid): TagToken {
  try {
    return new TagToken(source, open, end, liquid.options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new TemplateError(texts.wrong({ at: open + 1, text: source.slice(open, Math.min(end, open + 80)) }), open)
  }
}

/** What the parser says, in our words and with its place. */
function reading<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    const ours = weftErrorIn(error)
    if (ours) throw ours
    if (error instanceof RangeError) throw new TemplateError(texts.deep(), 0)
    if (!LiquidError.is(error)) throw error
    const token = (error as unknown as { token: Token }).token
    throw new TemplateError(readableError(error.message, token), token.begin)
  }
}

function readableError(said: string, token: Token): Message {
  const at = token.begin + 1
  const [, name] = /^tag "([^"]*)" not found/.exec(said) ?? []
  if (name !== undefined) return texts.tag({ at, name, known: tagNames.join(', ') })
  const [, filter] = /^undefined filter: ([^,]*)/.exec(said) ?? []
  if (filter !== undefined) return texts.filter({ at, name: filter })
  const text = token.getText().slice(0, 80)
  return /not closed/.test(said) ? texts.ended({ at, tag: text }) : texts.wrong({ at, text })
}

function writing<Value>(write: () => Value): Value {
  try {
    return write()
  } catch (error) {
    const ours = weftErrorIn(error)
    if (ours) throw ours
    const said = error instanceof Error ? error.message : String(error)
    if (said.startsWith('template render limit'))
      throw new Invalid('TEXT_TEMPLATE_SLOW', texts.slow({ limit: textLimits.seconds }), { cause: error })
    if (said.startsWith('memory alloc limit'))
      throw new Invalid('TEXT_TEMPLATE_MEMORY', texts.memory(), { cause: error })
    if (error instanceof RangeError) throw tooLarge()
    if (LiquidError.is(error)) throw new Invalid('TEXT_TEMPLATE_FAILED', texts.failed({ text: said }), { cause: error })
    throw error
  }
}

/** One of our own, which the library wraps in one of its. */
function weftErrorIn(error: unknown): WeftError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 20; depth++) {
    if (at instanceof WeftError) return at
    at = (at as { originalError?: unknown }).originalError ?? at.cause
  }
  return undefined
}
