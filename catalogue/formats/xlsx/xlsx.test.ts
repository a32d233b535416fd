import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import yazl from 'yazl'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { cellFormatOf, durationOf, isoOf } from './serial.ts'
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
  const batches = (async function* () {
    for (let i = 0; i < records.length; i += 1000) yield records.slice(i, i + 1000)
  })()
  const [bytes] = await Promise.all([buffer(target), xlsxBody.write(batches, xlsx.options.parse(options), target)])
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
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Kunden" sheetId="1" r:id="rId1"/><sheet name="Aufträge" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-407]d.\\ mmm\\ yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="2"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t>Mül</t></r><r><t>ler</t></r><rPh><t>x</t></rPh></si><si><t xml:space="preserve"> b </t></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Seit</t></is></c><c r="D1" t="str"><v>Summe</v></c></row><row r="2"/><row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>35250</v></c><c r="D3" s="4"><v>0.30000000000000004</v></c></row><row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4" s="3"><v>35250.5208333333</v></c><c r="D4" t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row><c t="s"><v>2</v></c><c s="2"><v>1</v></c></row></sheetData></worksheet>',
}

test('shared and rich texts, gaps, dates, booleans and errors come out right', async () => {
  const bytes = await workbook(office)
  assert.deepEqual((await read(bytes)).records, [
    { Name: 'Müller', column_2: null, Seit: '1996-07-04', Summe: '0.30' },
    { Name: null, column_2: true, Seit: '1996-07-04T12:30:00', Summe: null },
  ])
  assert.deepEqual((await read(bytes, { sheet: 'Aufträge', header: false })).records, [
    { column_1: ' b ', column_2: '1900-01-01' },
  ])
  await assert.rejects(read(bytes, { sheet: 'Lager' }), {
    code: 'XLSX_NO_SHEET',
    message: 'The workbook has no sheet "Lager". It has: Kunden, Aufträge.',
  })
})

test('what is no workbook, or a damaged one, is refused', async () => {
  await assert.rejects(read(Buffer.from('id;name\n')), { code: 'XLSX_INVALID' })
  await assert.rejects(read(await workbook({ 'a.txt': 'x' })), { code: 'XLSX_INVALID' })
  await assert.rejects(
    read(await workbook({ ...office, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="7">' })),
    { code: 'XLSX_INVALID', message: /behind row 7/ },
  )
})

test('what is written is read back, numbers and dates as such', async () => {
  const records = [
    {
      name: '=1+1 <ü> & "x"',
      price: '12.50',
      zip: '01234',
      day: '2026-02-03',
      at: '2026-02-03T04:05:06Z',
      ok: true,
      none: null,
      list: [1],
    },
    { name: ' b ', price: '-3', zip: '1', day: null, at: null, ok: false, none: null, list: [] },
  ]
  assert.deepEqual((await read(await written(records))).records, [
    {
      name: '=1+1 <ü> & "x"',
      price: '12.50',
      zip: '01234',
      day: '2026-02-03',
      at: '2026-02-03T04:05:06',
      ok: true,
      none: null,
      list: '[1]',
    },
    { name: ' b ', price: -3, zip: 1, day: null, at: null, ok: false, none: null, list: '[]' },
  ])
})

test('reading goes on behind the batch a cursor came with', async () => {
  const bytes = await written(Array.from({ length: 2500 }, (_, i) => ({ i })))
  const { records, cursors } = await read(bytes)
  assert.equal(records.length, 2500)
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual((await read(bytes, {}, cursor)).records, records.slice((i + 1) * 1000))
  assert.equal(xlsxBody.detect(bytes.subarray(0, 65_536)).confidence, 0.99)
})

test('day numbers and number formats are understood', () => {
  assert.deepEqual(
    [1, 59, 61, 36526, 0.25, 45000.999999].map((serial) => isoOf(serial, false)),
    ['1900-01-01', '1900-02-28', '1900-03-01', '2000-01-01', '06:00:00', '2023-03-15T23:59:59.914'],
  )
  assert.equal(isoOf(0, true), '1904-01-01')
  assert.deepEqual(
    ['General', '0.00', '#,##0.00 "days"', 'dd/mm/yyyy', '[h]:mm', 'yyyy"Jahr"', '[Red]0'].map(
      (code) => cellFormatOf(170, code).kind,
    ),
    ['plain', 'digits', 'digits', 'date', 'duration', 'date', 'digits'],
  )
  assert.deepEqual(
    [20, 22, 14, 46, 2, 0].map((id) => cellFormatOf(id, undefined).kind),
    ['time', 'date', 'date', 'duration', 'digits', 'plain'],
  )
  assert.deepEqual([1.5, 0.25, 2.000694444, -0.5].map(durationOf), ['36:00:00', '06:00:00', '48:01:00', '-12:00:00'])
  assert.equal(isoOf(0, false, 'time'), '00:00:00')
})

test('a workbook that unpacks to more than memory holds is refused, and names in it lead nowhere', async () => {
  await assert.rejects(
    read(
      await workbook({
        ...office,
        ...Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`xl/media/${i}.xml`, ''])),
      }),
    ),
    { code: 'XLSX_TOO_LARGE' },
  )
  const text = `<si><t>${'y'.repeat(10_000)}</t></si>`
  const bomb = await workbook({ ...office, 'xl/sharedStrings.xml': `<sst>${text.repeat(30_000)}</sst>` })
  assert.ok(bomb.length < 2_000_000, `${bomb.length} bytes`)
  await assert.rejects(read(bomb), { code: 'XLSX_TOO_MANY_TEXTS' })
  const climbing = Buffer.from(
    (await workbook({ ...office, 'xx/xx/etc/passwd': 'x' })).toString('latin1').replaceAll('xx/xx/etc', '../../etc'),
    'latin1',
  )
  await assert.rejects(read(climbing), { code: 'XLSX_INVALID' })
})

