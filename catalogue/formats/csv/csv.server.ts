import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { z } from 'zod'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { objectMaker } from '@weft/kit/define/object-maker.ts'
import { batchCharacters, batchRecords } from '@weft/kit/define/limits.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { decode } from '@weft/kit/encoding/decode.server.ts'
import { encoder } from '@weft/kit/encoding/encode.server.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { csv } from './csv.ts'
import { detectCsv } from './detect.server.ts'
import { mended } from './mend.ts'
import { CsvRows, type Cells, type Dialect } from '@weft/kit/csv/rows.ts'
import { csvWriter } from './write.ts'

const texts = defineMessages({
  uneven: {
    en: 'Line {line, number} has {found, plural, one {# cell} other {# cells}}, but the header has {expected}. Check the separator and the quoting, or let uneven rows be mended.',
    de: 'Zeile {line, number} hat {found, plural, one {# Zelle} other {# Zellen}}, die Kopfzeile aber {expected}. Prüfen Sie Trennzeichen und Anführungszeichen oder lassen Sie ungleiche Zeilen ausbessern.',
  },
})

type Cursor = { offset: number; line: number }

export const csvBody = defineFormatBody(csv, {
  async *read(source, options, cursor) {
    const dialect = dialectOf(options)
    const rows = new CsvRows(dialect)
    const resume = cursor as Cursor | undefined
    let skip = options.skip_lines
    let atStart = skip === 0
    let names: string[] | undefined
    let recordOf!: (cells: Cells) => DataRecord
    let records: DataRecord[] = []
    let rejected: Rejected[] = []
    let lines: number[] = []
    let rowTexts: string[] = []
    let begun = resume?.offset ?? 0

    const advance = () => {
      if (atStart && !rows.skipSeparatorLine()) return false
      atStart = false
      while (skip > 0 && rows.skipLine()) skip--
      if (skip > 0) return false
      if (!names) {
        const head = rows.next()
        if (!head) return false
        names = options.header ? columnNames(head) : head.map((_, i) => `column_${i + 1}`)
        recordOf = recordMaker(names)
        if (!options.header && !resume) take(head)
      }
      return !resume || rows.offset >= resume.offset || rows.skipTo(resume.offset, resume.line)
    }
    /** The record of a row; undefined where the row is uneven. */
    const evenRecord = (cells: Cells) => {
      const whole =
        cells.length === names!.length
          ? cells
          : options.uneven_rows === 'mend'
            ? mended(cells, names!.length, dialect.delimiter)
            : undefined
      return whole && recordOf(options.decimal_comma ? whole.map(pointed) : whole)
    }
    const take = (cells: Cells) => {
      const record = evenRecord(cells)
      if (record) {
        records.push(record)
        lines.push(rows.begunOn)
        rowTexts.push(rows.rowText)
      } else
        rejected.push({
          record: recordOf(cells),
          reason: texts.uneven({ line: rows.begunOn, found: cells.length, expected: names!.length }),
        })
    }
    const batch = () => {
      const read = rowTexts
      const full = {
        records,
        again: (i: number) => evenRecord(rows.again(read[i]!))!,
        cursor: { offset: rows.offset, line: rows.line } satisfies Cursor,
        places: { unit: 'line' as const, numbers: lines },
        ...(rejected.length > 0 && { rejected }),
      }
      records = []
      rejected = []
      lines = []
      rowTexts = []
      begun = rows.offset
      return full
    }
    function* drain() {
      if (!advance()) return
      for (let cells = rows.next(); cells; cells = rows.next()) {
        take(cells)
        if (records.length + rejected.length >= batchRecords || rows.offset - begun >= batchCharacters) yield batch()
      }
    }
    for await (const piece of decode(source, options.encoding)) {
      rows.feed(piece)
      yield* drain()
    }
    rows.end()
    yield* drain()
    if (records.length + rejected.length > 0) yield batch()
  },

  async write(batches, options, target) {
    const bytes = encoder(options.encoding)
    const writer = csvWriter(options)
    let records = 0
    const done = finished(target)
    done.catch(heardElsewhere)
    for await (const batch of batches) {
      if (batch.length > 0 && !target.write(bytes(writer(batch)))) await Promise.race([once(target, 'drain'), done])
      records += batch.length
    }
    target.end()
    await done
    return { records }
  },

  detect: detectCsv,
})

type Options = z.output<typeof csv.options>

const dialectOf = ({ delimiter, enclosure, null_text, empty_as_null, stray_quotes }: Options): Dialect => ({
  delimiter: delimiter === '\\t' ? '\t' : delimiter,
  enclosure,
  null_text,
  empty_as_null,
  stray_quotes,
})

/** Makes the function that turns a row into a record; its code names every column, so that all records share one shape. */
function recordMaker(names: string[]): (cells: Cells) => DataRecord {
  const make = objectMaker(names)
  return (cells) => {
    const record = make(cells)
    for (let i = names.length; i < cells.length; i++) record[`column_${i + 1}`] = cells[i]
    return record
  }
}

/** The header's names; an empty one is numbered, a repeated one gets its number behind it. */
function columnNames(cells: Cells): string[] {
  const seen = new Set<string>()
  return cells.map((cell, i) => {
    const plain = cell?.trim() || `column_${i + 1}`
    let name = plain
    for (let n = 2; seen.has(name); n++) name = `${plain}_${n}`
    seen.add(name)
    return name
  })
}

// Where the file has a decimal comma, its points stand between thousands, whether a comma follows in the same cell or not.
const withComma = /^[+-]?(?:(?:\d+|\d{1,3}(?:\.\d{3})+),\d+|\d{1,3}(?:\.\d{3})+)$/
const pointed = (cell: string | null) =>
  cell !== null && withComma.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell
