import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { encodeBatch } from '@weft/engine/fusion/encode-batch.ts'
import { fusedOf } from '@weft/engine/fusion/fused-batch.ts'
import { compileMapping } from '@weft/engine/mapping/compile.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { readByModel } from '@weft/engine/models/read.server.ts'
import { lineFormat } from '@weft/engine/records/mysql/line-format.ts'
import { copyFormat } from '@weft/engine/records/postgres/copy-format.ts'
import { encoderFor, lineLayout } from '@weft/engine/records/writing/lines.ts'
import type { DateOrder, Model, ModelField } from '@weft/kit/define/model.ts'
import type { RecordWriter } from '@weft/kit/define/step-context.ts'
import { fieldTypes, plainField, type StructureField } from '@weft/kit/define/structure.ts'
import { inputType } from '@weft/kit/define/transformer.ts'
import { fits, valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'

const known = knownFormats(formats, formatBodies)
const house = new Map(transformers.map((one) => [one.key, one]))
const now = new Date('2026-11-28T06:00:00Z')
const ports = {
  lookup: async () => new Map(),
  references: async () => new Map(),
  data_set: async () => new Map(),
  partners: async () => new Map(),
  numbers: async () => '17',
  configuration: async () => 'a value',
}

type Import = {
  type: 'csv' | 'jsonl'
  model: ModelField[]
  file: string
  source: StructureField[]
  target: StructureField[]
  definition: object
  mode: 'insert' | 'update' | 'upsert' | 'replace'
  key: string[]
  on: 'postgres' | 'mysql'
}

/** All that can be known of an import: what each step gives and refuses of each batch, and the lines a database would be given. */
async function outcome(one: Import, isFused: boolean) {
  const model: Model = { type: one.type, options: {}, fields: one.model, dynamic_fields: [], max_depth: 3 }
  const [source, target] = [one.source, one.target].map((fields) => ({ id: randomUUID(), label: 'Orders', fields }))
  const mapping = compileMapping(
    { definition: one.definition, source: source!, target: target!, transformers: house },
    ports,
  )
  await mapping.run([], { now, seed: 'job:map:0' }) // only then is it known what it needs
  const layout = lineLayout({ fields: one.target }, one, one.on === 'postgres' ? copyFormat : lineFormat)
  const encode = encoderFor(layout)
  const writer = { layout } as unknown as RecordWriter
  const steps = isFused ? { mapping, writer } : undefined
  const batches: unknown[] = []
  let lines = 0
  for await (const read of readByModel(known, model, Readable.from([Buffer.from(one.file)]), undefined, steps)) {
    lines += fusedOf(read.records)?.lines.filter((line) => line !== undefined).length ?? 0
    const mapped = await mapping.run(read.records, { now, seed: 'job:map:0' })
    const encoded = encodeBatch(mapped.out, layout, encode)
    const refused = encoded.refused.map((refusal) => ({ ...refusal, record: mapped.out[refusal.position] }))
    batches.push({
      read: { ...read, records: [...read.records] },
      mapped: { ...mapped, out: [...mapped.out] },
      encoded: { ...encoded, refused },
    })
  }
  return { batches, lines }
}

/** What a fused import gives has to be what the usual way gives. Answers how many lines were written in one pass. */
async function same(one: Import): Promise<number> {
  const [usual, fused] = [await outcome(one, false), await outcome(one, true)]
  assert.deepEqual(fused.batches, usual.batches)
  return fused.lines
}

const awkward = [
  '',
  ' ',
  '  \t ',
  'NULL',
  'null',
  '-0',
  '-0.00',
  '+7',
  '007',
  '0',
  '1',
  '-1',
  '1e3',
  '1.5E-7',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '123456789012345',
  '1234567890123456',
  '12345678901234567890.12345678901234567890',
  '0.1',
  '.5',
  '5.',
  '1,5',
  '1.5',
  '1.234',
  '1,234',
  '1.234,56',
  '1,234.56',
  '12.345.678,9',
  '1.23.456',
  '1,23,456.7',
  "1'234.50",
  '1\u00a0234,5',
  '999.999,99',
  '-1.234,56',
  '0.123',
  '0,123',
  'ja',
  'Nein',
  'TRUE',
  'x',
  'yes ',
  '2026-02-28',
  '2026-02-29',
  '2024-02-29',
  '29.02.2024',
  '29.02.2023',
  '31.12.1999',
  '31.11.2026',
  '12/31/2026',
  '31/12/26',
  '1.2.2026',
  '00.01.2026',
  '13.13.2026',
  '2026-13-01',
  '0000-01-01',
  '01.01.0000',
  '0001-01-01',
  '9999-12-31',
  '2026-11-28T10:00:00Z',
  '2026-11-28 10:00:00',
  '2026-11-28T10:00',
  '28.11.2026 10:00',
  '28.11.2026 10:00:59',
  '28.11.2026 24:00',
  '28.11.2026  9:05',
  '28.11.2026 9:05 PM',
  '2026-03-29T02:30:00+01:00',
  '2026-10-25T02:30:00+0200',
  '2026-10-25 02:30:00.123456789Z',
  '2026-10-25T02:30:00-05',
  '28.11.2026T10:00',
  '2026.11.28 10:00',
  '2026-11-28T10:00:00.000Z',
  '28.11.2026 00:00',
  '2026-11-28 00:00:00',
  '10:30',
  '9:05:07',
  '24:00',
  '23:59:59,5',
  '6f1c3a52-0c1e-4f0a-9d53-1f6f4f1d2b3c',
  '6F1C3A52-0C1E-4F0A-9D53-1F6F4F1D2B3C',
  'a\\b',
  'a\tb',
  'a\nb',
  'a\r\nb',
  '\\N',
  '\\.',
  'ends with \\',
  '"quoted"',
  "it's",
  'semi;colon',
  'Zürich',
  '東京',
  '😀',
  '\u0000',
  'a\u0000b',
  '\ufeff',
  '\u2028',
  '\u007f',
  'straße',
  'İ',
  'ﬁ',
  '{"a":1}',
  '[1,2]',
  '{"a":"\\u0000"}',
  'red',
  'blue',
  'x'.repeat(300),
  '😀'.repeat(60),
  'constructor',
  '__proto__',
]
/** What only JSON can hold. */
const strange: unknown[] = [
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  0.1,
  1e21,
  1e-7,
  2147483648,
  9007199254740991,
  null,
  [],
  {},
  [1, 'a'],
  { a: 1 },
  '\ud800',
  'a\udc00b',
  [null],
  [{ a: '\u0000' }],
]

const two = (n: number) => String(n).padStart(2, '0')
const number = (min: number, max: number) => fc.integer({ min, max })
const amount = (locale: string | undefined) =>
  number(-20_000_000, 20_000_000).map((cents) =>
    locale ? (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 }) : (cents / 100).toFixed(2),
  )
