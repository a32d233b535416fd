import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { detectEncoding } from './detect.server.ts'
import { markOf } from './marks.ts'

const texts = defineMessages({
  unknown: {
    en: 'The text is declared as {charset}, an encoding nobody here can read.',
    de: 'Der Text ist als {charset} angegeben; diesen Zeichensatz kann hier niemand lesen.',
  },
})

// As browsers read them: who declares Latin-1 or ASCII writes Windows-1252.
const others: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  sjis: 'shift_jis',
  'x-sjis': 'shift_jis',
  gb2312: 'gbk',
}

const textual = /^\s*(?:$|text\/|application\/x-www-form-urlencoded)|json|xml|csv|yaml|javascript/i

/** The encoding a content type declares, as iconv-lite calls it; one it does not know is refused. */
export function charsetOf(type: string): string | undefined {
  const declared = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(type)?.[1]
  if (declared === undefined) return undefined
  const charset = others[declared.toLowerCase()] ?? declared.toLowerCase()
  if (!iconv.encodingExists(charset) || /^(?:base64|hex|internal|binary)$/.test(charset))
    throw new Invalid('CHARSET_UNKNOWN', texts.unknown({ charset: declared.slice(0, 60) }))
  return charset
}

/**
 * What was sent as text: by its byte order mark, by the charset of its content type, by the declaration XML begins with, as UTF-8 where it is
 * that, and otherwise by what its characters look like. Nothing where it is no text at all.
 */
export function decodeDeclared(bytes: Uint8Array, type: string): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const charset = markOf(buffer) ? undefined : (charsetOf(type) ?? prologOf(buffer, type))
  if (charset && !(/^utf-?8$/.test(charset) && !isUtf8(buffer))) return iconv.decode(buffer, charset)
  if (isUtf8(buffer)) return iconv.decode(buffer, 'utf-8')
  if (!textual.test(type)) return undefined
  const { encoding } = detectEncoding(buffer)
  return iconv.decode(buffer, encoding === 'utf-8-bom' ? 'utf-8' : encoding)
}

function prologOf(bytes: Buffer, type: string): string | undefined {
  const declared = /xml/i.test(type)
    ? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 400))?.[1]
    : undefined
  return declared === undefined ? undefined : charsetOf(`; charset=${declared}`)
}

/** The fields of a form: what is escaped in it is bytes of its encoding. */
export function formFields(text: string, charset = 'utf-8'): Record<string, string> {
  if (/^utf-?8$/.test(charset)) return Object.fromEntries(new URLSearchParams(text))
  const plain = (part: string) =>
    iconv.decode(
      Buffer.concat(
        part
          .replaceAll('+', ' ')
          .split(/(%[0-9a-f]{2})/i)
          .map((piece, i) => (i % 2 ? Buffer.from(piece.slice(1), 'hex') : iconv.encode(piece, charset))),
      ),
      charset,
    )
  return Object.fromEntries(
    text
      .split('&')
      .filter(Boolean)
      .map((pair) => [plain(pair.split('=')[0]!), plain(pair.slice(pair.indexOf('=') + 1 || pair.length))]),
  )
}
