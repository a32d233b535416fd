import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { headerOf, rowsAbove } from '@weft/kit/define/header-row.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { bothLanguages, defineMessages } from '@weft/kit/messages/messages.ts'
import { SheetRows, type Cell } from './sheet.ts'
import { openWorkbook, type Workbook } from './workbook.server.ts'
import { writeWorkbook } from './write.server.ts'
import { xlsx } from './xlsx.ts'

const texts = defineMessages({
  usual: {
    en: 'Sheets usually begin with a row of names.',
    de: 'Tabellenblätter beginnen meist mit einer Zeile von Namen.',
  },
  first: { en: 'The first visible sheet that holds anything.', de: 'Das erste sichtbare Blatt, das etwas enthält.' },
  chosen: { en: 'The sheet asked for.', de: 'Das gewünschte Blatt.' },
  titles: {
    en: 'The table begins in row {row, number}; what stands above has other cells.',
    de: 'Die Tabelle beginnt in Zeile {row, number}; was darüber steht, hat andere Zellen.',
  },
})

/** Rows looked at to find out where the table begins and whether it has a header. */
const inspectedRows = 300

export const xlsxBody = defineFormatBody(xlsx, {
  plainNumbers: true,

  async *read(source, { sheet, header, skip_rows }, cursor) {
    const book = await openWorkbook(source)
    try {
      const batches = new Batches('row')
      const behind = (cursor as { records: number } | undefined)?.records ?? 0
      let passed = 0
      let names: string[] | undefined
      for await (const { cells, characters, row } of rowsOf(book, sheet)) {
        if (row <= skip_rows) continue
        if (!names) {
          names = header ? columnNames(cells) : []
          if (header) continue
        }
        if (passed++ < behind) continue
        batches.add(recordOf(names, cells), characters, row)
        if (batches.full) yield batches.take({ records: passed })
      }
      if (!batches.empty) yield batches.take({ records: passed })
    } finally {
      await book.close()
    }
  },

  async inspect(source, { sheet }) {
    const book = await openWorkbook(source)
    try {
      const rows: { cells: Cell[]; row: number }[] = []
      for await (const row of rowsOf(book, sheet)) if (rows.push(row) >= inspectedRows) break
      const above = rowsAbove(rows.map(({ cells }) => cells))
      const header = headerOf(rows.slice(above).map(({ cells }) => cells))
      const row = rows[above]?.row ?? 1
      return {
        options: { header: header.yes, sheet, ...(above > 0 && { skip_rows: row - 1 }) },
        findings: [
          {
            option: 'sheet',
            confidence: book.visible.length > 1 ? 0.8 : 0.95,
            reason: bothLanguages(sheet === '' ? texts.first() : texts.chosen()),
          },
          ...(above > 0
            ? [{ option: 'skip_rows' as const, confidence: 0.85, reason: bothLanguages(texts.titles({ row })) }]
            : []),
          { option: 'header', confidence: header.confidence, reason: header.reason },
        ],
      }
    } finally {
      await book.close()
    }
  },

  write: writeWorkbook,

  detect(head) {
    const zip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4
    const spreadsheet = zip && Buffer.from(head).includes('xl/')
    return {
      options: { header: true, sheet: '' },
      findings: [
        { option: 'sheet', confidence: 0.8, reason: bothLanguages(texts.first()) },
        { option: 'header', confidence: 0.7, reason: bothLanguages(texts.usual()) },
      ],
      confidence: spreadsheet ? 0.99 : zip ? 0.5 : 0,
    }
  },
})

/** The rows of the sheet of this name; without one, of the first visible sheet that has any. */
async function* rowsOf(book: Workbook, sheet: string) {
  let found = false
  for (const name of sheet === '' && book.visible.length > 0 ? book.visible : [sheet]) {
    const rows = new SheetRows(book)
    const stream = await book.open(name)
    stream.setEncoding('utf8')
    for await (const piece of stream) {
      rows.feed(piece as string)
      for (const row of rows.ready.splice(0)) {
        found = true
        yield row
      }
    }
    rows.end()
    for (const row of rows.ready.splice(0)) {
      found = true
      yield row
    }
    if (found) return
  }
}

function columnNames(cells: Cell[]): string[] {
  const seen = new Set<string>()
  return Array.from(cells, (cell, i) => {
    const plain = String(cell ?? '').trim() || `column_${i + 1}`
    let name = plain
    for (let n = 2; seen.has(name); n++) name = `${plain}_${n}`
    seen.add(name)
    return name
  })
}

function recordOf(names: string[], cells: Cell[]): DataRecord {
  const record: DataRecord = {}
  for (let i = 0; i < Math.max(names.length, cells.length); i++)
    record[(names[i] ??= `column_${i + 1}`)] = cells[i] ?? null
  return record
}
