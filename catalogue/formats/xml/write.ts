/** One value as an element: lists repeat it, objects nest, keys with an @ become attributes. */
export function element(name: string, value: unknown): string {
  const tag = nameOf(name)
  if (Array.isArray(value)) return value.map((entry) => element(name, entry)).join('')
  if (value === null || value === undefined) return `<${tag}/>`
  if (typeof value !== 'object') return `<${tag}>${escaped(String(value))}</${tag}>`
  let attributes = ''
  let inside = ''
  for (const [key, entry] of Object.entries(value)) {
    if (key.startsWith('@')) attributes += ` ${nameOf(key.slice(1))}="${escaped(String(entry ?? '')).replaceAll('"', '&quot;')}"`
    else inside += key === '#text' ? escaped(String(entry ?? '')) : element(key, entry)
  }
  return inside === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside}</${tag}>`
}

const nameOf = (key: string) => key.replace(/[^\p{L}\p{N}_.:-]/gu, '_').replace(/^(?=[^\p{L}_])/u, '_')

// XML 1.0 has no place for most control characters, escaped or not.
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replaceAll('\r', '&#13;')
