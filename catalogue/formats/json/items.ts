import { nestingDepth, recordColumns, valueCharacters } from '@weft/kit/define/limits.ts'
import { faultIn, isSurelyExact, parseJson } from '@weft/kit/define/parse-json.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  broken: {
    en: 'Line {line, number}, column {column, number}: this is not valid JSON. Correct the file there; nothing behind it was read.',
    de: 'Zeile {line, number}, Spalte {column, number}: Das ist kein gültiges JSON. Korrigieren Sie die Datei dort; dahinter wurde nichts gelesen.',
  },
  ends: {
    en: 'The file ends in line {line, number} before its last bracket is closed. It was probably cut off on its way.',
    de: 'Die Datei endet in Zeile {line, number}, bevor ihre letzte Klammer geschlossen ist. Vermutlich wurde sie unterwegs abgeschnitten.',
  },
  noPath: { en: 'The file has no list at the path "{path}".', de: 'Die Datei hat keine Liste am Pfad „{path}“.' },
  tooLarge: {
    en: 'Line {line, number}: the entry that begins here is larger than {limit} MB, the most a record can hold. If it contains a list, give the path of that list.',
    de: 'Zeile {line, number}: Der Eintrag, der hier beginnt, ist größer als {limit} MB; mehr fasst ein Datensatz nicht. Wenn er eine Liste enthält, geben Sie den Pfad dieser Liste an.',
  },
  tooWide: {
    en: 'Line {line, number}: the entry that begins here has more than {limit, number} fields, the most a record can have. If it contains a list, give the path of that list.',
    de: 'Zeile {line, number}: Der Eintrag, der hier beginnt, hat mehr als {limit, number} Felder; mehr kann ein Datensatz nicht haben. Wenn er eine Liste enthält, geben Sie den Pfad dieser Liste an.',
  },
  tooDeep: {
    en: 'Line {line, number}: nested deeper than {limit} levels.',
    de: 'Zeile {line, number}: tiefer als {limit} Ebenen verschachtelt.',
  },
})

/** What is longer is scanned: its depth and its width must be known before it is parsed. */
const shortLine = 10_000
/** So many digits may be more than a double holds; so may a number with an exponent. */
const inexactDigits = 16
/** Where a value has been read to, and whether it may hold a number that a double would round. */
const unread = () => ({ depth: 0, string: false, from: -1, digits: 0, inexact: false })

export type Place = { offset: number; line: number; column: number }

/** Finds the entries of a list in JSON text that arrives in pieces; only the entry being read is kept. */
export class JsonItems {
  #text = ''
  #at = 0
  /** Where the last line of `#text` ends. */
  #lastBreak = -1
  #ended = false
  /** What the place of `#text[0]` is. */
  #base: Place = { offset: 0, line: 1, column: 1 }
  #mode: 'descend' | 'key' | 'items' | 'rest' | 'done' = 'descend'
  #level = 0
  #comma = false
  /** Whether every entry so far had a line to itself. */
  #byLines = true
  #skipping = false
  #scan = unread()
  readonly #path: string[]

  constructor(path: string) {
    this.#path = path === '' ? [] : path.split('.')
  }