const day = (order: DateOrder) =>
  fc
    .tuple(
      number(1, 31),
      number(1, 12),
      fc.oneof({ weight: 15, arbitrary: number(1900, 2100) }, fc.constant('0000')),
      fc.constantFrom('.', '-', '/'),
    )
    .map(([day, month, year, separator]) => {
      const parts = {
        ymd: [year, two(month), two(day)],
        dmy: [two(day), two(month), year],
        mdy: [two(month), two(day), year],
      }
      return parts[order].join(separator)
    })
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(60), fc.boolean())
  .map(([h, m, s, has]) => `${two(h)}:${two(m)}${has ? `:${two(s)}` : ''}`)
const moment = (order: DateOrder) =>
  fc
    .tuple(day(order), fc.constantFrom(' ', ' ', 'T'), clock, fc.constantFrom('', '', '', 'Z', '+02:00'))
    .map((parts) => parts.join(''))
const word = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-zA-Zäöüß ]{0,12}$/) },
  fc.stringMatching(/^[a-zA-Z\\\t\n\r 😀]{0,12}$/u),
)
const anyOrder = fc.constantFrom<DateOrder>('ymd', 'dmy', 'mdy')
const cell: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...awkward) },
  ...[
    fc.constantFrom('de', 'en', undefined).chain(amount),
    anyOrder.chain(moment),
    anyOrder.chain(day),
    fc.string({ maxLength: 30, unit: 'grapheme' }),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
)
/** What a field is usually read from. */
const fittingCell = ({ type, decimal_comma, date_order = 'ymd' }: ModelField): fc.Arbitrary<unknown> => {
  if (type === 'integer' || type === 'big_integer') return number(-3_000_000_000, 3_000_000_000).map(String)
  if (type === 'decimal')
    return fc.constantFrom(decimal_comma ? 'de' : 'en', ...(decimal_comma ? [] : [undefined])).chain(amount)
  if (type === 'date') return day(date_order)
  if (type === 'date_time') return moment(date_order)
  if (type === 'time') return clock
  if (type === 'boolean') return fc.constantFrom('true', 'no', '1', 'JA')
  if (type === 'uuid') return fc.uuid()
  if (type === 'choice') return fc.constantFrom('red', 'blue')
  return word
}

