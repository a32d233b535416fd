import iconv from 'iconv-lite'
import type { Encoding } from './encodings.ts'

/** Letters beyond ASCII that one language writes; a file that needs letters of many languages is more likely misread. */
const languages = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúüºª',
  'áâãàçéêíóôõúüºª',
  'àèéìîòù',
  'æøåéö',
  'äöåéü',
  'ëïéöüè',
  'áðéíóúýþæö',
  'àçèéíïòóúü·',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'çğıiöşüâîû',
  'äöõüšž',
  'āčēģīķļņšūžō',
  'ąčęėįšųūž',
  'ċġħżàèìòù',
  'ĉĝĥĵŝŭ',
  'ẁẃẅŵŷâêîôûáéíóú',
  'ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ\u0300\u0301\u0303\u0309\u0323',
].map((letters) => new Set(letters))
const western = new Set('äöüßàâæçéèêëîïôœùûÿáíñóúãõìòøå')
/** The letters that make up nine tenths of what is written in a script. */
const common: Record<string, ReadonlySet<string>> = {
  Cyrillic: new Set('оеаинтсрвлкмдпуяыьгзбчйхжії'),
  Greek: new Set('αοιετσνηυρπκμλςόίάέύή'),
  Hebrew: new Set('יוהלאמרתבנשםדחק'),
  Arabic: new Set('اليمنرتبوةدسعفهكقحأ'),
  Thai: new Set('านรกเงอมยลวดสตทะปบคหแจพชขใไโิีึืุู่้์ั็ำ'),
}
const scripts = ['Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Hiragana', 'Katakana', 'Han', 'Hangul'].map(
  (name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }),
)

const oneByte: Encoding[] = [
  'windows-1252',
  'iso-8859-15',
  'cp850',
  'macintosh',
  'cp437',
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'iso-8859-16',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'cp866',
  'iso-8859-5',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'iso-8859-9',
  'windows-1257',
  'iso-8859-13',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
  'windows-874',
  'windows-1258',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-10',
  'iso-8859-14',
]
const manyBytes: Encoding[] = ['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']

type Guess = { encoding: Encoding; score: number; specials: number; text: string }

/** The encodings bytes that are not Unicode may be in, the likeliest first; those that read the bytes alike are one. */
export function guessEncodings(bytes: Uint8Array): Guess[] {
  const sample = withSpecials(bytes)
  const guesses: Guess[] = []
  for (const encoding of [...oneByte, ...manyBytes]) {
    const text = manyBytes.includes(encoding) ? strictly(sample, encoding) : iconv.decode(sample, encoding)
    if (text === undefined || guesses.some((known) => known.text === text)) continue
    const { score, specials } = scoreOf(text, sample)
    guesses.push({ encoding, score: score * bonus(sample, encoding), specials, text })
  }
  // What comes first in the lists is more usual and wins a draw.
  return guesses.toSorted((a, b) => b.score - a.score)
}

/** At most 16 kB of the lines that hold anything beyond ASCII. */
function withSpecials(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = []
  let size = 0
  for (let at = 0; at < bytes.length && size < 16_384;) {
    const stop = bytes.indexOf(10, at)
    const end = stop === -1 ? bytes.length : stop + 1
    const line = bytes.subarray(at, Math.min(end, at + 16_384))
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line)
      size += line.length
    }
    at = end
  }
  return Buffer.concat(lines)
}

function strictly(bytes: Buffer, encoding: Encoding): string | undefined {
  // The sample may end within a character.
  for (let cut = 0; cut < 4; cut++)
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return iconv.decode(bytes.subarray(0, bytes.length - cut), encoding)
    } catch {
      if (bytes.length < 1000) return undefined
    }
  return undefined
}

/** How plausible a text is: letters of one language and script beside each other, capitals at the beginning of words, no drawing characters. */
function scoreOf(text: string, bytes: Buffer): { score: number; specials: number } {
  const characters = [...text]
  let good = 0
  let specials = 0
  const letters = new Map<string, number>()
  let latin = 0
  let latinGood = 0
  for (const [i, character] of characters.entries()) {
    if (character < '\x80') continue
    specials++
    const before = characters[i - 1] ?? ' '
    const after = characters[i + 1] ?? ' '
    const script = scriptOf(character)
    if (script === 'Latin' || script === 'Mark') {
      const plain = character === 'İ' ? 'i' : character.toLowerCase()
      latin++
      letters.set(plain, (letters.get(plain) ?? 0) + 1)
      latinGood += placed(character, before, after, 'Latin')
    } else if (script) good += placed(character, before, after, script)
    else good += signed(character, before, after)
  }
  if (specials === 0) return { score: 0, specials }
  let best = 0
  if (latin > 0) {
    const share = (set: ReadonlySet<string>) =>
      [...letters].reduce((sum, [letter, count]) => sum + (set.has(letter) ? count : 0), 0) / latin
    best = Math.max(share(western) * 0.85, ...languages.map(share))
    good += latinGood * (0.1 + 0.9 * best)
  }
  const size = bytes.reduce((count, byte) => count + Number(byte >= 0x80), 0)
  // A character of two bytes explains more than two characters of one byte would by chance.
  return { score: good / specials, specials: size }
}

