import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { detectEncoding, markOf } from './detect.server.ts'
import type { Encoding } from './encodings.ts'
import { wholeCharacters } from './utf8.ts'

const texts = defineMessages({
  notUtf8: {
    en: 'Line {line, number} contains bytes that are not UTF-8, so the file has another encoding, probably {probably}. Choose it under "Encoding".',
    de: 'Zeile {line, number} enthält Bytes, die kein UTF-8 sind; die Datei hat also einen anderen Zeichensatz, vermutlich {probably}. Wählen Sie ihn unter „Zeichensatz“.',
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

/** Decodes a stream piece by piece without the byte order mark. Bytes that contradict the encoding are an error that says what to choose. */
export async function* decode(source: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = encoding === 'utf-8' || encoding === 'utf-8-bom' ? utf8() : single(encoding)
  let first = true
  for await (const bytes of source as AsyncIterable<Buffer>) {
    if (first) refuseContradiction(bytes, encoding)
    const text = decoder.write(bytes)
    if (first) yield withoutMark(text)
    else if (text) yield text
    if (text) first = false
  }
  const rest = decoder.end()
  if (rest) yield first ? withoutMark(rest) : rest
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
const wrong = (message: Message) => new Invalid('WRONG_ENCODING', message)

function refuseContradiction(head: Buffer, chosen: Encoding) {
  const found = markOf(head)
  const same = found === chosen || (found === 'utf-8-bom' && chosen === 'utf-8')
  if (found && !same) throw wrong(texts.otherMark({ found, chosen }))
  if (!chosen.startsWith('utf-16') && head.subarray(0, 4096).includes(0)) throw wrong(texts.zeroBytes({ found: head[0] === 0 ? 'utf-16be' : 'utf-16le', chosen }))
  // Three characters of another encoding that happen to form valid UTF-8 do not occur in real text.
  const whole = head.subarray(0, wholeCharacters(head))
  if (oneByte.has(chosen) && isUtf8(whole) && whole.reduce((count, byte) => count + Number(byte >= 0xc0), 0) >= 3) throw wrong(texts.isUtf8({ chosen }))
}

const oneByte: ReadonlySet<Encoding> = new Set(['windows-1252', 'iso-8859-15', 'cp850'])

function single(encoding: Encoding) {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  return { write: (bytes: Buffer) => decoder.write(bytes), end: () => decoder.end() ?? '' }
}

/** UTF-8 that refuses what is none. A character cut by the end of a piece waits for the next one. */
function utf8() {
  let waiting: Buffer | undefined
  let line = 1
  const check = (bytes: Buffer) => {
    if (isUtf8(bytes)) return
    let good = 0
    for (let from = 0; from < bytes.length; ) {
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
