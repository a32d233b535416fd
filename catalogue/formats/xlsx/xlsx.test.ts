import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import yazl from 'yazl'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isDateFormat, isoOf } from './serial.ts'
import { xlsxBody } from './xlsx.server.ts'
import { xlsx } from './xlsx.ts'

type Given = Parameters<typeof xlsx.options.parse>[0]

async function read(bytes: Buffer, options: Given = {}, cursor?: unknown) {
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of xlsxBody.read(Readable.from([bytes]), xlsx.options.parse(options), cursor)) {
    records.push(...batch.records)
    cursors.push(batch.cursor)
  }
  return { records, cursors }
}

async function written(records: DataRecord[], options: Given = {}) {
  const target = new PassThrough()
  const bytes = buffer(target)
  await xlsxBody.write((async function* () { for (let i = 0; i < records.length; i += 1000) yield records.slice(i, i + 1000) })(), xlsx.options.parse(options), target)
  return bytes
}

/** A workbook as spreadsheet programs write it: shared and rich texts, gaps, styles, two sheets. */
async function workbook(files: Record<string, string>) {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream as Readable)
}
const office = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Kunden" sheetId="1" r:id="rId1"/><sheet name="Aufträge" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml': '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-407]d.\\ mmm\\ yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="2"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><r><t>Mül</t></r><r><t>ler</t></r><rPh><t>x</t></rPh></si><si><t xml:space="preserve"> b </t></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Seit</t></is></c><c r="D1" t="str"><v>Summe</v></c></row><row r="2"/><row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>35250</v></c><c r="D3" s="4"><v>0.30000000000000004</v></c></row><row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4" s="3"><v>35250.5208333333</v></c><c r="D4" t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c t="s"><v>2</v></c><c s="2"><v>1</v></c></row></sheetData></worksheet>',
}

test('shared and rich texts, gaps, dates, booleans and errors come out right', async () => {
  const bytes = await workbook(office)
  assert.deepEqual((await read(bytes)).records, [
    { Name: 'Müller', column_2: null, Seit: '1996-07-04', Summe: 0.3 },
    { Name: null, column_2: true, Seit: '1996-07-04T12:30:00', Summe: null },
  ])
  assert.deepEqual((await read(bytes, { sheet: 'Aufträge', header: false })).records, [{ column_1: ' b ', column_2: '1900-01-01' }])
  await assert.rejects(read(bytes, { sheet: 'Lager' }), { code: 'XLSX_NO_SHEET', message: 'The workbook has no sheet "Lager". It has: Kunden, Aufträge.' })
})

test('what is no workbook, or a damaged one, is refused', async () => {
  await assert.rejects(read(Buffer.from('id;name\n')), { code: 'XLSX_INVALID' })
  await assert.rejects(read(await workbook({ 'a.txt': 'x' })), { code: 'XLSX_INVALID' })
  await assert.rejects(read(await workbook({ ...office, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="7">' })), { code: 'XLSX_INVALID', message: /behind row 7/ })
})

test('what is written is read back, numbers and dates as such', async () => {
  const records = [
    { name: '=1+1 <ü> & "x"', price: '12.50', zip: '01234', day: '2026-02-03', at: '2026-02-03T04:05:06Z', ok: true, none: null, list: [1] },
    { name: ' b ', price: '-3', zip: '1', day: null, at: null, ok: false, none: null, list: [] },
  ]
  assert.deepEqual((await read(await written(records))).records, [
    { name: '=1+1 <ü> & "x"', price: 12.5, zip: '01234', day: '2026-02-03', at: '2026-02-03T04:05:06', ok: true, none: null, list: '[1]' },
    { name: ' b ', price: -3, zip: 1, day: null, at: null, ok: false, none: null, list: '[]' },
  ])
})

test('reading goes on behind the batch a cursor came with', async () => {
  const bytes = await written(Array.from({ length: 2500 }, (_, i) => ({ i })))
  const { records, cursors } = await read(bytes)
  assert.equal(records.length, 2500)
  for (const [i, cursor] of cursors.entries()) assert.deepEqual((await read(bytes, {}, cursor)).records, records.slice((i + 1) * 1000))
  assert.equal(xlsxBody.detect(bytes.subarray(0, 65_536)).confidence, 0.99)
})

test('day numbers and number formats are understood', () => {
  assert.deepEqual([1, 59, 61, 36526, 0.25, 45000.999999].map((serial) => isoOf(serial, false)), ['1900-01-01', '1900-02-28', '1900-03-01', '2000-01-01', '06:00:00', '2023-03-15T23:59:59.914'])
  assert.equal(isoOf(0, true), '1904-01-01')
  assert.deepEqual(['General', '0.00', '#,##0.00 "days"', 'dd/mm/yyyy', '[h]:mm', 'yyyy"Jahr"', '[Red]0'].map((code) => isDateFormat(170, code)), [false, false, false, true, true, true, false])
})

test('a workbook that unpacks to more than memory holds is refused, and names in it lead nowhere', async () => {
  await assert.rejects(read(await workbook({ ...office, ...Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`xl/media/${i}.xml`, ''])) })), { code: 'XLSX_TOO_LARGE' })
  const text = `<si><t>${'y'.repeat(10_000)}</t></si>`
  const bomb = await workbook({ ...office, 'xl/sharedStrings.xml': `<sst>${text.repeat(30_000)}</sst>` })
  assert.ok(bomb.length < 2_000_000, `${bomb.length} bytes`)
  await assert.rejects(read(bomb), { code: 'XLSX_TOO_MANY_TEXTS' })
  const climbing = Buffer.from((await workbook({ ...office, 'xx/xx/etc/passwd': 'x' })).toString('latin1').replaceAll('xx/xx/etc', '../../etc'), 'latin1')
  await assert.rejects(read(climbing), { code: 'XLSX_INVALID' })
})