const cells = (rows: string) => ({
  ...office,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})

test('the 1904 calendar counts even where an extension has properties of its own', async () => {
  const book = office['xl/workbook.xml']
    .replace('<workbookPr/>', '<workbookPr date1904="1"/>')
    .replace('</workbook>', '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>')
  assert.deepEqual(
    (
      await read(
        await workbook({
          ...cells('<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>33788</v></c></row>'),
          'xl/workbook.xml': book,
        }),
        { header: false },
      )
    ).records,
    [{ column_1: '1904-01-01', column_2: '1996-07-04' }],
  )
})

test('durations are durations, and cells whose format fixes the digits are given as shown', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="00000"/><numFmt numFmtId="172" formatCode="h:mm"/><numFmt numFmtId="173" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="2"/><xf numFmtId="173"/></cellXfs></styleSheet>'
  const row = [
    ['1', '1.5'],
    ['2', '1067'],
    ['3', '0'],
    ['4', '1.1'],
    ['5', '1234.5'],
    ['0', '12345678901234567890'],
    ['4', '1.23456'],
    ['0', '1.10'],
  ]
    .map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
    .join('')
  const { records } = await read(await workbook({ ...cells(`<row>${row}</row>`), 'xl/styles.xml': styles }), {
    header: false,
  })
  assert.deepEqual(Object.values(records[0]!), [
    '36:00:00',
    '01067',
    '00:00:00',
    '1.10',
    '1234.50',
    '12345678901234567890',
    '1.23456',
    1.1,
  ])
})

test('an empty or hidden first sheet is passed over, and titles above the table are found', async () => {
  const empty = await workbook({ ...office, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>' })
  assert.deepEqual((await read(empty, { header: false })).records, [{ column_1: ' b ', column_2: '1900-01-01' }])
  const hidden = await workbook({
    ...office,
    'xl/workbook.xml': office['xl/workbook.xml'].replace('name="Kunden"', 'name="Kunden" state="hidden"'),
  })
  assert.deepEqual((await read(hidden, { header: false })).records, [{ column_1: ' b ', column_2: '1900-01-01' }])
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const titled = await workbook(
    cells(
      `<row r="1">${text('Umsatz 2025')}</row><row r="3">${text('Name')}${text('Ort')}<c t="str"><v>Wert</v></c></row><row r="4">${text('a')}${text('x')}<c><v>1</v></c></row><row r="5">${text('b')}${text('y')}<c><v>2</v></c></row>`,
    ),
  )
  const { options } = await xlsxBody.inspect!(Readable.from([titled]), xlsx.options.parse({}))
  assert.deepEqual(options, { header: true, sheet: '', skip_rows: 2 })
  assert.deepEqual((await read(titled, options)).records, [
    { Name: 'a', Ort: 'x', Wert: 1 },
    { Name: 'b', Ort: 'y', Wert: 2 },
  ])
})

test('control characters survive, prefixed tags are read, and what does not fit into a workbook is refused', async () => {
  const records = [{ a: 'x\u0000\u000by', b: '_x0041_', c: '\r\n' }]
  assert.deepEqual((await read(await written(records))).records, records)
  assert.deepEqual(
    (
      await read(
        await workbook({
          ...office,
          'xl/worksheets/sheet1.xml':
            '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        }),
        { header: false },
      )
    ).records,
    [{ column_1: 1 }],
  )
  await assert.rejects(written([{ a: 'x'.repeat(32_768) }]), { code: 'XLSX_TEXT_TOO_LONG' })
  await assert.rejects(written([...Array.from({ length: 1000 }, () => ({ a: 1 })), { a: 1, b: 2 }]), {
    code: 'TABLE_NEW_COLUMN',
  })
})
