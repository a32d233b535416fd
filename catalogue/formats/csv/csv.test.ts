import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { csvBody } from './csv.server.ts'
import { csv } from './csv.ts'
import { CsvRows } from '@weft/kit/csv/rows.ts'

const demo = new URL('../../../apps/server/demo/files/', import.meta.url)
type Given = Parameters<typeof csv.options.parse>[0]

async function read(source: string | Buffer | Readable, options: Given = {}, cursor?: unknown) {
  const stream = source instanceof Readable ? source : Readable.from([Buffer.from(source)])
  const records: DataRecord[] = []
  const rejected: Rejected[] = []
  for await (const batch of csvBody.read(stream, csv.options.parse(options), cursor)) {
    records.push(...batch.records)
    rejected.push(...(batch.rejected ?? []))
  }
  return { records, rejected }
}

async function written(records: DataRecord[], options: Given = {}) {
  const target = new PassThrough()
  const bytes = buffer(target)
  await csvBody.write(
    (async function* () {
      yield records
    })(),
    csv.options.parse(options),
    target,
  )
  return bytes
}

async function refusal(promise: Promise<unknown>): Promise<WeftError> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof WeftError, String(error))
    return error
  }
  assert.fail('it was accepted')
}

test('separators and line ends inside quotes belong to the value, NULL and empty cells are no value', async () => {
  const { records } = await read('id,text,note\r\n1,"a, b\r\nand ""c""",NULL\r\n2,,"NULL"\r\n')
  assert.deepEqual(records, [
    { id: '1', text: 'a, b\r\nand "c"', note: null },
    { id: '2', text: null, note: 'NULL' },
  ])
})

test('plain cells before a quoted one are read as in a line without a quote', async () => {
  const { records } = await read(',__proto__,c,d\n,,NULL,"x"\n"q",1,"2,2",3\n1,"",NULL,\n', { empty_as_null: false })
  assert.deepEqual(
    records.map((record) => Object.entries(record)),
    [
      [
        ['column_1', ''],
        ['__proto__', ''],
        ['c', null],
        ['d', 'x'],
      ],
      [
        ['column_1', 'q'],
        ['__proto__', '1'],
        ['c', '2,2'],
        ['d', '3'],
      ],
      [
        ['column_1', '1'],
        ['__proto__', ''],
        ['c', null],
        ['d', ''],
      ],
    ],
  )
})

