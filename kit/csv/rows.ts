import { Invalid } from '../errors/errors.ts'
import { recordColumns, valueCharacters } from '../define/limits.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  broken: {
    en: 'Line {line, number}: the quote {quote} that opens a value here is not closed before the next separator or line end. Double quotes inside the value ({quote}{quote}), or choose another quote character.',
    de: 'Zeile {line, number}: Das Anführungszeichen {quote}, das hier einen Wert öffnet, wird vor dem nächsten Trennzeichen oder Zeilenende nicht geschlossen. Verdoppeln Sie Anführungszeichen im Wert ({quote}{quote}) oder wählen Sie ein anderes Anführungszeichen.',
  },
  stray: {
    en: 'Line {line, number}: the quote {quote} stands in the middle of a value that is not quoted. Quote the whole value, choose "none" as quote, or allow quotes as text.',
    de: 'Zeile {line, number}: Das Anführungszeichen {quote} steht mitten in einem nicht umschlossenen Wert. Umschließen Sie den ganzen Wert, wählen Sie kein Anführungszeichen oder lassen Sie es als Text zu.',
  },
  tooWide: {
    en: 'Line {line, number} has more than {limit, number} columns, the most a file can have. Check separator and quote.',
    de: 'Zeile {line, number} hat mehr als {limit, number} Spalten; mehr kann eine Datei nicht haben. Prüfen Sie Trennzeichen und Anführungszeichen.',
  },
  tooLarge: {
    en: 'Line {line, number}: a value is larger than {limit} MB. The largest value a record can hold is {limit} MB; check separator and quote, or shorten the value.',
    de: 'Zeile {line, number}: Ein Wert ist größer als {limit} MB. Mehr als {limit} MB fasst ein Wert nicht; prüfen Sie Trennzeichen und Anführungszeichen oder kürzen Sie den Wert.',
  },
})

/** `sep=;` on a line of its own tells spreadsheet programs the separator and is no data. */
export const separatorLine = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r(?=[^\n]))/i

export type Dialect = {
  delimiter: string
  enclosure: string
  null_text: string
  empty_as_null: boolean
  stray_quotes: 'refuse' | 'text'
}
export type Cells = (string | null)[]

/**
 * Cuts text that arrives in pieces into rows of cells. Lines without a quote, nearly all in practice, are split at once;
 * measured at six times the speed of a reader that looks at every byte (bench/csv.ts).
 */
