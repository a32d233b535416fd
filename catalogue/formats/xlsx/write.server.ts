import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { tableColumns } from '@weft/kit/define/columns.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { serialOf } from './serial.ts'
import { controlsEscaped } from './value.ts'

const texts = defineMessages({
  tooLong: {
    en: 'Row {row, number}: a text has {characters, number} characters; a cell of a workbook holds at most {limit, number}. Write CSV instead, or shorten the text.',
    de: 'Zeile {row, number}: Ein Text hat {characters, number} Zeichen; eine Zelle einer Arbeitsmappe fasst höchstens {limit, number}. Schreiben Sie stattdessen CSV oder kürzen Sie den Text.',
  },
  tooManyRows: {
    en: 'A sheet holds at most {limit, number} rows. Write CSV instead, or several files.',
    de: 'Ein Tabellenblatt fasst höchstens {limit, number} Zeilen. Schreiben Sie stattdessen CSV oder mehrere Dateien.',
  },
})
const mostCharacters = 32_767
const mostRows = 1_048_576
const mostPlaces = 15
const places = Array.from({ length: mostPlaces }, (_, i) => i + 1)

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'

const parts = (sheet: string) => ({
  '[Content_Types].xml': `${head}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Styles: 0 plain, 1 date, 2 date with time, 3 header in bold, then decimals by their count of places.
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="${2 + mostPlaces}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${places.map((count) => `<numFmt numFmtId="${165 + count}" formatCode="0.${'0'.repeat(count)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${4 + mostPlaces}"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/>${places.map((count) => `<xf numFmtId="${165 + count}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
})

type Options = { sheet: string; header: boolean; typed_cells: boolean }

/** Streams records as a workbook with one sheet; the columns are those of the first batch. */
export async function writeWorkbook(batches: AsyncIterable<DataRecord[]>, options: Options, target: Writable) {
  const zip = new yazl.ZipFile()
  const name = options.sheet || 'Data'
  for (const [path, text] of Object.entries(parts(name))) zip.addBuffer(Buffer.from(text), path)
  let records = 0
  async function* sheet() {
    yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${options.header ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''}</sheetView></sheetViews><sheetData>`
    const columnsOf = tableColumns()
    for await (const batch of batches) {
      const { columns, begins } = columnsOf(batch)
      let text = begins && options.header ? `<row>${columns.map((column) => inline(column, 1, 3)).join('')}</row>` : ''
      for (const [i, record] of batch.entries()) {
        const row = records + i + 1 + Number(options.header)
        if (row > mostRows) throw new Invalid('XLSX_TOO_MANY_ROWS', texts.tooManyRows({ limit: mostRows }))
        text += `<row>${columns.map((column) => cell(record[column], options.typed_cells, row)).join('')}</row>`
      }
      records += batch.length
      if (text) yield text
    }
    yield '</sheetData></worksheet>'
  }
  const rows = Readable.from(sheet(), { objectMode: false })
  const out = zip.outputStream as Readable
  rows.on('error', (error) => out.destroy(error))
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  await pipeline(out, target)
  return { records }
}

function cell(value: unknown, typed: boolean, row: number): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>'
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!typed || typeof value !== 'string') return inline(text, row)
  if (/^(?!-0(?:\.0+)?$)-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= 15)
    return `<c${text.includes('.') ? ` s="${3 + text.length - text.indexOf('.') - 1}"` : ''}><v>${text}</v></c>`
  if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?Z?)?$/.test(text)) {
    const serial = serialOf(text)
    if (serial !== undefined) return `<c s="${text.length === 10 ? 1 : 2}"><v>${serial}</v></c>`
  }
  return inline(text, row)
}

function inline(text: string, row: number, style = 0) {
  if (text.length > mostCharacters)
    throw new Invalid('XLSX_TEXT_TOO_LONG', texts.tooLong({ row, characters: text.length, limit: mostCharacters }))
  return `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(controlsEscaped(text))}</t></is></c>`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
