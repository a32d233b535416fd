/** The same value without the secrets in its texts. */
export type Mask = <T>(value: T) => T

const dots = '••••'

/**
 * Takes secrets out of whatever people read: as they are, and as they stand in addresses, in JSON and in base64, where a secret
 * begins at any of three places. `known` may grow while the mask is in use.
 */
export function maskerOf(known: ReadonlySet<string>): Mask {
  let pattern: RegExp | undefined
  let counted = 0
  return (value) => {
    if (known.size === 0) return value
    if (!pattern || counted !== known.size) {
      counted = known.size
      pattern = new RegExp([...new Set([...known].flatMap(formsOf))].sort((a, b) => b.length - a.length).map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
    }
    return masked(value, pattern) as typeof value
  }
}

function masked(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, dots)
  if (Array.isArray(value)) return value.map((one) => masked(one, pattern))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.replace(pattern, dots), masked(one, pattern)]))
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // What base64 makes of it depends on how many bytes stand before it; the characters it shares with its neighbours are left out.
  const shifted = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const base64 = shifted.filter((text) => text.length >= 8).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  return [secret, secret.trim(), encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), ...base64].filter((form) => form !== '')
}