const names = ['order_no', 'customer', 'price', 'placed', 'paid', 'note'] as const

const scalarTypes = fieldTypes.filter((type) => type !== 'object' && type !== 'list')
const rarely = <T, U>(usual: T, ...rare: U[]) =>
  fc.oneof(
    { weight: 4 * rare.length, arbitrary: fc.constant(usual) },
    { weight: rare.length, arbitrary: fc.constantFrom(...rare) },
  )

const modelField = (name: string): fc.Arbitrary<ModelField> =>
  fc.record({
    name: fc.constant(name),
    original_name: fc.constantFrom(name, `The ${name}`),
    type: fc.constantFrom(...scalarTypes),
    include: rarely(true, false),
    nullable: rarely(true, false),
    unique: fc.constant(false),
    decimal_comma: fc.boolean(),
    date_order: anyOrder,
    scale: fc.constantFrom(undefined, 2, 4),
  })

const targetField = ({ name, type }: ModelField): fc.Arbitrary<StructureField> =>
  fc
    .record({
      type: fc.oneof({ weight: 3, arbitrary: fc.constant(type) }, fc.constantFrom('text' as const, ...scalarTypes)),
      nullable: rarely(true, false),
      required: rarely(false, true),
      unsigned: rarely(false, true),
      length: rarely(undefined, 5, 40, 191),
      shape: rarely({}, { precision: 12, scale: 2 }, { precision: 5, scale: 2 }, { precision: 30, scale: 10 }),
      bounds: rarely({}, { min: 2 }, { max: 1_000 }, { min: 1, max: 12 }),
      given: rarely(undefined, '7', '2026-01-01', 'red'),
    })
    .map(({ shape, bounds, given, ...field }) => ({
      ...plainField,
      ...{ id: randomUUID(), name, values: ['red', 'blue'] },
      ...field,
      ...shape,
      ...bounds,
      default: given,
    }))

/** Uses of transformers, each of which may take what a field or one before it gives. */
const uses: [key: string, inputs: number, options?: object][] = [
  ['upper', 1],
  ['lower', 1],
  ['trim', 1],
  ['trim', 1, { side: 'end' }],
  ['concat', 2],
  ['concat', 2, { separator: '\t', skip_empty: false }],
  ['left', 1, { length: 3 }],
  ['replace', 1, { search: 'a', with: '\\' }],
  ['replace', 1, { search: '\ud83d' }],
  ['multiply', 2],
  ['add', 2],
  ['round', 1, { decimals: 2 }],
  ['abs', 1],
  ['to_text', 1],
  ['to_integer', 1],
  ['to_decimal', 1],
  ['to_date', 1],
  ['to_date', 1, { zone: 'Europe/Berlin' }],
  ['to_boolean', 1],
  ['coalesce', 2],
  ['constant', 0, { value: 'fixed\n', type: 'text' }],
  ['constant', 0, { value: '0', type: 'decimal' }],
  ['is_empty', 1],
  ['length', 1],
  ['uuid', 0],
  ['now', 0],
  [
    'value_map',
    1,
    {
      table: [
        { from: 'red', to: 'rot' },
        { from: '', to: 'leer' },
      ],
      keep_unknown: true,
    },
  ],
  ['parse_number', 1],
  ['reject_if', 1, { operator: 'equals', value: '1', text: 'one is not wanted' }],
  ['convert_zone', 1, { zone: 'Europe/Berlin' }],
  ['format_date', 1, { format: 'dd.MM.yyyy HH:mm', zone: 'Europe/Berlin' }],
  ['split_list', 1, { separator: ' ' }],
  ['substring', 1, { start: 1, length: 1 }],
  ['hash', 1],
]

