import { randomUUID } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { compileMapping } from '@weft/engine/mapping/compile.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import { row, type Row } from './figure.ts'

const field = (name: string, type: FieldType, fields?: StructureField[]): StructureField => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
  ...(fields && { fields }),
})

const flatSource = {
  id: randomUUID(),
  label: 'Orders',
  fields: ['number', 'placed', 'first_name', 'last_name', 'country', 'carrier', 'sku']
    .map((name) => field(name, 'text'))
    .concat([
      field('quantity', 'integer'),
      field('price', 'decimal'),
      field('freight', 'decimal'),
      field('paid', 'boolean'),
      field('note', 'text'),
    ]),
}
const flatTarget = {
  id: randomUUID(),
  label: 'Sales',
  fields: ['order_no', 'customer', 'country_code', 'shipper', 'material', 'remark', 'state']
    .map((name) => field(name, 'text'))
    .concat([field('day', 'date'), field('amount', 'integer'), field('net', 'decimal'), field('costs', 'decimal')]),
}
const nestedSource = {
  id: randomUUID(),
  label: 'Orders with lines',
  fields: [
    field('number', 'text'),
    field('lines', 'list', [field('sku', 'text'), field('quantity', 'integer'), field('price', 'decimal')]),
  ],
}
const nestedTarget = {
  id: randomUUID(),
  label: 'Sales with items',
  fields: [
    field('order_no', 'text'),
    field('total', 'decimal'),
    field('items', 'list', [field('material', 'text'), field('net', 'decimal')]),
  ],
}

const carriers = { '1': 'Speedy Express', '2': 'United Package', '3': 'Federal Shipping' }

type Structure = { id: string; label: string; fields: StructureField[] }
type Step = [output: string, key: string, inputs: string[], options?: Record<string, unknown>]

function compile(source: Structure, target: Structure, steps: Step[], connections: [string, string][]) {
  const idsOf = ({ fields }: Structure) =>
    new Map(
      fields.flatMap((one) => [
        [one.name, one.id] as const,
        ...(one.fields ?? []).map((inner) => [`${one.name}.${inner.name}`, inner.id] as const),
      ]),
    )
  const [from, to] = [idsOf(source), idsOf(target)]
  const definition = {
    transformers: steps.map(([output, key, inputs, options = {}]) => ({
      id: randomUUID(),
      key,
      inputs: inputs.map((name) => from.get(name) ?? name),
      options,
      output,
      position: { x: 0, y: 0 },
    })),
    connections: connections.map(([origin, end]) => ({
      id: randomUUID(),
      source_field_id: from.get(origin) ?? origin,
      target_field_id: to.get(end)!,
    })),
  }
  return compileMapping(
    { definition, source, target, transformers: new Map(transformers.map((one) => [one.key, one])) },
    {
      lookup: async () => new Map(),
      references: async () => new Map(),
      data_set: async () => new Map(),
      partners: async () => new Map(),
      numbers: async ({ first }) => first,
      configuration: async () => undefined,
    },
  )
}

const flat = compile(
  flatSource,
  flatTarget,
  [
    ['date_read', 'parse_date', ['placed'], { only_date: true }],
    ['full_name', 'concat', ['first_name', 'last_name']],
    ['upper_country', 'upper', ['country']],
    ['carrier_name', 'value_map', ['carrier'], { table: Object.entries(carriers).map(([from, to]) => ({ from, to })) }],
    ['tidy_note', 'trim', ['note']],
    ['product', 'multiply', ['quantity', 'price']],
    ['net_rounded', 'round', ['product']],
    ['paid_state', 'value_case', ['paid'], { cases: [{ operator: 'true', then: 'paid' }], default: 'open' }],
  ],
  [
    ['number', 'order_no'],
    ['date_read', 'day'],
    ['full_name', 'customer'],
    ['upper_country', 'country_code'],
    ['carrier_name', 'shipper'],
    ['sku', 'material'],
    ['quantity', 'amount'],
    ['net_rounded', 'net'],
    ['freight', 'costs'],
    ['tidy_note', 'remark'],
    ['paid_state', 'state'],
  ],
)

