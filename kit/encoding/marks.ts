import type { Encoding } from './encodings.ts'

/** The encoding whose byte order mark the bytes begin with. */
export function markOf(bytes: Uint8Array): Encoding | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8-bom'
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  return undefined
}

/** Whether the encoding holds every character there is. */
export const isUnicode = (encoding: Encoding) => encoding.startsWith('utf-')