  feed(piece: string) {
    const keep = this.#skipping && this.#scan.from !== -1 ? Math.min(this.#at, this.#scan.from) : this.#at
    this.#base = this.placeOf(keep)
    this.#hold(this.#text.slice(keep) + piece)
    this.#at -= keep
    if (this.#scan.from !== -1) this.#scan.from -= keep
  }

  end() {
    this.#ended = true
  }

  /** Where the next entry will be looked for. */
  get place(): Place {
    return this.placeOf(this.#at)
  }

  /** Goes on inside the list, behind an entry that was read before; false until enough text has been fed. */
  resume(to: Place): boolean {
    const step = Math.min(to.offset - this.#base.offset, this.#text.length)
    this.#base = { line: to.line, column: to.column, offset: this.#base.offset + step }
    this.#hold(this.#text.slice(step))
    this.#at = 0
    if (this.#base.offset < to.offset) return false
    this.#mode = 'items'
    this.#level = this.#path.length
    this.#comma = true
    return true
  }

  #hold(text: string) {
    this.#text = text
    this.#lastBreak = text.lastIndexOf('\n')
  }

  /** The next entry, or nothing until more text has been fed. */
  next(): { value: unknown; characters: number } | undefined {
    for (;;) {
      if (this.#skipping && !this.#pass()) return this.#stop()
      this.#space()
      const sign = this.#text[this.#at]
      if (sign === undefined) return this.#stop()
      if (this.#mode === 'done') throw this.#broken(this.#at)
      else if (this.#mode === 'rest') {
        this.#leave(sign)
      } else if (this.#mode === 'descend') {
        const single = this.#descend(sign)
        if (single === 'wait') return this.#stop()
        if (single) return single
      } else if (this.#mode === 'key') {
        if (!this.#key(sign)) return this.#stop()
      } else if (sign === ']') {
        this.#at++
        this.#leaveList()
      } else if (this.#comma) {
        if (sign !== ',') throw this.#broken(this.#at)
        this.#at++
        this.#comma = false
        this.#space()
        if (this.#text[this.#at] === ']') throw this.#broken(this.#at)
      } else {
        const item = this.#wholeLine() ?? this.#value()
        if (!item) return this.#stop()
        this.#comma = true
        return item
      }
    }
  }

  placeOf(at: number): Place {
    let { line, column } = this.#base
    let from = 0
    for (let stop = this.#text.indexOf('\n'); stop !== -1 && stop < at; stop = this.#text.indexOf('\n', stop + 1)) {
      line++
      from = stop + 1
    }
    column = from === 0 ? column + at : at - from + 1
    return { offset: this.#base.offset + at, line, column }
  }

  #descend(sign: string): { value: unknown; characters: number } | 'wait' | undefined {
    if (this.#level < this.#path.length) {
      if (sign !== '{') throw sign === '[' || /["\d\-tfn]/.test(sign) ? this.#noPath() : this.#broken(this.#at)
      this.#at++
      this.#mode = 'key'
      this.#comma = false
      return undefined
    }
    if (sign === '[') {
      this.#at++
      this.#mode = 'items'
      this.#comma = false
      return undefined
    }
    if (sign !== '{') throw /["\d\-tfn]/.test(sign) && this.#level > 0 ? this.#noPath() : this.#broken(this.#at)
    const item = this.#value()
    if (!item) return 'wait'
    this.#leaveList()
    return item
  }

  #leaveList() {
    this.#scan.depth = 0
    this.#mode = this.#level === 0 ? 'done' : 'rest'
  }

  #key(sign: string): boolean {
    if (this.#comma && sign === ',') {
      this.#at++
      this.#comma = false
      return true
    }
    if (sign === '}' && (this.#comma || this.#text[this.#at - 1] === '{')) throw this.#noPath()
    if (sign !== '"' || this.#comma) throw this.#broken(this.#at)
    const match = /"((?:[^"\\]|\\.)*)"\s*:\s*(?=\S)/y
    match.lastIndex = this.#at
    const found = match.exec(this.#text)
    if (!found) {
      if (this.#ended || this.#text.length - this.#at > 100_000) throw this.#broken(this.#at)
      return false
    }
    this.#at = match.lastIndex
    if (JSON.parse(`"${found[1]}"`) === this.#path[this.#level]) {
      this.#level++
      this.#mode = 'descend'
      return true
    }
    this.#skipping = true
    this.#comma = true
    return true
  }

  /** Passes over a value nobody asked for, keeping none of it. */
  #pass(): boolean {
    const end = this.#scanValue()
    if (end === undefined) {
      this.#at = this.#text.length
      return false
    }
    this.#at = end
    this.#skipping = false
    this.#scan = unread()
    return true
  }

  /** What follows the list: only brackets and strings must be in order. */
  #leave(sign: string) {
    if (sign === '}') {
      this.#at++
      if (--this.#level === 0) this.#mode = 'done'
      return
    }
    if (sign === ',' || sign === ':') {
      this.#at++
      return
    }
    this.#skipping = true
  }

  /**
   * An entry that has a line to itself, as most programs write them: what stands there and parses is whole, and its end is found faster than
   * by looking at each character (800 instead of 660 records a millisecond). Nothing where it must be scanned.
   */
  #wholeLine(): { value: unknown; characters: number } | undefined {
    if (!this.#byLines || this.#scan.from !== -1 || this.#at > this.#lastBreak) return undefined
    const stop = this.#text.indexOf('\n', this.#at)
    let end = this.#text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
    if (this.#text.charCodeAt(end - 1) === 44) end--
    const text = this.#text.slice(this.#at, end)
    if (text.length > shortLine || brackets(text) > nestingDepth || !isSurelyExact(text)) return undefined
    try {
      const value: unknown = JSON.parse(text)
      this.#at = end
      return { value, characters: text.length }
    } catch {
      this.#byLines = false
      return undefined
    }
  }

  #value(): { value: unknown; characters: number } | undefined {
    const end = this.#scanValue()
    const size = (end ?? this.#text.length) - this.#at
    if (size > valueCharacters)
      throw new Invalid(
        'JSON_TOO_LARGE',
        texts.tooLarge({ line: this.place.line, limit: valueCharacters / 1024 / 1024 }),
      )
    if (end === undefined) return undefined
    const text = this.#text.slice(this.#at, end)
    let value: unknown
    try {
      // Where no number is long, none can be rounded.
      value = this.#scan.inexact ? parseJson(text) : JSON.parse(text)
    } catch {
      throw this.#broken(this.#at + faultIn(text))
    }
    if (isTooWide(value, text.length))
      throw new Invalid('JSON_TOO_MANY_FIELDS', texts.tooWide({ line: this.place.line, limit: recordColumns }))
    this.#at = end
    this.#scan = unread()
    return { value, characters: text.length }
  }

  /** The end of the value at `#at`; remembers how far it came when text runs out. */
  #scanValue(): number | undefined {
    const text = this.#text
    let { depth, string, from, digits, inexact } = this.#scan
    let i = from === -1 ? this.#at : from
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (string) {
        i = text.indexOf('"', i)
        if (i === -1) break
        let slashes = 0
        while (text.charCodeAt(i - 1 - slashes) === 92) slashes++
        if (slashes % 2 === 1) continue
        string = false
        if (depth === 0) return i + 1
        continue
      }
      // Digits and points.
      if (code >= 46 && code <= 57) {
        if (++digits === inexactDigits) this.#scan.inexact = inexact = true
        continue
      }
      if (digits > 0 && (code === 101 || code === 69)) this.#scan.inexact = inexact = true
      digits = 0
      if (code === 34) string = true
      else if (code === 123 || code === 91) {
        if (++depth > nestingDepth)
          throw new Invalid('JSON_TOO_DEEP', texts.tooDeep({ line: this.placeOf(i).line, limit: nestingDepth }))
      } else if (code === 125 || code === 93) {
        if (depth === 0) return from === -1 && i === this.#at ? this.#fail(i) : i
        if (--depth === 0) return i + 1
      } else if (depth === 0 && (code === 44 || code <= 32)) return from === -1 && i === this.#at ? this.#fail(i) : i
    }
    // A backslash at the very end may belong to a quote that has not come yet.
    let behind = text.length
    if (string) while (text.charCodeAt(behind - 1) === 92) behind--
    this.#scan = { depth, string, from: Math.max(behind, this.#at), digits, inexact }
    return this.#ended && depth === 0 && !string && text.length > this.#at ? text.length : undefined
  }

  #space() {
    for (
      let code = this.#text.charCodeAt(this.#at);
      code === 32 || code === 10 || code === 13 || code === 9;
      code = this.#text.charCodeAt(this.#at)
    )
      this.#at++
  }

  #stop(): undefined {
    if (!this.#ended || (this.#mode === 'done' && this.#at >= this.#text.length)) return undefined
    throw new Invalid('JSON_INVALID', texts.ends({ line: this.placeOf(this.#text.length).line }))
  }

  #fail(at: number): never {
    throw this.#broken(at)
  }

  #broken(at: number) {
    const { line, column } = this.placeOf(at)
    return new Invalid('JSON_INVALID', texts.broken({ line, column }))
  }

  #noPath() {
    return new Invalid('JSON_NO_LIST', texts.noPath({ path: this.#path.join('.') }))
  }
}

/** Opening ones, those in strings included. */
function brackets(text: string) {
  if (text.length < nestingDepth) return 0
  let count = 0
  for (const sign of ['{', '[']) for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** A field takes five characters at least, so short records need not be counted. */
const isTooWide = (value: unknown, characters: number) =>
  characters > recordColumns * 5 &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > recordColumns
