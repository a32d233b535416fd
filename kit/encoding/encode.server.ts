import iconv from 'iconv-lite'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import type { Encoding } from './encodings.ts'
import { isUnicode } from './marks.ts'

const texts = defineMessages({
  missing: {
    en: 'The character "{character}" ({code}) does not exist in {encoding}, so the file cannot be written without losing it. Choose UTF-8.',
    de: 'Das Zeichen „{character}“ ({code}) gibt es in {encoding} nicht; die Datei lässt sich also nicht schreiben, ohne es zu verlieren. Wählen Sie UTF-8.',
  },
})

/**
 * Turns text into bytes, piece by piece; the first piece carries the byte order mark where the encoding has one. A character the encoding
 * does not know is written as `otherwise` says, or refused: a question mark in its place would be a silent loss.
 */
export function encoder(encoding: Encoding, otherwise?: (character: string) => string): (text: string) => Buffer {
  let first = true
  return (text) => {
    const mark = first && isUnicode(encoding) && encoding !== 'utf-8' ? '\ufeff' : ''
    first = false
    if (encoding === 'utf-8' || encoding === 'utf-8-bom') return Buffer.from(mark + text, 'utf8')
    const bytes = iconv.encode(mark + text, encoding)
    if (isUnicode(encoding) || iconv.decode(bytes, encoding) === text) return bytes
    return iconv.encode(
      text.replace(/[^\x00-\x7f]/gu, (character) =>
        iconv.decode(iconv.encode(character, encoding), encoding) === character
          ? character
          : (otherwise?.(character) ?? refuse(character, encoding)),
      ),
      encoding,
    )
  }
}

function refuse(character: string, encoding: Encoding): never {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  throw new Invalid('ENCODING_LACKS_CHARACTER', texts.missing({ character, code, encoding }))
}
