import { SaxesParser } from 'saxes'
import { recordColumns, valueCharacters } from '@weft/kit/define/limits.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { CellFormat } from './serial.ts'
import { unescaped, valueOf } from './value.ts'

const texts = defineMessages({
  broken: {
    en: 'The sheet is damaged behind row {row, number}. Open it in a spreadsheet program and save it again.',
    de: 'Das Tabellenblatt ist hinter Zeile {row, number} beschädigt. Öffnen Sie es in einem Tabellenprogramm und speichern Sie es neu.',
  },
  tooWide: {
    en: 'Row {row, number} has a value behind column {limit, number}; a sheet can have no more than {limit, number} columns here. Remove what stands so far to the right.',
    de: 'Zeile {row, number} hat einen Wert hinter Spalte {limit, number}; mehr als {limit, number} Spalten kann ein Tabellenblatt hier nicht haben. Entfernen Sie, was so weit rechts steht.',
  },
  tooLarge: {
    en: 'Row {row, number}: a value is larger than {limit} MB, the most a value can hold.',
    de: 'Zeile {row, number}: Ein Wert ist größer als {limit} MB; mehr fasst ein Wert nicht.',
  },
})

export type Cell = string | number | boolean | null
type Book = { strings: string[]; formats: CellFormat[]; from1904: boolean }

const plain: CellFormat = { kind: 'plain' }
/** Programs may give every tag of a sheet a prefix. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads the rows of a sheet's XML that arrives in pieces. Empty rows are left out. */
export class SheetRows {
  readonly ready: { cells: Cell[]; characters: number; row: number }[] = []
  readonly #parser = new SaxesParser()
  readonly #book: Book
  #row = 0
  #cells: Cell[] = []
  #cell = { column: 0, type: 'n', style: 0 }
  #next = 0
  #text = ''
  #reading = false
  #characters = 0
  #silent = 0

  constructor(book: Book) {
    this.#book = book
    this.#parser.on('error', (error) => {
      throw new Invalid('XLSX_INVALID', texts.broken({ row: this.#row }), { cause: error })
    })
    this.#parser.on('opentag', ({ name, attributes }) => this.#enter(local(name), attributes))
    this.#parser.on('text', (text) => {
      if (this.#reading) this.#text += text
    })
    this.#parser.on('closetag', ({ name }) => this.#leave(local(name)))
  }

  feed(piece: string) {
    this.#silent += piece.length
    this.#parser.write(piece)
    if (this.#silent > valueCharacters)
      throw new Invalid('XLSX_TOO_LARGE', texts.tooLarge({ row: this.#row, limit: valueCharacters / 1024 / 1024 }))
  }

  end() {
    this.#parser.close()
  }

  #enter(name: string, attributes: Record<string, string>) {
    this.#silent = 0
    if (name === 'row') {
      this.#row = Number(attributes['r'] ?? this.#row + 1)
      this.#cells = []
      this.#next = 0
      this.#characters = 0
    } else if (name === 'c') {
      const column = attributes['r'] ? columnOf(attributes['r']) : this.#next
      this.#next = column + 1
      this.#cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1) }
      this.#text = ''
    } else this.#reading = name === 'v' || name === 't'
  }

  #leave(name: string) {
    this.#reading = false
    if (name === 'c') {
      const value = this.#value()
      if (value === null) return
      if (this.#cell.column >= recordColumns)
        throw new Invalid('XLSX_TOO_MANY_COLUMNS', texts.tooWide({ row: this.#row, limit: recordColumns }))
      while (this.#cells.length < this.#cell.column) this.#cells.push(null)
      this.#cells[this.#cell.column] = value
      this.#characters += String(value).length
    } else if (name === 'row' && this.#cells.length > 0)
      this.ready.push({ cells: this.#cells, characters: this.#characters, row: this.#row })
  }

  #value(): Cell {
    const { type, style } = this.#cell
    if (this.#text === '' || type === 'e') return null
    if (type === 's') return this.#book.strings[Number(this.#text)] ?? null
    if (type === 'b') return this.#text === '1' || this.#text === 'true'
    if (type === 'n') return valueOf(this.#text.trim(), this.#book.formats[style] ?? plain, this.#book.from1904)
    return unescaped(this.#text)
  }
}

function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const code = letter.charCodeAt(0) - 64
    if (code < 1 || code > 26) break
    column = column * 26 + code
  }
  return Math.min(column, 16_384) - 1
}
