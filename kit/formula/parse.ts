import { defineMessages, type Message } from '../messages/messages.ts'
import {
  strength,
  strengthOfMinus,
  strengthOfNot,
  type Formula,
  type FormulaProblem,
  type FormulaSetting,
  type Operator,
  type Repair,
} from './formula.ts'
import { tokensOf, unquoted, type Token } from './tokens.ts'

/** Longer and deeper than anybody reads. */
const formulaLimits = { text: 2_000, depth: 40 } as const

const texts = defineMessages({
  long: {
    en: 'A formula has {most, number} characters at most. Split it, or put a part of it into a field of its own.',
    de: 'Eine Formel hat höchstens {most, number} Zeichen. Teilen Sie sie auf oder geben Sie einem Teil ein eigenes Feld.',
  },
  deep: {
    en: 'More than {most, number} brackets stand inside each other.',
    de: 'Mehr als {most, number} Klammern stehen ineinander.',
  },
  open: {
    en: '{count, plural, one {one bracket} other {# brackets}} still open',
    de: '{count, plural, one {eine Klammer} other {# Klammern}} noch offen',
  },
  close: {
    en: '{count, plural, one {Close it} =2 {Close both} other {Close all #}}',
    de: '{count, plural, one {Schließen} =2 {Beide schließen} other {Alle # schließen}}',
  },
  extra: { en: 'No bracket is open for this one.', de: 'Für diese Klammer ist keine offen.' },
  missing: { en: 'a value is missing here', de: 'hier fehlt ein Wert' },
  operator: {
    en: 'Between “{left}” and “{right}” an operator such as + or & is missing.',
    de: 'Zwischen „{left}“ und „{right}“ fehlt ein Rechenzeichen wie + oder &.',
  },
  comma: { en: 'Decimals are written with a point.', de: 'Nachkommastellen stehen hinter einem Punkt.' },
  write: { en: 'Write {text}', de: '{text} schreiben' },
  quote: { en: 'the closing quote is missing', de: 'das schließende Anführungszeichen fehlt' },
  strange: { en: '“{sign}” means nothing in a formula.', de: '„{sign}“ bedeutet in einer Formel nichts.' },
  remove: { en: 'Remove it', de: 'Entfernen' },
})

const spellings: Record<string, Operator> = {
  '==': '=',
  '!=': '<>',
  '≠': '<>',
  '≤': '<=',
  '≥': '>=',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
}
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Reads a formula. What is unreadable is a problem with its place; the tree has `missing` there and goes on behind it. */
export function parseFormula(text: string): { tree: Formula; problems: FormulaProblem[] } {
  if (text.length > formulaLimits.text) return tooLong(text)
  const parser = new Parser(text)
  const tree = parser.whole()
  return { tree, problems: parser.problems.toSorted((a, b) => a.from - b.from) }
}

function tooLong(text: string) {
  const span = { from: formulaLimits.text, to: text.length }
  const message = texts.long({ most: formulaLimits.text })
  return { tree: { is: 'missing' as const, ...span }, problems: [{ ...span, code: 'long', message, repairs: [] }] }
}

