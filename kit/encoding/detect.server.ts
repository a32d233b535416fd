import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { bothLanguages, defineMessages, type Text } from '../messages/messages.ts'
import type { Encoding } from './encodings.ts'
import { wholeCharacters } from './utf8.ts'

const texts = defineMessages({
  mark: { en: 'The file begins with the byte order mark of this encoding.', de: 'Die Datei beginnt mit der Byte-Order-Markierung dieses Zeichensatzes.' },
  ascii: { en: 'Only plain characters so far, which every encoding reads alike.', de: 'Bisher nur einfache Zeichen, die jeder Zeichensatz gleich liest.' },
  utf8: { en: 'All bytes of the sample are valid UTF-8, special characters included.', de: 'Alle Bytes der Stichprobe sind gültiges UTF-8, auch die Sonderzeichen.' },
  zeros: { en: 'Every other byte is zero, as in UTF-16.', de: 'Jedes zweite Byte ist null, wie bei UTF-16.' },
  letters: {
    en: 'Not UTF-8; read this way, {share, number, percent} of the special characters are letters or signs that fit where they stand.',
    de: 'Kein UTF-8; so gelesen sind {share, number, percent} der Sonderzeichen Buchstaben oder Zeichen, die an ihre Stelle passen.',
  },
})

export type EncodingFinding = { encoding: Encoding; confidence: number; reason: Text }

/** Finds the encoding of a file from its first bytes. */
export function detectEncoding(head: Uint8Array): EncodingFinding {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const mark = markOf(bytes)
  if (mark) return { encoding: mark, confidence: 1, reason: bothLanguages(texts.mark()) }
  const wide = zerosOf(bytes)
  if (wide) return { encoding: wide, confidence: 0.95, reason: bothLanguages(texts.zeros()) }
  const whole = bytes.subarray(0, wholeCharacters(bytes))
  if (isAscii(whole)) return { encoding: 'utf-8', confidence: 0.8, reason: bothLanguages(texts.ascii()) }
  if (isUtf8(whole)) return { encoding: 'utf-8', confidence: 0.99, reason: bothLanguages(texts.utf8()) }
  return bestOfOneByte(bytes)
}

/** The encoding whose byte order mark the bytes begin with. */
export function markOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8-bom'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function zerosOf(bytes: Buffer): Encoding | undefined {
  const sample = bytes.subarray(0, 2000)
  let even = 0
  let odd = 0
  for (const [i, byte] of sample.entries()) if (byte === 0) i % 2 === 0 ? even++ : odd++
  const pairs = sample.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le'
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf-16be'
  return undefined
}

function bestOfOneByte(bytes: Buffer): EncodingFinding {
  const candidates = (['windows-1252', 'iso-8859-15', 'cp850'] as const).map((encoding) => ({ encoding, share: fitting(iconv.decode(bytes, encoding)) }))
  const [best, second] = candidates.toSorted((a, b) => b.share - a.share)
  const lead = best!.share - second!.share
  return { encoding: best!.encoding, confidence: Math.min(0.95, best!.share * (0.6 + lead)), reason: bothLanguages(texts.letters({ share: best!.share })) }
}

/** Share of the special characters that are plausible: letters beside letters, quotes, dashes and the euro sign; never drawing or control characters. */
function fitting(text: string): number {
  let good = 0
  let all = 0
  for (const { 0: char, index } of text.matchAll(/[^\x00-\x7f]/g)) {
    all++
    const beside = /[a-zäöüßéèêàçñ]/i.test((text[index - 1] ?? '') + (text[index + 1] ?? ''))
    if (/[äöüÄÖÜßéèêëàáâçñóòôíúåøæœÉÀÇÑÅØÓÁÍ]/.test(char)) good += beside ? 1 : 0.8
    else if (/[€„“”‚‘’–—…§°²³«»]/.test(char)) good += beside && /[²³°§€]/.test(char) === false ? 0.6 : 0.7
    else if (/\p{L}/u.test(char)) good += beside ? 0.5 : 0.2
  }
  return all === 0 ? 0 : good / all
}
