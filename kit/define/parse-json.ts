/** Parses JSON without losing digits: a number that a double cannot hold comes as text. */
export function parseJson(text: string): unknown {
  return /\d[\d.]{15}/.test(text) ? JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)
}

function exact(_key: string, value: unknown, { source }: { source?: string } = {}) {
  return typeof value === 'number' && source !== undefined && source.replace(/\D/g, '').length > 15 && String(value) !== source ? source : value
}

/** Where JSON text stops being JSON; its length if it ends too early. */
export function faultIn(text: string): number {
  const token = /\s*(?:("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y
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
