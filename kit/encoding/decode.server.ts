import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { detectEncoding } from './detect.server.ts'
import type { Encoding } from './encodings.ts'
import { isUnicode, markOf } from './marks.ts'
import { wholeCharacters } from './utf8.ts'

const texts = defineMessages({
  notUtf8: {
    en: 'Line {line, number} contains bytes that are not UTF-8, so the file has another encoding, probably {probably}. Choose it under "Encoding".',
    de: 'Zeile {line, number} enthält Bytes, die kein UTF-8 sind; die Datei hat also einen anderen Zeichensatz, vermutlich {probably}. Wählen Sie ihn unter „Zeichensatz“.',
  },
  notOfIt: {
    en: 'Line {line, number} contains bytes that mean nothing in {chosen}, so the file has another encoding, probably {probably}. Choose it under "Encoding".',
    de: 'Zeile {line, number} enthält Bytes, die in {chosen} nichts bedeuten; die Datei hat also einen anderen Zeichensatz, vermutlich {probably}. Wählen Sie ihn unter „Zeichensatz“.',
  },
  otherMark: {
    en: 'The file begins with the mark of {found}, but is to be read as {chosen}. Choose {found} under "Encoding".',
    de: 'Die Datei beginnt mit der Kennung von {found}, soll aber als {chosen} gelesen werden. Wählen Sie {found} unter „Zeichensatz“.',
  },
  isUtf8: {
    en: 'The special characters of the file are UTF-8, but it is to be read as {chosen}; "ü" would become "Ã¼". Choose UTF-8 under "Encoding".',
    de: 'Die Sonderzeichen der Datei sind UTF-8, sie soll aber als {chosen} gelesen werden; aus „ü“ würde „Ã¼“. Wählen Sie UTF-8 unter „Zeichensatz“.',
  },
  zeroBytes: {
    en: 'The file contains zero bytes, as {found} does, but is to be read as {chosen}. Choose {found} under "Encoding", or check whether it is a text file at all.',
    de: 'Die Datei enthält Nullbytes, wie es bei {found} der Fall ist, soll aber als {chosen} gelesen werden. Wählen Sie {found} unter „Zeichensatz“ oder prüfen Sie, ob es überhaupt eine Textdatei ist.',
  },
})

/**
 * Decodes a stream piece by piece without the byte order mark. Bytes that contradict the encoding are an error that says what to choose;
 * only where nobody chose anything but UTF-8, the default, a byte order mark is followed, and so is what the file `declared` itself.
 */
export async function* decode(
  source: Readable,
  chosen: Encoding,
  declared?: (head: Buffer) => string | undefined,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let first = true
  for await (const bytes of withHead(source)) {
    decoder ??= decoderFor(bytes, chosen === 'utf-8' ? givenBy(bytes, declared?.(bytes)) : chosen)
    const text = decoder.write(bytes)
    if (first && text) yield withoutMark(text)
    else if (text) yield text
    if (text) first = false
  }
  const rest = decoder?.end() ?? ''
  if (rest) yield first ? withoutMark(rest) : rest
}

const headBytes = 300

/** The pieces of a stream, the first with enough bytes to see a byte order mark or a declaration. */
async function* withHead(source: Readable): AsyncGenerator<Buffer> {
  let begun: Buffer | undefined = Buffer.alloc(0)
  for await (const bytes of source as AsyncIterable<Buffer>) {
    if (!begun) yield bytes
    else {
      begun = Buffer.concat([begun, bytes])
      if (begun.length < headBytes) continue
      yield begun
      begun = undefined
    }
  }
  if (begun && begun.length > 0) yield begun
}

type Decoder = { write(bytes: Buffer): string; end(): string }

function givenBy(head: Buffer, declared: string | undefined): Encoding {
  return markOf(head) ?? (declared === undefined ? 'utf-8' : detectEncoding(head, declared).encoding)
}

function decoderFor(head: Buffer, encoding: Encoding): Decoder {
  refuseContradiction(head, encoding)
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return utf8()
  return isUnicode(encoding) ? wide(encoding) : limited(encoding)
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
const wrong = (message: Message) => new Invalid('WRONG_ENCODING', message)

function refuseContradiction(head: Buffer, chosen: Encoding) {
  const found = markOf(head)
  if (found && found !== chosen) throw wrong(texts.otherMark({ found, chosen }))
  if (!/^utf-(16|32)/.test(chosen) && head.subarray(0, 4096).includes(0)) {
    const { encoding } = detectEncoding(head)
    // Zero bytes among the characters of a file are for whoever reads it to judge; only wide characters speak against the encoding.
    if (/^utf-(16|32)/.test(encoding)) throw wrong(texts.zeroBytes({ found: encoding, chosen }))
  }
  // Three characters of another encoding that happen to form valid UTF-8 do not occur in real text.
  if (isUnicode(chosen)) return
  const bytes = head.subarray(0, wholeCharacters(head))
  if (isUtf8(bytes) && bytes.reduce((count, byte) => count + Number(byte >= 0xc0), 0) >= 3)
    throw wrong(texts.isUtf8({ chosen }))
}

function wide(encoding: Encoding): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' }
}

/** An encoding that does not know every character; a byte that means none in it refuses the file. */
function limited(encoding: Encoding): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  let line = 1
  const checked = (text: string, bytes: Buffer) => {
    const fault = encoding === 'gb18030' ? -1 : text.indexOf('\ufffd')
    if (fault !== -1)
      throw wrong(
        texts.notOfIt({
          line: line + linesIn(text.slice(0, fault)),
          chosen: encoding,
          probably: detectEncoding(bytes).encoding,
        }),
      )
    line += linesIn(text)
    return text
  }
  return {
    write: (bytes) => checked(decoder.write(bytes), bytes),
    end: () => checked(decoder.end() ?? '', Buffer.alloc(0)),
  }
}

function linesIn(text: string) {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** UTF-8 that refuses what is none. A character cut by the end of a piece waits for the next one. */
function utf8() {
  let waiting: Buffer | undefined
  let line = 1
  const check = (bytes: Buffer) => {
    if (isUtf8(bytes)) return
    let good = 0
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(10, from)
      const next = end === -1 ? bytes.length : end + 1
      if (!isUtf8(bytes.subarray(from, next))) break
      good++
      from = next
    }
    throw wrong(texts.notUtf8({ line: line + good, probably: detectEncoding(bytes).encoding }))
  }
  const done = (bytes: Buffer) => {
    check(bytes)
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) line++
    return bytes.toString('utf8')
  }
  return {
    write(piece: Buffer) {
      const bytes = waiting ? Buffer.concat([waiting, piece]) : piece
      const whole = wholeCharacters(bytes)
      waiting = whole < bytes.length ? bytes.subarray(whole) : undefined
      return done(bytes.subarray(0, whole))
    },
    end: () => (waiting ? done(waiting) : ''),
  }
}