function scriptOf(character: string): string | undefined {
  if (/\p{Script=Latin}/u.test(character) && !/[ªº]/.test(character)) return 'Latin'
  if (/[\u0300-\u036f]/.test(character)) return 'Mark'
  return scripts.find(({ pattern }) => pattern.test(character))?.name
}

const eastAsian = new Set(['Hiragana', 'Katakana', 'Han', 'Hangul'])

function placed(character: string, before: string, after: string, script: string): number {
  const neighbours = [before, after].filter((each) => /[\p{L}\p{M}]/u.test(each))
  const strangers = neighbours.filter((each) => {
    const other = scriptOf(each) ?? 'Latin'
    return other !== script && other !== 'Mark' && !(eastAsian.has(other) && eastAsian.has(script))
  })
  if (strangers.length > 0) return eastAsian.has(script) && neighbours.length > strangers.length ? 0.6 : 0.05
  if (/\p{Lu}/u.test(character))
    return /\p{Ll}/u.test(before)
      ? -0.3
      : /\p{Lu}/u.test(before) && /\p{Ll}/u.test(after)
        ? 0.4
        : neighbours.length > 0
          ? 0.9
          : 0.5
  // A vowel or tone mark stands upon a consonant.
  if (script === 'Thai' && /\p{M}/u.test(character) && scriptOf(before) !== 'Thai') return -0.5
  if (/\p{Ll}/u.test(character) && /\p{Lu}/u.test(after) && script !== 'Latin') return -0.3
  if (common[script]) return common[script].has(character) ? 1 : 0.7
  if (script === 'Han') return neighbours.length > 0 ? 0.85 : 0.4
  if (script === 'Hangul' || script === 'Hiragana' || script === 'Katakana')
    return /[\uff61-\uff9f]/.test(character) ? 0.45 : neighbours.length > 0 ? 1 : 0.6
  return neighbours.length > 0 ? 1 : /[ªºà]/.test(character) ? 0.6 : 0.5
}

function signed(character: string, before: string, after: string): number {
  const inWord = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (/[\u0000-\u009f\ufffd\u2500-\u259f\ue000-\uf8ff]/.test(character)) return -1
  if (/[、。「」『』（）・ー〜！？：；，]/.test(character)) return 0.9
  if (/[’‘]/.test(character)) return 0.8
  if (inWord) return 0.05
  if (/[“„”«»–—…€§°²³µ©®™£½¼¾·\u00a0№•ªº¿¡×±]/.test(character)) return 0.75
  return 0.2
}

/** In the encodings of two bytes the frequent characters stand together; a file in another one falls outside of them. */
function bonus(bytes: Buffer, encoding: Encoding): number {
  const frequent: Partial<Record<Encoding, (lead: number) => boolean>> = {
    shift_jis: (lead) => lead === 0x82 || lead === 0x83 || (lead >= 0x88 && lead <= 0x97) || lead === 0x81,
    'euc-jp': (lead) => lead === 0xa4 || lead === 0xa5 || (lead >= 0xb0 && lead <= 0xcf) || lead === 0xa1,
    gbk: (lead) => (lead >= 0xb0 && lead <= 0xd7) || lead === 0xa3 || lead === 0xa1,
    gb18030: (lead) => (lead >= 0xb0 && lead <= 0xd7) || lead === 0xa3 || lead === 0xa1,
    big5: (lead) => (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1,
    'euc-kr': (lead) => lead >= 0xb0 && lead <= 0xc8,
  }
  const isFrequent = frequent[encoding]
  if (!isFrequent) return 1
  let all = 0
  let good = 0
  let kana = 0
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!
    if (lead < 0x80 || (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf)) continue
    all++
    if (isFrequent(lead)) good++
    if (lead === (encoding === 'shift_jis' ? 0x82 : 0xa4) || lead === (encoding === 'shift_jis' ? 0x83 : 0xa5)) kana++
    i++
  }
  if (all === 0) return 0.5
  const share = good / all
  const japanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  // Japanese without a single kana is more likely Chinese, and Chinese with many is Japanese.
  const fitting = japanese ? (kana > 0 ? 1.05 : 0.9) : encoding !== 'big5' && kana / all > 0.2 ? 0.6 : 1
  return (encoding === 'euc-kr' ? share ** 3 * 1.08 : share ** 2) * fitting
}