/** The same as a developer would write it for this one purpose, as careful with empty values and wrong dates. */
function flatByHand(record: DataRecord): DataRecord {
  const { number, placed, first_name, last_name, country, carrier, sku, quantity, price, freight, paid, note } =
    record as Record<string, string | null>
  let day: string | null = null
  if (placed) {
    const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(placed.trim())
    const date =
      match && new Date(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.${match[7]}Z`)
    if (!date || Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(match[3]))
      throw new Error(`${placed} is not a date`)
    day = date.toISOString().slice(0, 10)
  }
  return {
    order_no: number ?? null,
    day,
    customer: [first_name, last_name].filter(Boolean).join(' ') || null,
    country_code: country ? country.toUpperCase() : null,
    shipper: carrier ? (carriers[carrier as '1'] ?? null) : null,
    material: sku ?? null,
    amount: quantity ?? null,
    net:
      quantity !== null && price
        ? new Decimal(quantity!).times(price).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed()
        : null,
    costs: freight || null,
    remark: note ? note.trim() : null,
    state: (paid as unknown) === true || paid === 'true' || (paid as unknown) === 1 || paid === '1' ? 'paid' : 'open',
  }
}

const nested = compile(
  nestedSource,
  nestedTarget,
  [
    ['line_net', 'multiply', ['lines.quantity', 'lines.price']],
    ['net_sum', 'sum_list', ['line_net']],
  ],
  [
    ['number', 'order_no'],
    ['net_sum', 'total'],
    ['lines', 'items'],
    ['lines.sku', 'items.material'],
    ['line_net', 'items.net'],
  ],
)

function nestedByHand(record: DataRecord): DataRecord {
  const lines = record['lines'] as { sku: string; quantity: number; price: string }[] | null
  if (!lines) return { order_no: record['number'] ?? null, total: '0', items: null }
  let total = new Decimal(0)
  const items = lines.map(({ sku, quantity, price }) => {
    const net = quantity === null || !price ? null : new Decimal(quantity).times(price)
    if (net) total = total.plus(net)
    return { material: sku ?? null, net: net ? net.toFixed() : null }
  })
  return { order_no: record['number'] ?? null, total: total.toFixed(), items }
}

const names = ['Anke', 'José', 'Karl', 'Ana', 'Yoshi']
const flatRecord = (i: number): DataRecord => ({
  number: String(10_000 + i),
  placed: `1996-0${1 + (i % 9)}-1${i % 10} 00:00:00.000`,
  first_name: names[i % 5],
  last_name: i % 7 ? 'Petersen' : null,
  country: 'Germany',
  carrier: String(1 + (i % 3)),
  sku: `LM-${i % 1_000}`,
  quantity: 1 + (i % 50),
  price: `${i % 90}.${10 + (i % 89)}`,
  freight: '32.38',
  paid: i % 2 === 0,
  note: i % 3 ? '  leave at the door ' : null,
})
const nestedRecord = (i: number): DataRecord => ({
  number: String(10_000 + i),
  lines: Array.from({ length: 1 + (i % 5) }, (_, n) => ({ sku: `LM-${n}`, quantity: n + 1, price: `${i % 90}.25` })),
})

/** Records a second through the emitted function and through one written by hand for the same mapping, in turns. */
export async function measure(): Promise<Row[]> {
  return [
    await compared('12 columns, 8 transformers', flat, flatByHand, flatRecord),
    await compared('nested lines with exact totals', nested, nestedByHand, nestedRecord),
  ]
}

type Compiled = ReturnType<typeof compile>

async function compared(
  name: string,
  mapping: Compiled,
  byHand: (record: DataRecord) => DataRecord,
  recordOf: (i: number) => DataRecord,
): Promise<Row> {
  const batches = Array.from({ length: 100 }, (_, b) =>
    Array.from({ length: 1_000 }, (_, i) => recordOf(b * 1_000 + i)),
  )
  const moment = { now: new Date(), seed: '1' }
  const ours = async () => {
    for (const batch of batches)
      if ((await mapping.run(batch, moment)).rejected.length > 0) throw new Error('a record was rejected')
  }
  const theirs = async () => {
    for (const batch of batches) await Promise.resolve(batch.map(byHand))
  }
  const sample = await mapping.run(batches[0]!, moment)
  const same = JSON.stringify(sorted(sample.out)) === JSON.stringify(sorted(batches[0]!.map(byHand)))
  if (!same) throw new Error('both ways must give the same')
  const speeds = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < 9; round++) {
    speeds.ours.push(await speed(ours))
    speeds.theirs.push(await speed(theirs))
  }
  return row(name, Math.max(...speeds.ours), 'records/s', Math.max(...speeds.theirs))
}

const sorted = (records: DataRecord[]) =>
  records.map((record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))))

async function speed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return 100_000 / ((performance.now() - started) / 1_000)
}
