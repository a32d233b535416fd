import { valueName, type Spelling } from '../query-parameters.ts'
import { wrongSyntax } from '../query-refusals.ts'
import { literal } from './names.ts'

// As our sessions on MySQL and MariaDB read them: a backslash escapes in texts, names stand in double quotes or backticks.
const text = String.raw`'[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*'`
const name = '"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`'
const comment = String.raw`--(?=[\0-\x20\x7f]|$)[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/`

export const mysqlSpelling: Spelling = { part: new RegExp(`${text}|${name}|${comment}|${valueName}`, 'gi'), written }

function written(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : literal(String(value))
}

/** A piece of SQL: `name` is bare or quoted and without its quotes, `sign` is any other character. */
export type SqlPart = { kind: 'text' | 'name' | 'comment' | 'sign'; text: string; isQuoted: boolean }

// A number with a point or an exponent ends there, whatever stands behind it: 1e1for is 1e1 and for.
const number = String.raw`(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?|\d+e[+-]?\d+`
const pieces = {
  space: String.raw`[\t-\r ]+`,
  text,
  quoted: name,
  comment,
  number,
  bare: String.raw`[\w$\u0080-\u{10ffff}]+`,
  sign: '@@|[^\'"`]',
}
const next = new RegExp(
  Object.entries(pieces)
    .map(([kind, piece]) => `(?<${kind}>${piece})`)
    .join('|'),
  'iyu',
)

/** The pieces of a query, in the order they stand; what begins a text, a name or a comment and does not end it is refused. */
export function sqlParts(sql: string): SqlPart[] {
  const parts: SqlPart[] = []
  next.lastIndex = 0
  while (next.lastIndex < sql.length) {
    const at = next.lastIndex
    const found = next.exec(sql)?.groups
    if (!found || (found['sign'] === '/' && sql[at + 1] === '*'))
      throw wrongSyntax({ detail: sql.slice(at, at + 40), sql })
    const { text, quoted, comment, bare, sign } = found
    if (quoted !== undefined) parts.push({ kind: 'name', text: quoted.slice(1, -1), isQuoted: true })
    for (const [kind, piece] of [
      ['name', bare],
      ['text', text],
      ['comment', comment],
      ['sign', sign],
    ] as const)
      if (piece !== undefined) parts.push({ kind, text: piece, isQuoted: false })
  }
  return parts
}
