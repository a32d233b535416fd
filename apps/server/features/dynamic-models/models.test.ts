import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { analyse, type FileAnalysis, type AnalysisOptions } from '@weft/engine/models/analyse.server.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { readByModel } from '@weft/engine/models/read.server.ts'

const demo = new URL('../../demo/files/', import.meta.url)
const known = knownFormats(formats, formatBodies)

const file = (name: string) => ({ name, open: async () => createReadStream(new URL(name, demo)) })
const given = (name: string, content: string | Buffer) => ({
  name,
  open: async () => Readable.from([Buffer.from(content)]),
})
const modelOf = ({ type, options, fields, dynamic_fields }: FileAnalysis): Model => ({
  type,
  options,
  fields,
  dynamic_fields,
  max_depth: 5,
})
const typesOf = ({ fields }: FileAnalysis) =>
  Object.fromEntries(fields.map(({ name, type, nullable }) => [name, type + (nullable ? '?' : '')]))

async function readAll(source: Readable, model: Model, cursor?: unknown) {
  const records: DataRecord[] = []
  const rejected: Rejected[] = []
  for await (const batch of readByModel(known, model, source, cursor)) {
    records.push(...batch.records)
    rejected.push(...(batch.rejected ?? []))
  }
  return { records, rejected }
}

test('the Northwind orders: NULL, dates with milliseconds, decimals, and streets with unquoted commas', async () => {
  const found = await analyse(known, file('northwind/orders.csv'))
  assert.equal(found.type, 'csv')
  assert.equal(found.entries, 830)
  assert.deepEqual(
    [found.options['delimiter'], found.options['null_text'], found.options['uneven_rows'], found.options['encoding']],
    [',', 'NULL', 'mend', 'utf-8'],
  )
  assert.deepEqual(typesOf(found), {
    order_id: 'integer',
    customer_id: 'text',
    employee_id: 'integer',
    order_date: 'date',
    required_date: 'date',
    shipped_date: 'date?',
    ship_via: 'integer',
    freight: 'decimal',
    ship_name: 'text',
    ship_address: 'text',
    ship_city: 'text',
    ship_region: 'text?',
    ship_postal_code: 'text?',
    ship_country: 'text',
  })
  assert.equal(found.primary_key, 'order_id')
  assert.equal(found.rejected.count, 0)
  assert.deepEqual(
    [found.proposal.class_name, found.proposal.table_name, found.proposal.label],
    ['Orders', 'orders', 'Orders'],
  )
  const { records, rejected } = await readAll(createReadStream(new URL('northwind/orders.csv', demo)), modelOf(found))
  assert.equal(rejected.length, 0)
  assert.equal(records.length, 830)
  assert.deepEqual(records[2], {
    order_id: 10250,
    customer_id: 'HANAR',
    employee_id: 4,
    order_date: '1996-07-08',
    required_date: '1996-08-05',
    shipped_date: '1996-07-12',
    ship_via: 2,
    freight: '65.83',
    ship_name: 'Hanari Carnes',
    ship_address: 'Rua do Paço, 67',
    ship_city: 'Rio de Janeiro',
    ship_region: 'RJ',
    ship_postal_code: '05454-876',
    ship_country: 'Brazil',
  })
})

test('every Northwind file is read without a rejected record, and each has a key', async () => {
  const keys: Record<string, string | undefined> = {}
  for (const name of (await readdir(new URL('northwind/', demo))).sort()) {
    const found = await analyse(known, file(`northwind/${name}`))
    const { records, rejected } = await readAll(createReadStream(new URL(`northwind/${name}`, demo)), modelOf(found))
    assert.equal(rejected.length, 0, name)
    keys[`${name} ${records.length}`] = found.primary_key
  }
  assert.deepEqual(keys, {
    'categories.csv 8': 'category_id',
    'customers.csv 91': 'customer_id',
    'employees.csv 9': 'employee_id',
    'order-details.csv 2155': 'id',
    'orders.csv 830': 'order_id',
    'products.csv 77': 'product_id',
    'suppliers.csv 29': 'supplier_id',
  })
})

