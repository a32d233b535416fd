import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { analyse } from '@weft/engine/models/analyse.server.ts'
import { formatsForSteps, knownFormats } from '@weft/engine/models/formats.ts'
import { readByModel } from '@weft/engine/models/read.server.ts'
import type { Model, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { encodings } from '@weft/kit/encoding/encodings.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { strangeFiles } from './generate.ts'
import { tableOf, words, type Cell, type Kind, type Table } from './truth.ts'

const known = knownFormats(formats, formatBodies)
const world = formatsForSteps(known)

/** Reads as a user does: the file is analysed, the proposed model is taken as it is, and the file is read by it. */
async function throughProduct(name: string, bytes: Buffer, options?: Record<string, unknown>) {
  const open = async () => Readable.from([bytes])
  const found = await analyse(known, { name, open }, options && { options })
  const model: Model = {
    type: found.type,
    options: found.options,
    fields: found.fields,
    dynamic_fields: [],
    max_depth: 5,
  }
  return { found, ...(await readAll(model, bytes)) }
}

async function readAll(model: Model, bytes: Buffer) {
  const records: DataRecord[] = []
  const reasons: string[] = []
  for await (const batch of readByModel(known, model, Readable.from([bytes]))) {
    records.push(...batch.records)
    reasons.push(...(batch.rejected ?? []).map(({ reason }) => say(reason, 'en')))
  }
  return { records, reasons }
}

/** Cells are equal where they mean the same; the digits of a decimal count, not how many zeros follow them. */
function same(expected: Cell, actual: unknown, kind: Kind | undefined): boolean {
  if (expected === null) return actual === null || actual === undefined
  if (kind === 'decimal') return typeof actual === 'string' && digits(String(expected)) === digits(actual)
  return actual === expected
}
const digits = (text: string) =>
  text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-(?=0*$)/, '')

const figures = { files: 0, cells: 0, wrong: 0, lost: 0 }

function compare(what: string, { rows, kinds }: Table, records: DataRecord[], complaints: string[]) {
  figures.files++
  figures.lost += Math.abs(rows.length - records.length)
  if (rows.length !== records.length) complaints.push(`${what}: ${records.length} records instead of ${rows.length}`)
  for (const [r, row] of rows.entries()) {
    const values = records[r] && Object.values(records[r])
    if (!values) continue
    for (const [c, cell] of row.entries()) {
      figures.cells++
      if (same(cell, values[c], kinds[c])) continue
      figures.wrong++
      complaints.push(
        `${what}: row ${r + 1}, column ${c + 1}: ${JSON.stringify(values[c])} instead of ${JSON.stringify(cell)}`.slice(
          0,
          300,
        ),
      )
    }
  }
}

test('strange files are read cell by cell as they were written', async () => {
  const complaints: string[] = []
  for (const { what, name, bytes, table, options, rejected = 0 } of strangeFiles()) {
    try {
      const { records, reasons, found } = await throughProduct(name, bytes, options)
      compare(
        what,
        table,
        records.map((record) => ordered(record, found.fields, table)),
        complaints,
      )
      if (reasons.length !== rejected)
        complaints.push(`${what}: ${reasons.length} rejected instead of ${rejected}: ${reasons[0]}`)
      if (found.fit.misfits !== rejected)
        complaints.push(`${what}: the analysis tells of ${found.fit.misfits} misfits instead of ${rejected}`)
    } catch (error) {
      complaints.push(`${what}: ${String(error).slice(0, 300)}`)
      figures.lost += table.rows.length
    }
  }
  console.log(
    `strange files: ${figures.files} files, ${figures.cells} cells, wrong cells ${figures.wrong}, lost rows ${figures.lost}`,
  )
  assert.deepEqual(complaints.slice(0, 40), [], `${complaints.length} complaints`)
})