test('a broken quote in line 70,001 is named with its line in both languages', async () => {
  const lines = Array.from({ length: 80_000 }, (_, i) => `${i + 2},"Name ${i}",5`)
  lines[69_999] = '70001,"Broken,5'
  const error = await refusal(read(Readable.from([Buffer.from(`id,name,price\n${lines.join('\n')}\n`)])))
  assert.equal(error.code, 'CSV_BROKEN_QUOTE')
  assert.match(say(error.say, 'en'), /^Line 70,001: the quote " that opens a value here is not closed/)
  assert.match(say(error.say, 'de'), /^Zeile 70\.001: Das Anführungszeichen "/)
})

test('a broken quote is named with its line when no other quote follows in a large file', async () => {
  const lines = Array.from({ length: 400_000 }, (_, i) => `${i + 2},Name ${i},5`)
  lines[69_999] = '70001,"Broken,5'
  assert.match(say((await refusal(read(`id,name,price\n${lines.join('\n')}\n`))).say, 'en'), /^Line 70,001: the quote/)
})

test('text behind a closing quote and a quote inside a bare value are refused, the latter on request taken as text', async () => {
  assert.match(say((await refusal(read('a,b\n1,"x"y\n'))).say, 'en'), /^Line 2:/)
  assert.match(say((await refusal(read('a,b\n1,2\n1,5" pipe\n'))).say, 'en'), /^Line 3: .* in the middle of a value/)
  assert.deepEqual((await read('a,b\n1,5" pipe\n', { stray_quotes: 'text' })).records, [{ a: '1', b: '5" pipe' }])
})

test('a value of 10 MB is refused, quoted or not', async () => {
  const large = 'x'.repeat(10 * 1024 * 1024)
  for (const value of [large, `"${large}"`]) {
    const error = await refusal(read(Readable.from(pieces(Buffer.from(`a,b\n1,2\n3,${value}\n`), 65_536))))
    assert.equal(error.code, 'CSV_VALUE_TOO_LARGE')
    assert.match(say(error.say, 'de'), /^Zeile 3: Ein Wert ist größer als 4 MB\./)
  }
})

test('rows with too many or too few cells are rejected with line and reason, or mended', async () => {
  const text = 'id,street,city\n1,Rua do Paço, 67,Rio\n2,Kurz\n3,a,b\n4,x,y,z\n'
  const strict = await read(text)
  assert.deepEqual(strict.records, [{ id: '3', street: 'a', city: 'b' }])
  assert.deepEqual(
    strict.rejected.map(({ reason }) => say(reason, 'en').split('. ')[0]),
    [
      'Line 2 has 4 cells, but the header has 3',
      'Line 3 has 2 cells, but the header has 3',
      'Line 5 has 4 cells, but the header has 3',
    ],
  )
  const mending = await read(text, { uneven_rows: 'mend' })
  assert.deepEqual(mending.records, [
    { id: '1', street: 'Rua do Paço, 67', city: 'Rio' },
    { id: '2', street: 'Kurz', city: null },
    { id: '3', street: 'a', city: 'b' },
  ])
  assert.equal(mending.rejected.length, 1)
})

test('every encoding is read, in pieces of any size', async () => {
  const text = 'name;stück\nÄpfel & Öl;3\nGrüße – "ß";4\n'
  for (const encoding of [
    'utf-8',
    'utf-8-bom',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'iso-8859-15',
    'cp850',
  ] as const) {
    const plain = encoding === 'iso-8859-15' || encoding === 'cp850' ? text.replace('–', '-') : text
    const bytes =
      encoding === 'utf-8-bom'
        ? Buffer.from('\ufeff' + plain)
        : iconv.encode(plain, encoding, { addBOM: encoding.startsWith('utf-16') })
    for (const size of [1, 3, 1000]) {
      const { records } = await read(Readable.from(pieces(bytes, size)), { encoding, delimiter: ';', enclosure: '' })
      assert.deepEqual(records[0], { name: 'Äpfel & Öl', stück: '3' }, `${encoding} in pieces of ${size}`)
    }
  }
})

test('a wrong encoding is recognised and the right one is named', async () => {
  const latin = iconv.encode('id,name\n1,Meier\n2,Müller\n', 'windows-1252')
  assert.match(
    say((await refusal(read(latin))).say, 'en'),
    /^Line 3 contains bytes that are not UTF-8, .* probably windows-1252\./,
  )
  assert.match(
    say((await refusal(read(iconv.encode('id,name\n1,Meier\n', 'utf-16le')))).say, 'en'),
    /zero bytes, as utf-16le does/,
  )
  assert.match(
    say((await refusal(read('id,name\n1,Müller\n2,Größe\n', { encoding: 'windows-1252' }))).say, 'de'),
    /sind UTF-8, sie soll aber als windows-1252 gelesen werden/,
  )
  assert.match(
    say((await refusal(read(Buffer.from('\ufeffid,name\n'), { encoding: 'windows-1252' }))).say, 'de'),
    /beginnt mit der Kennung von utf-8-bom/,
  )
})

test('behind any cursor a file is cut into the batches it was cut into before, however far inside the cursor stands', async () => {
  const text = `n,note\n${Array.from({ length: 12_500 }, (_, n) => `${n},${'x'.repeat(900)}`).join('\n')}\n`
  const cut = async (cursor?: unknown) => {
    const batches: { first: unknown; size: number; cursor: unknown }[] = []
    for await (const batch of csvBody.read(
      Readable.from(pieces(Buffer.from(text), 100_000)),
      csv.options.parse({}),
      cursor,
    ))
      batches.push({ first: batch.records[0]!['n'], size: batch.records.length, cursor: batch.cursor })
    return batches
  }
  const whole = await cut()
  assert.deepEqual(whole.map(({ first, size }) => `${first as string}: ${size}`).slice(-3), [
    '10000: 1000',
    '11000: 1000',
    '12000: 500',
  ])
  for (const i of [3, 7, 10]) assert.deepEqual(await cut(whole[i]!.cursor), whole.slice(i + 1))
})

test('a record can be made once more, as it was', async () => {
  const text = 'n;name;n\n1;"a ""b"" \n c";NULL\n\n;x;\n7;;"z"'
  const options = csv.options.parse({ delimiter: ';' })
  for await (const batch of csvBody.read(Readable.from([Buffer.from(text)]), options, undefined)) {
    assert.deepEqual(
      batch.records.map((_, i) => batch.again!(i)),
      batch.records,
    )
    assert.deepEqual(batch.again!(0), { n: '1', name: 'a "b" \n c', n_2: null })
  }
})

test('reading goes on behind the batch a cursor came with', async () => {
  const file = new URL('northwind/orders.csv', demo)
  const all: DataRecord[] = []
  const text = `id,name\n${Array.from({ length: 3500 }, (_, i) => `${i},"ü ${i}\nnew line"`).join('\n')}\n`
  const cursors: unknown[] = []
  for await (const batch of csvBody.read(Readable.from([Buffer.from(text)]), csv.options.parse({}))) {
    all.push(...batch.records)
    cursors.push(JSON.parse(JSON.stringify(batch.cursor)))
  }
  assert.equal(all.length, 3500)
  for (const [i, cursor] of cursors.entries()) {
    const { records } = await read(Readable.from(pieces(Buffer.from(text), 1000)), {}, cursor)
    assert.deepEqual(records, all.slice(Math.min(3500, (i + 1) * 1000)))
  }
  assert.equal((await read(createReadStream(file), { uneven_rows: 'mend' })).records.length, 830)
})

test('the Northwind orders come out right although 176 streets hold an unquoted comma', async () => {
  const { records, rejected } = await read(createReadStream(new URL('northwind/orders.csv', demo)), {
    uneven_rows: 'mend',
  })
  assert.equal(records.length, 830)
  assert.equal(rejected.length, 0)
  assert.equal(records.find(({ orderID }) => orderID === '10250')?.['shipAddress'], 'Rua do Paço, 67')
  assert.equal(records[0]?.['shipRegion'], null)
  assert.equal(new Set(records.map(({ shipCountry }) => shipCountry)).size, 21)
})

test('the decimal comma is read and written', async () => {
  const { records } = await read('a;b\n1.234,50;1,5 kg\n-0,5;12\n', { delimiter: ';', decimal_comma: true })
  assert.deepEqual(records, [
    { a: '1234.50', b: '1,5 kg' },
    { a: '-0.5', b: '12' },
  ])
  assert.equal(String(await written([{ a: '1234.50' }], { delimiter: ';', decimal_comma: true })), 'a\r\n1234,50\r\n')
})

test('where it is asked for, what could run as a formula is written with an apostrophe, numbers are not', async () => {
  const records = [{ a: '=1+1', b: '-5.20', c: '@x', d: '+49 40', e: '\tx' }]
  assert.equal(
    String(await written(records, { guard_formulas: true })),
    `a,b,c,d,e\r\n'=1+1,-5.20,'@x,'+49 40,'\tx\r\n`,
  )
  assert.equal(String(await written(records)), 'a,b,c,d,e\r\n=1+1,-5.20,@x,+49 40,\tx\r\n')
})

test('what is written is read back the same, whatever it holds', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'NULL', '"', ',', 'a\r\nb', ' x ', '\n'),
    fc.constant(null),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ a: value, b: value, c: value }, { noNullPrototype: true }), { minLength: 1 }),
      fc.constantFrom(',', ';', '\\t', '|'),
      async (records, delimiter) => {
        const bytes = await written(records, { delimiter, guard_formulas: false })
        assert.deepEqual((await read(bytes, { delimiter })).records, records)
      },
    ),
    { numRuns: 300 },
  )
})