test('where no column alone is unique, a field of two joined is proposed as key', async () => {
  const found = await analyse(known, file('northwind/order-details.csv'))
  assert.deepEqual(found.dynamic_fields, [{ name: 'id', glue: '-', values: ['order_id', 'product_id'] }])
  assert.deepEqual(typesOf(found), {
    order_id: 'integer',
    product_id: 'integer',
    unit_price: 'decimal',
    quantity: 'integer',
    discount: 'decimal',
  })
  assert.deepEqual(
    found.proposal.fields.filter(({ primary_key }) => primary_key).map(({ name, type }) => [name, type]),
    [['id', 'text']],
  )
  assert.deepEqual(found.preview.records[0], {
    record: { order_id: 10248, product_id: 11, unit_price: '14.00', quantity: 12, discount: '0', id: '10248-11' },
  })
})

test('the 56 columns of country-codes.csv become good names and keep what they were called', async () => {
  const found = await analyse(known, file('country-codes.csv'))
  assert.equal(found.entries, 249)
  const names = Object.fromEntries(found.fields.map((field) => [field.original_name, field.name]))
  assert.equal(names['Small Island Developing States (SIDS)'], 'small_island_developing_states_sids')
  assert.equal(names['ISO3166-1-Alpha-3'], 'iso3166_1_alpha_3')
  assert.equal(names['CLDR display name'], 'cldr_display_name')
  assert.equal(new Set(Object.values(names)).size, 56)
  assert.ok(Object.values(names).every((name) => /^[a-z][a-z0-9_]{0,62}$/.test(name)))
  const { records, rejected } = await readAll(createReadStream(new URL('country-codes.csv', demo)), modelOf(found))
  assert.equal(rejected.length, 0)
  const cyprus = records.find((record) => record['iso3166_1_alpha_3'] === 'CYP')!
  assert.equal(cyprus['official_name_ar'], 'قبرص')
  assert.equal(cyprus['unterm_chinese_formal'], '塞浦路斯共和国')
  assert.equal(cyprus['land_locked_developing_countries_lldc'], null)
})

test('a German file in Windows-1252: decimal comma, day before month, ja and nein, leading zeros', async () => {
  const rows = [
    'Artikel-Nr.;Größe in %;Preis (€);Geändert am;Aktiv;PLZ;Uhrzeit',
    '00012;12;1.234,50;31.12.2025 13:45:07;ja;01067;8:30',
    '00013;7;0,99;01.02.2026 00:00:00;nein;20095;23:59',
  ]
  const found = await analyse(known, given('Preise 2026-01-31.csv', iconv.encode(rows.join('\r\n'), 'windows-1252')))
  assert.equal(found.options['encoding'], 'windows-1252')
  assert.deepEqual(typesOf(found), {
    artikel_nr: 'text',
    groesse_in_percent: 'integer',
    preis_euro: 'decimal',
    geaendert_am: 'date_time',
    aktiv: 'boolean',
    plz: 'text',
    uhrzeit: 'time',
  })
  assert.deepEqual(found.preview.records[0], {
    record: {
      artikel_nr: '00012',
      groesse_in_percent: 12,
      preis_euro: '1234.50',
      geaendert_am: '2025-12-31T13:45:07Z',
      aktiv: true,
      plz: '01067',
      uhrzeit: '08:30',
    },
  })
  assert.equal(found.proposal.class_name, 'Preise')
  assert.ok(
    found.fields.every(({ confidence, reason }) => confidence! > 0 && confidence! <= 1 && reason!.de.length > 10),
  )
})

test('whether day or month comes first is doubted where nothing tells', async () => {
  const order = async (dates: string[]) => {
    const { fields } = await analyse(
      known,
      given('x.csv', ['id,d', ...dates.map((date, i) => `${i},${date}`)].join('\n')),
    )
    return [fields[1]!.type, fields[1]!.date_order, fields[1]!.confidence! > 0.6]
  }
  assert.deepEqual(await order(['01/02/2026', '03/04/2026']), ['date', 'dmy', false])
  assert.deepEqual(await order(['01/22/2026', '03/04/2026']), ['date', 'mdy', true])
  assert.deepEqual(await order(['22/01/2026', '03/04/2026']), ['date', 'dmy', true])
  assert.deepEqual(await order(['01.02.2026', '03.04.2026']), ['date', 'dmy', true])
  assert.deepEqual(await order(['2026-01-02 10:00:00.123', '2026-01-02 00:00:00.000']), ['date_time', 'ymd', true])
})