/** The values in the order of the table: where a file names its columns they may come in any order. */
function ordered(record: DataRecord, fields: ModelField[], { names }: Table): DataRecord {
  const byName = new Map(fields.map(({ original_name, name }) => [original_name.replace(/^@|^n:/, ''), name]))
  return names.every((name) => byName.has(name))
    ? Object.fromEntries(names.map((name) => [name, record[byName.get(name)!]]))
    : record
}

const recordsOf = ({ names, rows }: Table): DataRecord[] =>
  rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))

async function written(format: string, records: DataRecord[], options: Record<string, unknown>) {
  const target = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(target),
    world.write(
      format,
      options,
      (async function* () {
        yield records
      })(),
      target,
    ),
  ])
  return bytes
}

/** Every format with the options that write differently. */
function* writers(): Generator<[string, Record<string, unknown>]> {
  for (const encoding of encodings) {
    for (const delimiter of [',', ';', '\\t', '|'])
      yield ['csv', { encoding, delimiter, guard_formulas: false, ...(delimiter === ';' && { decimal_comma: true }) }]
    for (const indent of [false, true]) yield ['json', { encoding, indent, path: indent ? 'a.b' : '' }]
    yield ['jsonl', { encoding }]
    yield ['xml', { encoding, target_tag: 'row' }]
  }
  for (const typed_cells of [true, false]) yield ['xlsx', { typed_cells }]
}

test('what any writer wrote is read again as it was', async () => {
  const complaints: string[] = []
  for (const [format, options] of writers()) {
    const encoding = (options['encoding'] ?? 'utf-8') as (typeof encodings)[number]
    const fitting = ['a, b; c', 'say "x"', 'two\nlines', ' spaced ', '<&>'].filter(
      (text) => iconv.decode(iconv.encode(text, encoding.replace('-bom', '')), encoding.replace('-bom', '')) === text,
    )
    const table = tableOf([...words[encoding].slice(0, 4), ...fitting.slice(0, 4)])
    const what = `${format} ${JSON.stringify(options)}`
    try {
      const bytes = await written(format, recordsOf(table), options)
      const { records, reasons, found } = await throughProduct(`x.${format}`, bytes, {
        ...(format !== 'xlsx' && { encoding }),
      })
      compare(
        what,
        table,
        records.map((record) => ordered(record, found.fields, table)),
        complaints,
      )
      if (reasons.length > 0) complaints.push(`${what}: ${reasons[0]}`)
    } catch (error) {
      complaints.push(`${what}: ${String(error).slice(0, 300)}`)
    }
  }
  console.log(
    `strange files, written and read again: ${figures.files} files, ${figures.cells} cells, wrong cells ${figures.wrong}, lost rows ${figures.lost}`,
  )
  assert.deepEqual(complaints.slice(0, 40), [], `${complaints.length} complaints`)
})

const edges: [ModelField['type'], unknown[], Partial<ModelField>?][] = [
  ['integer', [0, 1, -1, 2_147_483_647, -2_147_483_648]],
  [
    'big_integer',
    ['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808', '18446744073709551615'],
  ],
  [
    'decimal',
    [
      '0',
      '-0.5',
      '0.1',
      '12345678901234567890123456789012345678',
      '0.00000000000000000000000000000000000001',
      '99999999999999999999.999999999999999999',
      '1.10',
      '-1234.5600',
    ],
    { precision: 65, scale: 38 },
  ],
  [
    'text',
    [
      '1.10',
      '007',
      '1e5',
      '1E400',
      'NaN',
      'Infinity',
      '-0',
      '+49301234567',
      '12345678901234567890',
      'true',
      '2026-01-31',
      '0x10',
      '1.000,50',
      '-',
      '=1+1',
    ],
  ],
  ['date', ['1900-03-01', '1970-01-01', '2024-02-29', '9999-12-31']],
  ['date_time', ['1970-01-01T00:00:00Z', '2026-03-29T01:59:59Z', '2026-12-31T23:59:59.123Z']],
  ['time', ['00:00:00', '23:59:59', '08:30:00']],
  ['boolean', [true, false]],
  ['uuid', ['00000000-0000-0000-0000-000000000000', 'a3bb189e-8bf9-3888-9912-ace4e6543002']],
]