const anImport: fc.Arbitrary<Import> = fc
  .tuple(
    fc.subarray([...names], { minLength: 1 }).chain((some) => fc.tuple(...some.map(modelField))),
    fc.constantFrom('csv', 'jsonl'),
  )
  .chain(([model, type]) => {
    const one = (field: ModelField): fc.Arbitrary<unknown> =>
      fc.oneof(
        { weight: 20, arbitrary: fittingCell(field) },
        { weight: 2, arbitrary: cell },
        { weight: 1, arbitrary: fc.constant('') },
        ...(type === 'jsonl' ? [{ weight: 1, arbitrary: fc.constantFrom(...strange) }] : []),
      )
    const ways = fc.array(fc.nat(20), { minLength: names.length, maxLength: names.length })
    const use = fc.record({
      use: fc.constantFrom(...uses),
      from: fc.tuple(fc.nat(20), fc.nat(20)),
      condition: fc.nat(8),
    })
    return fc.record({
      ...{ type: fc.constant(type), model: fc.constant(model), quoted: fc.boolean(), ways },
      on: fc.constantFrom<Import['on']>('postgres', 'postgres', 'mysql'),
      mode: fc.constantFrom<Import['mode']>('insert', 'update', 'upsert', 'upsert', 'replace'),
      rows: fc.array(fc.tuple(...model.map(one)), { minLength: 1, maxLength: 12 }),
      target: fc.tuple(...model.map(targetField)),
      keys: number(1, 2),
      used: fc.array(use, { maxLength: 5 }),
    })
  })
  .map(({ type, model, quoted, ways, rows, target, keys, used, ...rest }): Import => {
    const source = model
      .filter(({ include }) => include)
      .map(({ name, type }) => ({ ...plainField, id: randomUUID(), name, type }))
    const origins: { id: string; name: string; type: ValueType }[] = source.map(({ id, name, type }) => ({
      id,
      name,
      type: valueTypeOf[type],
    }))
    const fitting = (type: ValueType, n: number) => {
      const all = origins.filter((origin) => fits(origin.type, type))
      return all[n % all.length]
    }
    const steps = used.flatMap(({ use: [key, count, options = {}], from, condition }, i) => {
      const transformer = house.get(key)!
      const inputs = from.slice(0, count).map((n, at) => fitting(inputType(transformer, at), n))
      if (inputs.includes(undefined)) return []
      const output = `step_${i}`
      const conditions = condition === 0 && inputs[0] ? [{ field: inputs[0].id, operator: 'not_empty' }] : []
      const takes = inputs.map((input) => input!.type)
      const { gives } = transformer
      const type = typeof gives === 'function' ? gives(transformer.options.parse(options), takes) : gives
      origins.push({ id: output, name: output, type })
      return {
        ...{ id: randomUUID(), key, inputs: inputs.map((input) => input!.id), options, output, conditions },
        position: { x: 0, y: 0 },
      }
    })
    const connections = target.flatMap(({ id, name, type }, i) => {
      const n = ways[i]!
      const own = n < 13 && origins.find((origin) => origin.name === name && fits(origin.type, valueTypeOf[type]))
      const origin = own || fitting(valueTypeOf[type], n)
      // Some fields are left without a value.
      return n === 20 || !origin ? [] : { id: randomUUID(), source_field_id: origin.id, target_field_id: id }
    })
    const heads = model.map(({ original_name }) => original_name)
    return {
      ...rest,
      ...{ type, model, source, target, key: target.slice(0, keys).map(({ name }) => name) },
      definition: { transformers: steps, connections },
      file:
        type === 'csv'
          ? csvOf([heads, ...rows], quoted)
          : rows.map((row) => JSON.stringify(Object.fromEntries(heads.map((name, i) => [name, row[i]])))).join('\n'),
    }
  })

const csvOf = (rows: readonly (readonly unknown[])[], quoted: boolean) =>
  rows
    .map((row) =>
      row
        .map((value) =>
          quoted || /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value),
        )
        .join(','),
    )
    .join('\n')

test('an import that is fused gives what the usual way gives, whatever the file, the mapping and the structure', async () => {
  let [run, lines] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anImport, async (one) => {
      try {
        lines += await same(one)
        run++
      } catch (error) {
        // Not every mapping that is put together by chance can run.
        if (!(error instanceof Invalid)) throw error
      }
    }),
    { numRuns: 800 },
  )
  assert.ok(run > 60 && lines > 100, `${run} imports could run and ${lines} lines were written in one pass`)
})
