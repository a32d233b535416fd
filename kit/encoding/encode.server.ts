import iconv from 'iconv-lite'
import type { Encoding } from './encodings.ts'

/** Turns text into bytes, piece by piece; the first piece carries the byte order mark where the encoding has one. */
export function encoder(encoding: Encoding): (text: string) => Buffer {
  let first = true
  return (text) => {
    const mark = first && (encoding === 'utf-8-bom' || encoding.startsWith('utf-16')) ? '\ufeff' : ''
    first = false
    if (encoding === 'utf-8' || encoding === 'utf-8-bom') return Buffer.from(mark + text, 'utf8')
    return iconv.encode(mark + text, encoding)
  }
}