test('every type keeps its values at the edges through every format, out and in', async () => {
  const complaints: string[] = []
  let values = 0
  for (const format of ['csv', 'json', 'jsonl', 'xml', 'xlsx'])
    for (const [type, all, more] of edges) {
      const records = all.map((edge, i) => ({ id: i + 1, edge }))
      const options = format === 'csv' ? { guard_formulas: false } : format === 'xml' ? { target_tag: 'row' } : {}
      const field = (name: string, kind: ModelField['type']): ModelField => ({
        name,
        original_name: name,
        type: kind,
        include: true,
        nullable: true,
        unique: false,
      })
      const model: Model = {
        type: format,
        options,
        fields: [field('id', 'integer'), { ...field('edge', type), ...more }],
        dynamic_fields: [],
        max_depth: 5,
      }
      const read = await readAll(model, await written(format, records, options))
      for (const reason of read.reasons) complaints.push(`${format} ${type}: ${reason}`)
      for (const [i, edge] of all.entries()) {
        values++
        const found = read.records.find(({ id }) => id === i + 1)?.['edge']
        if (type === 'decimal' ? digits(String(found)) !== digits(String(edge)) : found !== edge)
          complaints.push(`${format} ${type}: ${JSON.stringify(found)} instead of ${JSON.stringify(edge)}`)
      }
    }
  console.log(`edges of types: ${values} values through 5 formats, wrong ${complaints.length}`)
  assert.deepEqual(complaints, [])
})

test('numbers JSON can write but no double holds come as they were written', async () => {
  const { records } = await throughProduct(
    'x.json',
    Buffer.from('[{"id":1,"a":1e400,"b":-0},{"id":2,"a":1e-400,"b":1},{"id":3,"a":2,"b":-5}]'),
  )
  assert.deepEqual(records, [
    { id: 1, a: '1e400', b: 0 },
    { id: 2, a: '1e-400', b: 1 },
    { id: 3, a: '2', b: -5 },
  ])
})

test('an empty file and one of a header alone are refused with the reason, never read as something else', async () => {
  for (const [name, content] of [
    ['x.csv', ''],
    ['x.csv', '\ufeff'],
    ['x.csv', 'id,name\n'],
    ['x.json', '[]'],
    ['x.json', ''],
    ['x.jsonl', '\n\n'],
    ['x.xml', '<r/>'],
    ['x.xlsx', ''],
  ] as const)
    await assert.rejects(
      throughProduct(name, Buffer.from(content)),
      { status: 422 },
      `${name} ${JSON.stringify(content)}`,
    )
})

test('a model accepts every entry of the sample it was proposed from, whatever that holds', async () => {
  const single = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '1',
      '1.5',
      '1,5',
      '1.000',
      '1,000.5',
      "1'000",
      '01',
      '+4930123456',
      '1e5',
      '1.5e-300',
      '31.12.2026',
      '12/31/2026',
      '2026-01-01 10:00',
      '10:00',
      'ja',
      'x',
      '',
      ' ',
      '9'.repeat(40),
    ),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  )
  const value = fc.oneof(
    { weight: 4, arbitrary: single },
    fc.array(single, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '#text', '@c'), fc.oneof(single, fc.array(single, { maxLength: 2 })), {
      maxKeys: 3,
    }),
    fc.array(fc.oneof(single, fc.record({ k: single }, { requiredKeys: [] }), fc.array(single, { maxLength: 2 })), {
      maxLength: 3,
    }),
  )
  const record = fc.record({ p: value, q: value, r: single }, { requiredKeys: ['p'] })
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), async (records) => {
      const text = records.map((each) => JSON.stringify(each)).join('\n')
      const { records: read, reasons, found } = await throughProduct('x.jsonl', Buffer.from(`${text}\n`))
      assert.deepEqual([read.length, reasons, found.fit.misfits], [records.length, [], 0])
    }),
    { numRuns: 500 },
  )
})
