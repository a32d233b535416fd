import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { serialOf } from './serial.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'

const parts = (sheet: string) => ({
  '[Content_Types].xml': `${head}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Styles: 0 plain, 1 date, 2 date with time, 3 header in bold.
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
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
    let columns: string[] | undefined
    for await (const batch of batches) {
      let text = ''
      if (!columns) {
        columns = [...new Set(batch.flatMap((record) => Object.keys(record)))]
        if (options.header) text += `<row>${columns.map((column) => inline(column, 3)).join('')}</row>`
      }
      for (const record of batch) text += `<row>${columns.map((column) => cell(record[column], options.typed_cells)).join('')}</row>`
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

function cell(value: unknown, typed: boolean): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>'
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!typed || typeof value !== 'string') return inline(text)
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= 15) return `<c><v>${text}</v></c>`
  if (/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) {
    const serial = serialOf(text)
    if (serial !== undefined) return `<c s="${text.length === 10 ? 1 : 2}"><v>${serial}</v></c>`
  }
  return inline(text)
}

const inline = (text: string, style = 0) => `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text.slice(0, 32_767))}</t></is></c>`

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