test('every finding can be overruled', async () => {
  const source = given('x.csv', 'id;day;flag\n1;01/02/2026;1\n2;03/04/2026;0\n')
  const first = await analyse(known, source)
  const wishes: AnalysisOptions = {
    options: { header: true, null_text: '1' },
    fields: first.fields.map((field) =>
      field.name === 'day'
        ? { ...field, date_order: 'mdy' }
        : field.name === 'flag'
          ? { ...field, name: 'is_new', type: 'boolean', true_words: ['1'], false_words: ['0'] }
          : field,
    ),
    primary_key: 'day',
  }
  const second = await analyse(known, source, wishes)
  assert.deepEqual(
    second.preview.records.map((entry) => ('misfit' in entry ? entry.misfit.field : entry.record)),
    ['id', { id: 2, day: '2026-03-04', is_new: false }],
  )
  assert.equal(second.primary_key, 'day')
  const asText = await analyse(known, source, { type: 'csv', options: { delimiter: ',', header: false } })
  assert.deepEqual(
    asText.fields.map(({ original_name }) => original_name),
    ['column_1'],
  )
  assert.deepEqual(
    asText.findings.filter(({ overruled }) => overruled).map(({ option, confidence }) => [option, confidence]),
    [
      ['delimiter', 1],
      ['header', 1],
    ],
  )
})

test('nested lists and objects of XML and JSON become fields inside fields, down to the maximum depth', async () => {
  const orders = [
    {
      id: 1,
      customer: { name: 'A', address: { zip: '01067' } },
      lines: [{ sku: 'x', price: 1.5 }, { sku: 'y' }],
      tags: ['a'],
    },
    { id: 2, customer: null, lines: [], tags: [] },
  ]
  const found = await analyse(known, given('orders.json', JSON.stringify({ result: { orders } })))
  assert.equal(found.options['path'], 'result.orders')
  assert.deepEqual(typesOf(found), { id: 'integer', customer: 'object?', lines: 'list', tags: 'list' })
  assert.deepEqual(
    found.fields[1]!.fields![1]!.fields!.map(({ name, type }) => [name, type]),
    [['zip', 'text']],
  )
  assert.deepEqual(
    found.fields[2]!.fields!.map(({ name, type, nullable }) => [name, type, nullable]),
    [
      ['sku', 'text', false],
      ['price', 'decimal', true],
    ],
  )
  assert.deepEqual(found.preview.records[0], {
    record: {
      id: 1,
      customer: { name: 'A', address: { zip: '01067' } },
      lines: [
        { sku: 'x', price: '1.5' },
        { sku: 'y', price: null },
      ],
      tags: ['a'],
    },
  })
  assert.equal(
    (await analyse(known, given('orders.json', JSON.stringify(orders)), { max_depth: 1 })).fields[1]!.type,
    'json',
  )
  const xml = await analyse(
    known,
    given(
      'o.xml',
      '<o><order no="1"><line qty="2">a</line></order><order no="2"><line qty="1">b</line><line qty="3">c</line></order></o>',
    ),
  )
  assert.deepEqual(
    xml.fields.map(({ name, type, fields }) => [name, type, fields?.map((inner) => inner.name)]),
    [
      ['no', 'integer', undefined],
      ['line', 'list', ['qty', 'text']],
    ],
  )
  assert.deepEqual(xml.preview.records[0], { record: { no: 1, line: [{ qty: 2, text: 'a' }] } })
})

test('a value that does not fit is rejected with its line and the reason, and the others go on', async () => {
  const model = modelOf(await analyse(known, given('x.csv', 'id,price,day\n1,1.50,2026-01-31\n2,2.00,2026-02-01\n')))
  const { records, rejected } = await readAll(
    Readable.from([
      Buffer.from('id,price,day\n1,"1.5\n0",2026-01-31\n2,x{1},2026-02-30\n3,,2026-02-30\n4,0.10,2026-02-28\n'),
    ]),
    { ...model, fields: model.fields.map((field) => ({ ...field, nullable: true })) },
  )
  assert.deepEqual(records, [{ id: 4, price: '0.10', day: '2026-02-28' }])
  assert.deepEqual(
    rejected.map(({ field, reason }) => [field, say(reason, 'en'), say(reason, 'de')]),
    [
      ['price', 'Line 2: "1.5\n0" in "price" is no number.', 'Zeile 2: „1.5\n0“ in „price“ ist keine Zahl.'],
      ['price', 'Line 4: "x{1}" in "price" is no number.', 'Zeile 4: „x{1}“ in „price“ ist keine Zahl.'],
      [
        'day',
        'Line 5: "2026-02-30" in "day" is no date in the expected order.',
        'Zeile 5: „2026-02-30“ in „day“ ist kein Datum in der erwarteten Reihenfolge.',
      ],
    ],
  )
})