/** Operator precedence by binding strength (Pratt, 1973). */
class Parser {
  readonly problems: FormulaProblem[] = []
  readonly #text: string
  readonly #tokens: Token[]
  #at = 0
  #depth = 0
  /** The brackets that must be closed at the end. */
  #unclosed = ''

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokensOf(text)
  }

  whole(): Formula {
    const tree = this.#expression(0)
    while (this.#token) this.#leftOver(this.#token)
    if (this.#unclosed) this.#tellUnclosed(this.#unclosed)
    return tree
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#at]
  }
  get #end() {
    return this.#text.trimEnd().length
  }

  #tell(code: string, message: Message, span: { from: number; to: number }, repairs: Repair[] = []) {
    if (this.problems.length < 20) this.problems.push({ code, message, ...span, repairs })
  }

  #tellUnclosed(brackets: string) {
    const repair = { label: texts.close({ count: brackets.length }), from: this.#end, to: this.#end, insert: brackets }
    const span = { from: Math.max(0, this.#end - 1), to: this.#end }
    // Nothing can be closed behind an operator: the value that is missing is told instead.
    const repairs = this.problems.some(({ code }) => code === 'missing') ? [] : [repair]
    this.#tell('open', texts.open({ count: brackets.length }), span, repairs)
  }

  #leftOver(token: Token) {
    this.#at++
    const before = this.#tokens[this.#at - 2]
    const next = this.#token
    const remove = { label: texts.remove(), from: token.from, to: token.to, insert: '' }
    if (token.kind === 'bracket' && ')]}'.includes(token.text)) this.#tell('extra', texts.extra(), token, [remove])
    else if (token.text === ',' && before?.kind === 'number' && next?.kind === 'number') this.#tellComma(before, next)
    else if (token.kind === 'strange' || token.kind === 'separator')
      this.#tell('strange', texts.strange({ sign: token.text }), token, [remove])
    else this.#tell('operator', texts.operator({ left: before?.text ?? '', right: token.text }), token)
  }

  #tellComma(before: Token, next: Token) {
    const insert = `${before.text}.${next.text}`
    const span = { from: before.from, to: next.to }
    this.#at++
    this.#tell('comma', texts.comma(), span, [{ label: texts.write({ text: insert }), ...span, insert }])
  }

  #expression(least: number): Formula {
    let left = this.#prefix()
    for (;;) {
      const operator = this.#operator()
      if (!operator || strength[operator] < least) return left
      this.#at++
      const right = this.#expression(strength[operator] + 1)
      left = { is: 'pair', operator, left, right, from: left.from, to: right.to }
    }
  }

  #operator(): Operator | undefined {
    const token = this.#token
    if (token?.kind === 'word') return token.text === 'and' || token.text === 'or' ? token.text : undefined
    return token?.kind === 'operator' ? (spellings[token.text] ?? (token.text as Operator)) : undefined
  }

  #missing(): Formula {
    const at = this.#token?.from ?? this.#end
    const span = { from: Math.max(0, Math.min(at, this.#end) - 1), to: at }
    this.#tell('missing', texts.missing(), span)
    return { is: 'missing', from: at, to: at }
  }

  #prefix(): Formula {
    const token = this.#token
    if (!token) return this.#missing()
    if (this.#depth >= formulaLimits.depth) return this.#tooDeep(token)
    this.#depth++
    const found = this.#value(token)
    this.#depth--
    return found
  }

  #tooDeep(token: Token): Formula {
    if (this.#at < this.#tokens.length)
      this.#tell('deep', texts.deep({ most: formulaLimits.depth }), { from: token.from, to: this.#end })
    this.#at = this.#tokens.length
    return { is: 'missing', from: token.from, to: token.from }
  }

  #value(token: Token): Formula {
    const { from, to, text } = token
    switch (token.kind) {
      case 'number':
        this.#at++
        return { is: 'number', value: text, from, to }
      case 'text':
        this.#at++
        return { is: 'text', value: unquoted(text), from, to }
      case 'open':
        this.#at++
        this.#tell('quote', texts.quote(), token, [{ label: texts.write({ text: '"' }), from: to, to, insert: '"' }])
        return { is: 'text', value: unquoted(`${text}"`), from, to }
      case 'name':
        this.#at++
        return this.#named(token)
      case 'word':
        return this.#word(token)
      case 'operator':
        return this.#minus(token)
      case 'bracket':
        return this.#bracket(token)
      case 'strange': {
        this.#leftOver(token)
        return this.#prefix()
      }
      case 'separator':
        return this.#missing()
    }
  }

  #named(token: Token): Formula {
    const name = token.text.startsWith('`') ? token.text.slice(1, -1) : token.text
    if (this.#token?.text !== '(' || token.text.startsWith('`'))
      return { is: 'name', name, from: token.from, to: token.to }
    return this.#call(name, token)
  }

  #call(name: string, { from, to }: Token): Formula {
    this.#at++
    const inputs: Formula[] = []
    const settings: FormulaSetting[] = []
    const end = this.#entries('(', () => {
      const setting = this.#setting()
      if (setting) settings.push(setting)
      else inputs.push(this.#expression(0))
    })
    return { is: 'call', name, at: { from, to }, inputs, settings, from, to: end }
  }

  #word(token: Token): Formula {
    const { from, to, text } = token
    if (text === 'not') {
      this.#at++
      const of = this.#expression(strengthOfNot)
      return { is: 'call', name: 'not', at: { from, to }, inputs: [of], settings: [], from, to: of.to }
    }
    if (text === 'and' || text === 'or') return this.#missing()
    this.#at++
    return text === 'null' ? { is: 'nothing', from, to } : { is: 'truth', value: text === 'true', from, to }
  }

  #minus(token: Token): Formula {
    if (this.#operator() !== '-') return this.#missing()
    this.#at++
    const of = this.#expression(strengthOfMinus)
    return of.is === 'number' && !of.value.startsWith('-')
      ? { is: 'number', value: `-${of.value}`, from: token.from, to: of.to }
      : { is: 'negative', of, from: token.from, to: of.to }
  }

  #bracket({ text, from }: Token): Formula {
    if (text === '(') {
      this.#at++
      const inner = this.#expression(0)
      return { ...inner, from, to: this.#close('(') }
    }
    if (text === '[') {
      this.#at++
      const of: Formula[] = []
      const to = this.#entries('[', () => void of.push(this.#expression(0)))
      return { is: 'list', of, from, to }
    }
    if (text !== '{') return this.#missing()
    this.#at++
    const fields: FormulaSetting[] = []
    const to = this.#entries('{', () => {
      const field = this.#setting()
      if (field) fields.push(field)
      else this.#expression(0)
    })
    return { is: 'object', fields, from, to }
  }

  /** `name: value`, where it is one. */
  #setting(): FormulaSetting | undefined {
    const [name, colon] = [this.#token, this.#tokens[this.#at + 1]]
    const isName = name?.kind === 'name' || name?.kind === 'text' || name?.kind === 'word'
    if (!isName || colon?.text !== ':') return undefined
    this.#at += 2
    const value = this.#expression(0)
    return { name: name.kind === 'text' ? unquoted(name.text) : name.text, value, from: name.from, to: value.to }
  }

  /** What stands between brackets, with commas or, as spreadsheets of Germans have it, semicolons between. Answers where it ends. */
  #entries(open: string, entry: () => void): number {
    if (this.#token?.text === closing[open]) return this.#close(open)
    for (;;) {
      entry()
      while (this.#token && !this.#ends(this.#token)) this.#leftOver(this.#token)
      if (this.#token?.text !== ',' && this.#token?.text !== ';') return this.#close(open)
      this.#at++
    }
  }

  #ends({ kind, text }: Token) {
    return (kind === 'bracket' && ')]}'.includes(text)) || text === ',' || text === ';'
  }

  #close(open: string): number {
    const token = this.#token
    if (token && token.text === closing[open]) {
      this.#at++
      return token.to
    }
    // Something else stands here: it is told by whoever meets it next, and this one is open all the same.
    if (token && !this.#ends(token)) {
      this.#leftOver(token)
      return this.#close(open)
    }
    this.#unclosed += closing[open]!
    return this.#end
  }
}
