type Row = Record<string, unknown>
type Token = { text: string; kind: 'text' | 'word' | 'sign' }

/** Whether a row meets a `$filter`; throws where it is none by the grammar. */
export function holds(filter: string, row: Row): boolean {
  const tokens = tokensIn(filter)
  let at = 0
  const peek = () => tokens[at]?.text.toLowerCase()
  const take = (text: string) => {
    if (peek() !== text) throw new Error(`The filter is wrong at ${tokens[at]?.text ?? 'its end'}: ${filter}`)
    at++
  }
  const or = (): boolean => {
    let found = and()
    while (peek() === 'or') found = (at++, and()) || found
    return found
  }
  const and = (): boolean => {
    let found = one()
    while (peek() === 'and') found = (at++, one()) && found
    return found
  }
  const one = (): boolean => {
    if (peek() === 'not') return (at++, !one())
    if (peek() === '(') {
      at++
      const found = or()
      take(')')
      return found
    }
    const left = value()
    const operator = peek()
    if (!operator || !['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(operator)) return left === true
    at++
    return compared(left, operator, value())
  }
  const value = (): unknown => {
    const token = tokens[at++]
    if (!token) throw new Error(`The filter ends too early: ${filter}`)
    if (token.kind === 'text') return token.text
    if (peek() === '(') return called(token.text)
    if (token.text === 'null') return null
    if (token.text === 'true' || token.text === 'false') return token.text === 'true'
    if (/^-?\d+(\.\d+)?[LMd]?$/.test(token.text)) return Number(token.text.replace(/[LMd]$/, ''))
    if (/^\d{4}-|^\d\d:|^[0-9a-f]{8}-/.test(token.text)) return token.text
    if (!/^[A-Za-z_]\w*$/.test(token.text)) throw new Error(`${token.text} is no value: ${filter}`)
    return row[token.text] ?? null
  }
  const called = (name: string): boolean => {
    take('(')
    const first = String(value() ?? '')
    take(',')
    const second = String(value() ?? '')
    take(')')
    if (name === 'contains') return first.includes(second)
    if (name === 'substringof') return second.includes(first)
    if (name === 'startswith') return first.startsWith(second)
    if (name === 'endswith') return first.endsWith(second)
    throw new Error(`There is no function ${name}.`)
  }
  const found = or()
  if (at < tokens.length) throw new Error(`The filter goes on at ${tokens[at]!.text}: ${filter}`)
  return found
}

function tokensIn(filter: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s*(?:(?:datetimeoffset|datetime|guid|time|X)?'((?:[^']|'')*)'|([(),])|([^\s(),']+))/gy
  let end = 0
  for (const match of filter.matchAll(pattern)) {
    const [whole, text, sign, word] = match
    end = match.index + whole.length
    if (text !== undefined) tokens.push({ text: text.replaceAll("''", "'"), kind: 'text' })
    else tokens.push(sign ? { text: sign, kind: 'sign' } : { text: word!, kind: 'word' })
  }
  if (filter.slice(end).trim() !== '') throw new Error(`The filter cannot be read: ${filter.slice(end)}`)
  return tokens
}

function compared(a: unknown, operator: string, b: unknown): boolean {
  const order = a === null || b === null ? (a === b ? 0 : undefined) : rank(a, b)
  if (operator === 'eq') return order === 0
  if (operator === 'ne') return order !== 0
  if (order === undefined || a === null) return false
  return { gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }[operator] ?? false
}

function rank(a: unknown, b: unknown): number {
  const [m, n] = [momentOf(a), momentOf(b)]
  if (m !== undefined && n !== undefined) return m - n
  if (typeof b === 'number' || typeof a === 'number') return Number(a) - Number(b)
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const momentOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? Date.parse(/T.*(Z|[+-]\d\d:\d\d)$|^.{10}$/.test(value) ? value : `${value}Z`)
    : undefined
