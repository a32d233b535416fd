import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { bothLanguages, defineMessages, type Text } from '../messages/messages.ts'
import type { Encoding } from './encodings.ts'
import { guessEncodings } from './guess.server.ts'
import { markOf } from './marks.ts'
import { encodingNamed } from './named.ts'
import { wholeCharacters } from './utf8.ts'

const texts = defineMessages({
  mark: {
    en: 'The file begins with the byte order mark of this encoding.',
    de: 'Die Datei beginnt mit der Byte-Order-Markierung dieses Zeichensatzes.',
  },
  declared: { en: 'The file itself declares it.', de: 'Die Datei gibt ihn selbst an.' },
  belied: {
    en: 'The file declares {declared}, but its bytes contradict that.',
    de: 'Die Datei gibt {declared} an, aber ihre Bytes widersprechen dem.',
  },
  ascii: {
    en: 'Only plain characters so far, which every encoding reads alike.',
    de: 'Bisher nur einfache Zeichen, die jeder Zeichensatz gleich liest.',
  },
  utf8: {
    en: 'All bytes of the sample are valid UTF-8, special characters included.',
    de: 'Alle Bytes der Stichprobe sind gültiges UTF-8, auch die Sonderzeichen.',
  },
  zeros: {
    en: 'Zero bytes stand where this encoding has them.',
    de: 'Nullbytes stehen dort, wo dieser Zeichensatz sie hat.',
  },
  letters: {
    en: 'Not UTF-8; read this way, the special characters fit where they stand best.',
    de: 'Kein UTF-8; so gelesen passen die Sonderzeichen am besten an ihre Stelle.',
  },
  doubtful: {
    en: 'Not UTF-8, and too few special characters tell; it may as well be {other}. Please check the preview.',
    de: 'Kein UTF-8, und zu wenige Sonderzeichen geben Aufschluss; es kann auch {other} sein. Bitte prüfen Sie die Vorschau.',
  },
})

export type EncodingFinding = { encoding: Encoding; confidence: number; reason: Text }

/** Every format looks at the same first bytes of a file. */
const findings = new WeakMap<Uint8Array, Map<string | undefined, EncodingFinding>>()

/** Finds the encoding of a file from its first bytes: the byte order mark, what the file declares, valid UTF-8, and then what reads best. */
export function detectEncoding(head: Uint8Array, declared?: string): EncodingFinding {
  const before = findings.get(head) ?? new Map<string | undefined, EncodingFinding>()
  const finding = before.get(declared) ?? detect(head, declared)
  findings.set(head, before.set(declared, finding))
  return finding
}

function detect(head: Uint8Array, declared: string | undefined): EncodingFinding {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const mark = markOf(bytes)
  if (mark) return { encoding: mark, confidence: 1, reason: bothLanguages(texts.mark()) }
  const wide = zerosOf(bytes)
  if (wide) return { encoding: wide, confidence: 0.95, reason: bothLanguages(texts.zeros()) }
  const whole = bytes.subarray(0, wholeCharacters(bytes))
  const said = declared === undefined ? undefined : encodingNamed(declared)
  const found = isAscii(whole)
    ? { encoding: 'utf-8' as const, confidence: 0.8, reason: bothLanguages(texts.ascii()) }
    : isUtf8(whole)
      ? { encoding: 'utf-8' as const, confidence: 0.99, reason: bothLanguages(texts.utf8()) }
      : undefined
  if (said && !said.startsWith('utf-16') && !said.startsWith('utf-32')) {
    const belied = said === 'utf-8' ? !found : found?.confidence === 0.99
    if (!belied) return { encoding: said, confidence: 0.95, reason: bothLanguages(texts.declared()) }
    return {
      ...(found ?? guessed(bytes)),
      confidence: 0.7,
      reason: bothLanguages(texts.belied({ declared: declared! })),
    }
  }
  // A short file that ends within a character of UTF-8, its only special one, is no UTF-8; a long sample was cut there.
  if (found?.confidence === 0.8 && whole.length < bytes.length && bytes.length < 50_000) return guessed(bytes)
  return found ?? guessed(bytes)
}

/** The beginning of a file as text, without the byte order mark; what cannot be read is left as a replacement character. */
export const headText = (head: Uint8Array, encoding: Encoding): string =>
  iconv.decode(
    Buffer.from(head.buffer, head.byteOffset, head.byteLength),
    encoding === 'utf-8-bom' ? 'utf-8' : encoding,
  )

/** The encoding of text in wide characters, told by where its zero bytes stand. */
function zerosOf(bytes: Buffer): Encoding | undefined {
  const sample = bytes.subarray(0, 4000)
  const zeros = [0, 0, 0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 4]!++
  const [a, b, c, d] = zeros as [number, number, number, number]
  const all = a + b + c + d
  const groups = sample.length / 4
  if (all < 2 || sample.length < 4) return undefined
  if (c + d > groups * 1.8 && a < groups * 0.1) return 'utf-32le'
  if (a + b > groups * 1.8 && d < groups * 0.1) return 'utf-32be'
  // Even Greek or Chinese text has separators, digits and line ends, whose upper byte is zero.
  if (all < sample.length / 100) return undefined
  if (b + d >= all * 0.95) return 'utf-16le'
  if (a + c >= all * 0.95) return 'utf-16be'
  return undefined
}

function guessed(bytes: Buffer): EncodingFinding {
  const [best, second] = guessEncodings(bytes)
  if (!best) return { encoding: 'windows-1252', confidence: 0.1, reason: bothLanguages(texts.letters()) }
  const lead = best.score - Math.max(second?.score ?? 0, 0)
  const evidence = Math.min(1, 0.6 + best.specials / 25)
  const confidence = Math.max(0.1, Math.min(0.95, Math.min(1, best.score) * (0.55 + lead * 2) * evidence))
  const doubtful = second !== undefined && lead < 0.05
  return {
    encoding: best.encoding,
    confidence: doubtful ? Math.min(confidence, 0.5) : confidence,
    reason: bothLanguages(doubtful ? texts.doubtful({ other: second.encoding }) : texts.letters()),
  }
}
