import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { bothLanguages, defineMessages } from '@weft/kit/messages/messages.ts'
import { SheetRows, type Cell } from './sheet.ts'
import { openWorkbook } from './workbook.server.ts'
import { writeWorkbook } from './write.server.ts'
import { xlsx } from './xlsx.ts'

const texts = defineMessages({
  usual: { en: 'Sheets usually begin with a row of names.', de: 'Tabellenblätter beginnen meist mit einer Zeile von Namen.' },
  first: { en: 'The first sheet of the workbook.', de: 'Das erste Blatt der Arbeitsmappe.' },
})

export const xlsxBody = defineFormatBody(xlsx, {
  async *read(source, { sheet, header }, cursor) {
    const book = await openWorkbook(source)
    try {
      const rows = new SheetRows(book)
      const batches = new Batches('row')
      const behind = (cursor as { records: number } | undefined)?.records ?? 0
      let passed = 0
      let names: string[] | undefined
      const drain = function* () {
        for (const { cells, characters, row } of rows.ready.splice(0)) {
          if (!names) {
            names = header ? columnNames(cells) : []
            if (header) continue
          }
          if (passed++ < behind) continue
          batches.add(recordOf(names, cells), characters, row)
          if (batches.full) yield batches.take({ records: passed })
        }
      }
      const stream = await book.open(sheet)
      stream.setEncoding('utf8')
      for await (const piece of stream) {
        rows.feed(piece as string)
        yield* drain()
      }
      rows.end()
      yield* drain()
      if (!batches.empty) yield batches.take({ records: passed })
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
  for (let i = 0; i < Math.max(names.length, cells.length); i++) record[(names[i] ??= `column_${i + 1}`)] = cells[i] ?? null
  return record
}
