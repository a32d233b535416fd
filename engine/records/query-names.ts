/** A name in SQL, in quotes or not, and behind what it stands: `o.status`, `"o"."status"`. */
const quoted = '"(?:[^"]|"")*"|`(?:[^`]|``)*`'
const bare = String.raw`[\p{L}_][\p{L}\p{N}_$]*`
const dotted = new RegExp(String.raw`(?:${quoted}|${bare})(?:\s*\.\s*(?:${quoted}|${bare}))*`, 'yu')
const part = new RegExp(`${quoted}|${bare}`, 'gu')

export type NameInQuery = { name: string; owner: string | undefined; at: number; length: number }

/** The name that begins at a place of a query: its last part, what stands before it, and where that last part is. */
export function nameAt(sql: string, at: number): NameInQuery | undefined {
  dotted.lastIndex = at
  const whole = dotted.exec(sql)?.[0]
  if (whole === undefined) return undefined
  const parts = [...whole.matchAll(part)]
  const last = parts.at(-1)!
  const owner = parts.at(-2)?.[0]
  return {
    name: unquoted(last[0]),
    owner: owner === undefined ? undefined : unquoted(owner),
    at: at + last.index,
    length: last[0].length,
  }
}

/** What stands before a name: `o` of `o.status`. */
export function ownerOf(sql: string, { name, owner, at, length }: NameInQuery): NameInQuery {
  const before = [...sql.slice(0, at).matchAll(part)].at(-1)
  return owner === undefined || !before
    ? { name, owner, at, length }
    : { name: owner, owner: undefined, at: before.index, length: before[0].length }
}

/** Where a name, `o.status` or `status`, first stands in a query outside of texts and comments. */
export function whereNamed(sql: string, name: string): NameInQuery | undefined {
  const readable = sql.replaceAll(notRead, (skipped) => ' '.repeat(skipped.length))
  const wanted = name.split('.').map((one) => one.toLowerCase())
  for (const { index, 0: word } of readable.matchAll(new RegExp(dotted.source, 'gu'))) {
    const parts = [...word.matchAll(part)].map(([one]) => unquoted(one).toLowerCase())
    if (wanted.length <= parts.length && wanted.every((one, i) => parts.at(i - wanted.length) === one))
      return nameAt(sql, index)
  }
  return undefined
}

/** The table an alias stands for, or the name itself. */
export function tableBehind(sql: string, alias: string): string {
  const escaped = alias.replaceAll(/[$]/g, String.raw`\$`)
  const found = new RegExp(
    String.raw`(?:\bfrom|\bjoin|,)\s+((?:${quoted}|${bare})(?:\s*\.\s*(?:${quoted}|${bare}))*)\s+(?:as\s+)?["\x60]?${escaped}["\x60]?(?![\p{L}\p{N}_])`,
    'iu',
  ).exec(sql)?.[1]
  return found === undefined ? alias : (nameAt(found, 0)?.name ?? alias)
}

const notRead = /'(?:[^'\\]|''|\\[\s\S])*'|--[^\n]*|\/\*[\s\S]*?\*\//g
const unquoted = (name: string) => (/^["`]/.test(name) ? name.slice(1, -1) : name)