test('a file that is none, or empty, is refused with the reason', async () => {
  await assert.rejects(analyse(known, given('x.csv', '')), {
    code: 'MODEL_EMPTY',
    message:
      '“x.csv” cannot be read, so there is no model yet: The file holds no entries. Check separator, target tag and path.',
  })
  await assert.rejects(analyse(known, given('x.json', '[{"a": 1},\n{"a" 2}]')), {
    code: 'JSON_INVALID',
    message: /^“x\.json” cannot be read, so there is no model yet: Line 2, column 6/,
  })
  await assert.rejects(analyse(known, given('x.csv', 'a,b\n'), { type: 'docx' }), { code: 'MODEL_TYPE' })
})

test('a file with a byte order mark is what it is without one, in every format', async () => {
  const contents = {
    'x.csv': 'id,name\n1,ü\n2,ß\n',
    'x.json': '[{"id": 1, "name": "ü"}, {"id": 2, "name": "ß"}]',
    'x.jsonl': '{"id": 1, "name": "ü"}\n{"id": 2, "name": "ß"}\n',
    'x.xml': '<r><o><id>1</id><name>ü</name></o><o><id>2</id><name>ß</name></o></r>',
  }
  for (const [name, content] of Object.entries(contents))
    for (const encoding of ['utf8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
      const bytes = iconv.encode(`\ufeff${content}`, encoding, { addBOM: false })
      const found = await analyse(known, given(name, bytes))
      assert.equal(found.type, name.split('.')[1], `${name} in ${encoding}`)
      assert.deepEqual(
        (await readAll(Readable.from([bytes]), modelOf(found))).records,
        [
          { id: 1, name: 'ü' },
          { id: 2, name: 'ß' },
        ],
        `${name} in ${encoding}`,
      )
    }
})

test('a format whose detection throws only loses its vote', async () => {
  const broken = {
    ...known,
    xml: {
      ...known['xml']!,
      body: {
        ...known['xml']!.body,
        detect() {
          throw new RangeError('out of luck')
        },
      },
    },
  }
  assert.equal((await analyse(broken, given('x.csv', 'id,name\n1,a\n2,b\n'))).type, 'csv')
  assert.equal(
    (await analyse(broken, given('x.xml', '<r><o><id>1</id></o><o><id>2</id></o></r>'), { type: 'xml' })).type,
    'xml',
  )
})

test('JSON lines of 200 kB are JSON lines', async () => {
  const line = (id: number) => JSON.stringify({ id, text: 'x'.repeat(200_000) })
  for (const name of ['x.jsonl', 'x.txt'])
    assert.equal((await analyse(known, given(name, `${line(1)}\n${line(2)}\n${line(3)}\n`))).type, 'jsonl', name)
  assert.equal((await analyse(known, given('x.jsonl', `${line(1)}\n`))).type, 'jsonl')
  assert.equal((await analyse(known, given('x.json', '{"id": 1}\n'))).type, 'json')
})

test('XML is read as it declares, unless its bytes say otherwise', async () => {
  for (const [declared, encoding] of [
    ['ISO-8859-2', 'iso-8859-2'],
    ['windows-1251', 'windows-1251'],
    ['Shift_JIS', 'shift_jis'],
    ['UTF-16', 'utf-16le'],
  ] as const) {
    const word = { 'iso-8859-2': 'Łódź', 'windows-1251': 'Москва', shift_jis: '東京', 'utf-16le': 'ü' }[encoding]
    const bytes = iconv.encode(
      `<?xml version="1.0" encoding="${declared}"?><r><o><n>${word}</n></o><o><n>x</n></o></r>`,
      encoding,
      { addBOM: encoding === 'utf-16le' },
    )
    assert.deepEqual(
      (await analyse(known, given('x.xml', bytes))).preview.records[0],
      { record: { n: word } },
      declared,
    )
    const raw: DataRecord[] = []
    for await (const batch of known['xml']!.body.read(Readable.from([bytes]), known['xml']!.format.options.parse({})))
      raw.push(...batch.records)
    assert.equal(raw[0]!['n'], word, `${declared}, read without a model`)
  }
})

const typed = async (content: string, name = 'x.csv') => {
  const found = await analyse(known, given(name, content))
  const { records, rejected } = await readAll(Readable.from([Buffer.from(content)]), {
    ...modelOf(found),
    dynamic_fields: [],
  })
  assert.deepEqual(
    rejected.map(({ reason }) => say(reason, 'en')),
    [],
  )
  return { found, types: found.fields.map(({ type }) => type), records }
}

test('telephone numbers, numbers with leading zeros and numbers beyond what is exact stay text', async () => {
  const { types, records } = await typed(
    'phone,zip,account,change,code\n+4930123456,01067,12345678901234567,+5,12E4\n+49401234567,20095,12345678901234568,-3,55\n',
  )
  assert.deepEqual(types, ['text', 'text', 'text', 'integer', 'text'])
  assert.deepEqual(records[0], {
    phone: '+4930123456',
    zip: '01067',
    account: '12345678901234567',
    change: 5,
    code: '12E4',
  })
})

test('whether a comma or a point stands before the decimals is decided for the whole file', async () => {
  assert.deepEqual(
    (await typed('a;b\n1.000;1\n1.234,56;2\n')).records.map(({ a }) => a),
    ['1000', '1234.56'],
  )
  const other = await typed('a;b\n1.000;0,5\n2.000;12,25\n')
  assert.deepEqual(other.records, [
    { a: 1000, b: '0.5' },
    { a: 2000, b: '12.25' },
  ])
  assert.deepEqual((await typed('a,b\n1.125,0.5\n2.250,3.75\n')).records[0], { a: '1.125', b: '0.5' })
  assert.deepEqual((await typed('a|b\n1,000|0.5\n2,000|12.25\n')).records[0], { a: 1000, b: '0.5' })
  assert.deepEqual((await typed("a|b\n1'234.50|12,34,567.50\n2.5|1,000.25\n")).records[0], {
    a: '1234.50',
    b: '1234567.50',
  })
  assert.deepEqual((await typed('a;b\n1\u202f234,50;x\n2,5;y\n')).records[0], { a: '1234.50', b: 'x' })
  const mixed = await typed('a|b\n1,5|x\n1.5|y\n')
  assert.deepEqual([mixed.types[0], mixed.records[0]], ['text', { a: '1,5', b: 'x' }])
})

test('a separator that nothing in the file explains is doubted', async () => {
  const { found } = await typed('a|b\n1.234|x\n5.678|y\n')
  assert.equal(found.fields[0]!.confidence, 0.5)
  assert.match(
    found.fields[0]!.reason!.de,
    /kein Wert zeigt, ob das Trennzeichen vor Nachkommastellen oder Tausendern steht/,
  )
})

test('a decimal keeps the digits it has, and one with more than the field keeps is rejected, not rounded', async () => {
  const { found, records } = await typed('a,b\n"2,2",x\n"3,5",y\n')
  assert.deepEqual([found.fields[0]!.type, found.fields[0]!.scale, records[0]!['a']], ['decimal', 1, '2.2'])
  const { records: fine, rejected } = await readAll(
    Readable.from([Buffer.from('a,b\n"1,25",x\n"4,50",y\n')]),
    modelOf(found),
  )
  assert.deepEqual(fine, [{ a: '4.50', b: 'y' }])
  assert.deepEqual(
    rejected.map(({ reason }) => say(reason, 'en')),
    ['Line 2: "1,25" in "a" has more than 1 digit behind the point and would be rounded.'],
  )
})

test('a record with a character no database keeps is rejected with the reason, and the others go on', async () => {
  const model = modelOf(
    await analyse(
      known,
      given(
        'x.jsonl',
        '{"id": 1, "t": "a", "o": {"k": "b"}, "l": ["c"]}\n{"id": 2, "t": "b", "o": {"k": "c"}, "l": []}\n',
      ),
    ),
  )
  const lines = [
    '{"id": 1, "t": "a\\u0000", "o": {"k": ""}, "l": []}',
    '{"id": 2, "t": "", "o": {"k": "\\u0000"}, "l": []}',
    '{"id": 3, "t": "", "o": {"k": ""}, "l": ["\\u0000"]}',
    '{"id": 4, "t": "\\ud800", "o": {"k": ""}, "l": []}',
    '{"id": 5, "t": "ok", "o": {"k": ""}, "l": []}',
  ]
  const { records, rejected } = await readAll(Readable.from([Buffer.from(lines.join('\n'))]), model)
  assert.deepEqual(
    records.map(({ id }) => id),
    [5],
  )
  assert.deepEqual(
    rejected.map(({ field }) => field),
    ['t', 'k', 'l', 't'],
  )
  assert.match(say(rejected[0]!.reason, 'en'), /^Line 1: "t" contains a character that no database can keep \(U\+0000/)
})

test('elements with an attribute now and then, nil ones and lists of lists are read by the model made of them', async () => {
  const xml =
    '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><o><p c="EUR">5</p><q xsi:nil="true"/><l><v>1</v></l></o><o><p>7</p><q>x</q><l><v>1</v><v u="m">2</v></l></o></r>'
  assert.deepEqual((await typed(xml, 'x.xml')).records, [
    { p: { c: 'EUR', text: 5 }, q: null, l: { v: [{ u: null, text: 1 }] } },
    {
      p: { c: null, text: 7 },
      q: 'x',
      l: {
        v: [
          { u: null, text: 1 },
          { u: 'm', text: 2 },
        ],
      },
    },
  ])
  const json = '[{"id": 1, "a": [[1, 2], [3]], "b": "x"}, {"id": 2, "a": [], "b": {"k": 1}}]'
  assert.deepEqual((await typed(json, 'x.json')).records, [
    { id: 1, a: [[1, 2], [3]], b: { k: null, text: 'x' } },
    { id: 2, a: [], b: { k: 1, text: null } },
  ])
})

test('a column of large whole numbers is of one type', async () => {
  assert.deepEqual((await typed('[{"a": 1}, {"a": 9007199254740991}]', 'x.json')).records, [
    { a: '1' },
    { a: '9007199254740991' },
  ])
})

test('a model accepts the sample it was made of, and what it would reject is told by reason', async () => {
  const good = await analyse(known, given('x.csv', 'id,day\n1,2026-01-31\n2,2026-02-01\n'))
  assert.deepEqual(good.fit, { checked: 2, misfits: 0, reasons: [] })
  const fields = good.fields.map((field) => (field.name === 'day' ? { ...field, type: 'integer' as const } : field))
  const bad = await analyse(known, given('x.csv', 'id,day\n1,2026-01-31\n2,5,x\n3,2026-02-01\n'), { fields })
  assert.deepEqual(
    bad.fit.reasons.map(({ field, count, reason, values }) => [field, count, say(reason, 'en').slice(0, 45), values]),
    [
      ['day', 2, '"2026-01-31" in "day" is no whole number.', ['2026-01-31', '2026-02-01']],
      [undefined, 1, 'Line 3 has 3 cells, but the header has 2. Che', []],
    ],
  )
  assert.deepEqual([bad.fit.checked, bad.fit.misfits], [3, 3])
})

test('a file without a unique column is offered the number of the row as key', async () => {
  const content = 'name,city\nAnna,Berlin\nAnna,Berlin\nBernd,Berlin\n'
  const found = await analyse(known, given('x.csv', content))
  assert.deepEqual(
    [found.primary_key, found.dynamic_fields],
    [undefined, [{ name: 'row_number', glue: '-', values: [], row_number: true }]],
  )
  assert.match(found.key_candidates[0]!.reason.de, /^Keine Spalte ist eindeutig/)
  assert.deepEqual(found.proposal.fields[0], {
    ...found.proposal.fields[0]!,
    name: 'row_number',
    type: 'integer',
    primary_key: false,
  })
  assert.deepEqual(
    (await readAll(Readable.from([Buffer.from(content)]), modelOf(found))).records.map(({ row_number }) => row_number),
    [2, 3, 4],
  )
  assert.equal((await analyse(known, given('x.csv', 'label,id\na,7\n'))).primary_key, 'id')
})