export class CsvRows {
  /** Line of the file the next row begins on, from 1. */
  line = 1
  /** Line the row read last began on. */
  begunOn = 1
  /** Characters consumed before the next row. */
  offset = 0
  #text = ''
  #at = 0
  #begunAt = 0
  #ended = false
  #quote = -1
  #newline: '\n' | '\r' | undefined
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  feed(piece: string) {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + piece : piece
    this.#at = 0
    this.#quote = this.#nextQuote(0)
    if (this.#newline === undefined)
      this.#newline = this.#text.includes('\n')
        ? '\n'
        : this.#text.length > 32_768 && this.#text.includes('\r')
          ? '\r'
          : undefined
  }

  end() {
    this.#ended = true
    this.#newline ??= this.#text.includes('\r') ? '\r' : '\n'
  }

  /** The next row that is not empty, or nothing until more text has been fed. */
  next(): Cells | undefined {
    for (;;) {
      const start = this.#at
      this.#begunAt = start
      this.begunOn = this.line
      const stop = this.#text.indexOf(this.#newline ?? '\n', start)
      if (stop === -1 && (!this.#ended || start >= this.#text.length)) return this.#wait()
      const end = stop === -1 ? this.#text.length : stop
      if (this.#quote !== -1 && this.#quote < start) this.#quote = this.#nextQuote(start)
      if (this.#quote !== -1 && this.#quote < end) return this.#quoted() ?? this.#wait()
      this.#consume(end + 1, 1)
      const bare = this.#text.charCodeAt(end - 1) === 13 ? end - 1 : end
      if (bare > start) return this.#plain(this.#text.slice(start, bare))
    }
  }

  /** The text of the row read last. */
  get rowText(): string {
    return this.#text.slice(this.#begunAt, this.#at)
  }

  /** The same cells once more, of the text of a row that has been read. */
  again(rowText: string): Cells {
    const rows = new CsvRows(this.#dialect)
    rows.#newline = this.#newline
    rows.feed(rowText)
    rows.end()
    return rows.next()!
  }

  /** Passes over lines unread, whatever they hold; false until enough text has been fed. */
  skipLine(): boolean {
    const stop = this.#text.indexOf(this.#newline ?? '\n', this.#at)
    if (stop === -1) return false
    this.#consume(stop + 1, 1)
    return true
  }

  /** Passes over the line that names the separator, where there is one; false until enough text has been fed. */
  skipSeparatorLine(): boolean {
    if (!this.#ended && this.#text.length - this.#at < 10) return false
    const found = separatorLine.exec(this.#text.slice(this.#at, this.#at + 10))
    if (found) this.#consume(this.#at + found[0].length, 1)
    return true
  }

  /** Passes over characters up to an offset a row began on; false until enough text has been fed. */
  skipTo(offset: number, line: number): boolean {
    const step = Math.min(offset - this.offset, this.#text.length - this.#at)
    this.#consume(this.#at + step, 0)
    this.line = line
    return this.offset === offset
  }

  #plain(text: string): Cells {
    const cells: Cells = text.split(this.#dialect.delimiter, recordColumns + 1)
    if (cells.length > recordColumns) throw this.#tooWide(this.begunOn)
    const { null_text, empty_as_null } = this.#dialect
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!
      if (cell === '' ? empty_as_null : cell === null_text) cells[i] = null
    }
    if (text.length > valueCharacters) for (const cell of cells) this.#limit(cell?.length ?? 0, this.begunOn)
    return cells
  }

  #quoted(): Cells | undefined {
    const { delimiter, enclosure } = this.#dialect
    const text = this.#text
    // The cells before the first quoted one are split at once, as a line without a quote is.
    const before = this.#quote > this.#at && text[this.#quote - 1] === delimiter ? this.#quote - 1 : -1
    const cells: Cells = before === -1 ? [] : this.#plain(text.slice(this.#at, before))
    let at = before === -1 ? this.#at : before + 1
    let line = this.line
    for (;;) {
      if (cells.length >= recordColumns) throw this.#tooWide(line)
      if (text[at] === enclosure) {
        const value = this.#enclosed(at, line)
        if (!value) return undefined
        cells.push(value.text)
        at = value.end
        line += value.lines
      } else {
        const end = this.#bareEnd(at)
        if (end === undefined) return undefined
        cells.push(this.#bare(text.slice(at, end), line))
        at = end
      }
      const next = text[at]
      if (next === delimiter) at++
      else {
        const after = next === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
        this.#consume(after, line - this.line + 1)
        return cells
      }
    }
  }

  #enclosed(open: number, line: number): { text: string; end: number; lines: number } | undefined {
    const { delimiter, enclosure } = this.#dialect
    const text = this.#text
    let value = ''
    for (let from = open + 1; ;) {
      const quote = text.indexOf(enclosure, from)
      const size = (quote === -1 ? text.length : quote) - open
      // Nobody writes four megabytes of many lines into one cell: the closing quote is missing.
      if (size > valueCharacters && count(text.slice(open, open + size), '\n') > 100) throw this.#broken(line)
      this.#limit(size, line)
      if (quote === -1 || (quote + 1 >= text.length && !this.#ended)) {
        if (this.#ended && quote === -1) throw this.#broken(line)
        return undefined
      }
      value += text.slice(from, quote)
      const next = text[quote + 1]
      if (next === enclosure) {
        value += enclosure
        from = quote + 2
        continue
      }
      if (next === '\r' && quote + 2 >= text.length && !this.#ended) return undefined
      const closes =
        next === undefined ||
        next === delimiter ||
        next === this.#newline ||
        (next === '\r' && text[quote + 2] === '\n')
      if (!closes) throw this.#broken(line)
      return { text: value, end: quote + 1, lines: count(value, this.#newline ?? '\n') }
    }
  }

  #bareEnd(at: number): number | undefined {
    const separator = this.#text.indexOf(this.#dialect.delimiter, at)
    const stop = this.#text.indexOf(this.#newline ?? '\n', at)
    if (stop === -1 && separator === -1) return this.#ended ? this.#text.length : undefined
    if (stop === -1 || (separator !== -1 && separator < stop)) return separator
    return this.#text[stop - 1] === '\r' && stop - 1 >= at ? stop - 1 : stop
  }

  #bare(value: string, line: number): string | null {
    const { enclosure, stray_quotes, null_text, empty_as_null } = this.#dialect
    if (stray_quotes === 'refuse' && value.includes(enclosure))
      throw new Invalid('CSV_STRAY_QUOTE', texts.stray({ line, quote: enclosure }))
    return (value === '' ? empty_as_null : value === null_text) ? null : value
  }

  #wait(): undefined {
    if (!this.#ended && this.#text.length - this.#at > valueCharacters * 4) this.#limit(Infinity, this.line)
    return undefined
  }

  #consume(to: number, lines: number) {
    this.offset += Math.min(to, this.#text.length) - this.#at
    this.#at = Math.min(to, this.#text.length)
    this.line += lines
  }

  #nextQuote(from: number) {
    return this.#dialect.enclosure === '' ? -1 : this.#text.indexOf(this.#dialect.enclosure, from)
  }

  #broken(line: number) {
    return new Invalid('CSV_BROKEN_QUOTE', texts.broken({ line, quote: this.#dialect.enclosure }))
  }

  #tooWide(line: number) {
    return new Invalid('CSV_TOO_MANY_COLUMNS', texts.tooWide({ line, limit: recordColumns }))
  }

  #limit(characters: number, line: number) {
    if (characters > valueCharacters)
      throw new Invalid('CSV_VALUE_TOO_LARGE', texts.tooLarge({ line, limit: valueCharacters / 1024 / 1024 }))
  }
}

function count(text: string, character: string) {
  let found = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++
  return found
}
