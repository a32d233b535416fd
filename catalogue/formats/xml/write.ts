/** One value as an element: lists repeat it, objects nest, keys with an @ become attributes. */
export function element(name: string, value: unknown): string {
  const tag = nameOf(name)
  if (Array.isArray(value)) return value.map((entry) => element(name, entry)).join('')
  if (value === null || value === undefined) return `<${tag}/>`
  if (typeof value !== 'object') return `<${tag}${spaced(String(value))}>${escaped(String(value))}</${tag}>`
  let attributes = ''
  let inside = ''
  for (const [key, entry] of Object.entries(value)) {
    if (key.startsWith('@'))
      attributes +=
        entry === null || entry === undefined ? '' : ` ${nameOf(key.slice(1))}="${attribute(String(entry))}"`
    else if (key === '#text') {
      attributes += spaced(String(entry ?? 'none'))
      inside += escaped(String(entry ?? ''))
    } else inside += element(key, entry)
  }
  return inside === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside}</${tag}>`
}

/** Readers trim what stands between tags, unless the element says that its spaces count. */
const spaced = (text: string) => (text !== text.trim() || text === '' ? ' xml:space="preserve"' : '')

const nameOf = (key: string) => key.replace(/[^\p{L}\p{N}_.:-]/gu, '_').replace(/^(?=[^\p{L}_])/u, '_')

// XML 1.0 has no place for most control characters, escaped or not: a replacement character shows that one was there.
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('\r', '&#13;')
const attribute = (text: string) =>
  escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
