/** A piece of a formula's text. `open`: a text whose closing quote is missing. `strange`: a sign that means nothing here. */
export type Token = { kind: TokenKind; text: string; from: number; to: number }
type TokenKind = 'number' | 'text' | 'open' | 'name' | 'word' | 'operator' | 'bracket' | 'separator' | 'strange'

/** Words with a meaning of their own; a field of that name is written in backticks. */
export const words = ['and', 'or', 'not', 'true', 'false', 'null'] as const
const isWord = (text: string): text is (typeof words)[number] => (words as readonly string[]).includes(text)

const part = '[\\p{L}_][\\p{L}\\p{N}_]*'
const shapes: readonly [TokenKind, RegExp][] = [
  ['number', /\d+(?:\.\d+)?/y],
  ['text', /"(?:[^"\\]|\\.)*"/sy],
  ['open', /"(?:[^"\\]|\\.)*\\?$/sy],
  ['name', /`[^`]+`/y],
  ['name', new RegExp(`${part}(?:\\.${part})*`, 'uy')],
  ['operator', /<=|>=|<>|!=|==|[-+*/&=<>×÷·−≤≥≠]/y],
  ['bracket', /[()[\]{}]/y],
  ['separator', /[,;:]/y],
]

/** The text in pieces, without the space between them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at = token.to
  }
  return tokens
}

function tokenAt(text: string, from: number): Token {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = from
    const found = shape.exec(text)?.[0]
    if (found === undefined) continue
    return { kind: kind === 'name' && isWord(found) ? 'word' : kind, text: found, from, to: from + found.length }
  }
  const sign = String.fromCodePoint(text.codePointAt(from)!)
  return { kind: 'strange', text: sign, from, to: from + sign.length }
}

/** What stands between the quotes of a text. */
export const unquoted = (text: string) =>
  text.slice(1, -1).replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign))

export const quoted = (text: string) =>
  `"${text.replace(/["\\\n\t]/g, (sign) => (sign === '\n' ? '\\n' : sign === '\t' ? '\\t' : `\\${sign}`))}"`

const plainName = new RegExp(`^${part}(?:\\.${part})*$`, 'u')
/** A name as a formula writes it. */
export const writtenName = (name: string) => (plainName.test(name) && !isWord(name) ? name : `\`${name}\``)
