/** Fifteen digits fit into a double whatever they are, as long as no exponent makes them very large or very small. */
export const mayBeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{3}/

/**
 * Whether all numbers in it fit into a double, at a look: sixteen digits in a row cover two of every eighth character. False says only that
 * one must look closer. In the text of an ordinary record it is told ten times as fast as by the pattern.
 */
export function isSurelyExact(text: string): boolean {
  let before = false
  for (let i = 0; i < text.length; i += 8) {
    const code = text.charCodeAt(i)
    const here = code >= 46 && code <= 57 // Digits and points.
    if (here && before) return false
    before = here
  }
  return !/[\d.][eE]/.test(text)
}

/**
 * Parses JSON without losing digits: a number that a double cannot hold comes as text, the way records carry it. What comes from a tenant,
 * or goes into a record, is read by this and never by `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  return !isSurelyExact(text) && mayBeInexact.test(text)
    ? JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text)
}

const wholeNumber = /^-?\d+$/

function exact(_key: string, value: unknown, { source }: { source?: string } = {}) {
  if (typeof value !== 'number' || source === undefined || !mayBeInexact.test(source)) return value
  // Whole numbers below 1e21 are written out digit by digit, so that most long ones need no second look.
  if (Math.abs(value) < 1e21 && wholeNumber.test(source)) return String(value) === source ? value : source
  const plain = digitsOf(source)
  return plain === digitsOf(String(value)) ? value : source
}

/** The same for every way to write a number: its digits without zeros at either end, and where the point stands. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:[eE](.+))?$/.exec(number) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  return digits === '' ? '0' : `${sign}${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`
}

/** Where JSON text stops being JSON; its length if it ends too early. */
export function faultIn(text: string): number {
  const token =
    /\s*(?:("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y
  const open: string[] = []
  let expects: 'value' | 'first' | 'key' | 'first key' | 'colon' | 'comma' | 'end' = 'value'
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(text)
    const here = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
    if (!match) return here
    const [, string, scalar, sign] = match
    const inside = open.at(-1)
    const next = () => (open.length === 0 ? 'end' : 'comma')
    if (expects === 'key' || expects === 'first key') {
      if (string !== undefined) expects = 'colon'
      else if (sign === '}' && expects === 'first key') (open.pop(), (expects = next()))
      else return here
    } else if (expects === 'colon') {
      if (sign !== ':') return here
      expects = 'value'
    } else if (expects === 'comma') {
      if (sign === ',') expects = inside === '{' ? 'key' : 'value'
      else if (sign === (inside === '{' ? '}' : ']')) (open.pop(), (expects = next()))
      else return here
    } else if (expects === 'end') return here
    else if (string !== undefined || scalar !== undefined) expects = next()
    else if (sign === '{') (open.push('{'), (expects = 'first key'))
    else if (sign === '[') (open.push('['), (expects = 'first'))
    else if (sign === ']' && expects === 'first') (open.pop(), (expects = next()))
    else return here
  }
}