test('rows come out as csv-parse cuts them, in pieces of any size', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ';', ' ', '\n', '\r', '\t') })
  const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`)
  const bare = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', ';') })
  const row = fc.array(fc.oneof(quoted, bare), { minLength: 2, maxLength: 5 }).map((cells) => cells.join(','))
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      (rows, newline, last, size) => {
        const text = rows.join(newline) + (last ? newline : '')
        const expected = parse(text, { relax_column_count: true, skip_empty_lines: true, record_delimiter: newline })
        const reader = new CsvRows({
          delimiter: ',',
          enclosure: '"',
          null_text: 'NULL',
          empty_as_null: false,
          stray_quotes: 'refuse',
        })
        const found: unknown[] = []
        const drain = () => {
          for (let cells = reader.next(); cells; cells = reader.next()) found.push(cells)
        }
        for (let at = 0; at < text.length; at += size) {
          reader.feed(text.slice(at, at + size))
          drain()
        }
        reader.end()
        drain()
        assert.deepEqual(found, expected)
      },
    ),
    { numRuns: 3000 },
  )
})

test('separator, quote, header, "no value" and encoding are found with a reason', async () => {
  const german = csvBody.detect(
    iconv.encode('Artikel-Nr.;Bezeichnung;Preis\n1;Bürste, groß;3,50\n2;Öl;12,00\n3;Säge;9,99\n', 'windows-1252'),
  )
  assert.deepEqual(german.options, { encoding: 'windows-1252', delimiter: ';', enclosure: '"', header: true })
  const dos = csvBody.detect(
    iconv.encode('Artikel\tBezeichnung\n1\tBürste\n2\tÖl für Türen\n3\tSäge, größer\n', 'cp850'),
  )
  assert.equal(dos.options.encoding, 'cp850')
  assert.equal(dos.options.delimiter, '\\t')
  const head = (await createReadStream(new URL('northwind/orders.csv', demo), { end: 65_535 }).toArray())[0] as Buffer
  const orders = csvBody.detect(head)
  assert.deepEqual(orders.options, {
    encoding: 'utf-8',
    delimiter: ',',
    enclosure: '"',
    header: true,
    null_text: 'NULL',
    uneven_rows: 'mend',
  })
  assert.ok(
    orders.findings.every(({ confidence, reason }) => confidence > 0 && confidence <= 1 && reason.de !== reason.en),
  )
  assert.equal(csvBody.detect(Buffer.from('1;2;3\n4;5;6\n7;8;9\n')).options.header, false)
})

function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
