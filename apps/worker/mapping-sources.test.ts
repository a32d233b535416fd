import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { transformers as all } from '@weft/catalogue/transformers/all.ts'
import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { compileMapping } from '@weft/engine/mapping/compile.ts'
import { previewMapping } from '@weft/engine/mapping/preview.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { say } from '@weft/kit/messages/messages.ts'

const transformers = new Map(all.map((one) => [one.key, one]))
const prices_id = randomUUID()
const orders = {
  id: randomUUID(),
  label: 'Orders',
  fields: [aField('number'), aField('customer_no'), aField('region')],
}
const customers = {
  id: randomUUID(),
  label: 'Customers',
  fields: [aField('no', 'text', { primary_key: true }), aField('name'), aField('price_list')],
}
const prices = {
  id: prices_id,
  label: 'Prices',
  fields: [
    { ...aField('price_list'), id: 'price_list' },
    { ...aField('sku'), id: 'sku' },
    { ...aField('price', 'decimal'), id: 'price' },
  ],
}
const target = {
  id: randomUUID(),
  label: 'Offers',
  fields: [
    aField('order_no'),
    aField('sold_to'),
    aField('greeting'),
    aField('total', 'decimal'),
    aField('items', 'list', { fields: [aField('material'), aField('net', 'decimal')] }),
  ],
}
const id = (of: { fields: { name: string; id: string }[] }, name: string) =>
  of.fields.find((one) => one.name === name)!.id
const items = target.fields.find(({ name }) => name === 'items')! as unknown as { id: string; fields: never[] }
const others = new Map([customers, prices].map((one) => [one.id, one]))
const box = { id: randomUUID(), key: 'sum_list', options: {}, position: { x: 0, y: 0 } }

const definition = (change: (made: MappingDefinition) => void = () => undefined): MappingDefinition => {
  const made = mappingDefinition.parse({
    sources: [
      {
        name: 'customer',
        of: { structure_id: customers.id },
        on: [{ source_field_id: id(orders, 'customer_no'), field: id(customers, 'no') }],
      },
      {
        name: 'prices',
        of: { data_set_id: prices_id },
        on: [{ source_field_id: `customer@${id(customers, 'price_list')}`, field: 'price_list' }],
        take: 'all',
        order: [{ field: 'sku' }],
      },
    ],
    transformers: [
      { ...box, inputs: ['prices@price'], output: 'sum' },
      {
        ...{ id: randomUUID(), key: 'formula', position: { x: 0, y: 0 }, output: 'hello', inputs: [] },
        options: { text: 'concat(number, customer.name, separator: " for ")' },
      },
    ],
    connections: [
      [id(orders, 'number'), id(target, 'order_no')],
      [`customer@${id(customers, 'name')}`, id(target, 'sold_to')],
      ['sum', id(target, 'total')],
      ['hello', id(target, 'greeting')],
      ['prices@', items.id],
      ['prices@sku', id(items, 'material')],
      ['prices@price', id(items, 'net')],
    ].map(([source_field_id, target_field_id]) => ({ id: randomUUID(), source_field_id, target_field_id })),
  })
  change(made)
  return made
}
const parts = (one: MappingDefinition) => ({ definition: one, source: orders, target, others, transformers })

const rows: Record<string, DataRecord[]> = {
  [customers.id]: [
    { no: 'K1', name: 'Hanari', price_list: 'A' },
    { no: 'K2', name: 'Vinet', price_list: 'B' },
    { no: 'K3', name: 'Twice', price_list: 'B' },
    { no: 'K3', name: 'Again', price_list: 'B' },
  ],
  [prices_id]: [
    { price_list: 'A', sku: 's1', price: '1.50' },
    { price_list: 'A', sku: 's2', price: '2.25' },
  ],
}

function world() {
  const asked: unknown[] = []
  const partners: StepContext['data_sets']['partners'] = async ({ of, on, keys, fields, order, most }) => {
    asked.push({ on, keys, fields, order, most })
    const all = rows['structure_id' in of ? of.structure_id : of.data_set_id]!
    const picked = (row: DataRecord) => Object.fromEntries(fields.map((name) => [name, row[name]]))
    return new Map(
      keys.map((key) => [
        JSON.stringify(key),
        all
          .filter((row) => on.every((name, i) => row[name] === key[i]))
          .slice(0, most)
          .map(picked),
      ]),
    )
  }
  return {
    asked,
    partners,
    lookup: async () => new Map<string, DataRecord>(),
    references: async () => new Map<string, string>(),
    data_set: async () => new Map<string, DataRecord>(),
    numbers: async ({ first }: { first: string }) => first,
    configuration: async () => undefined,
  }
}
const moment = { now: new Date('2026-11-27T08:00:00Z'), seed: '1' }
const came = [
  { number: '1', customer_no: 'K1', region: 'N' },
  { number: '2', customer_no: 'K2', region: 'N' },
  { number: '3', customer_no: 'K9', region: 'S' },
  { number: '4', customer_no: null, region: 'S' },
  { number: '5', customer_no: 'K3', region: 'S' },
]

/** Both readers of a plan, held to the same answers. */
async function mapped(one: MappingDefinition, records: DataRecord[] = came) {
  const [ports, again] = [world(), world()]
  const run = await compileMapping(parts(one), ports).run(records, moment)
  const preview = previewMapping(parts(one), again)
  assert.deepEqual(await preview.run.run(records, moment), run)
  assert.deepEqual(again.asked, ports.asked)
  const told = run.rejected.map(({ record, field, reason }) => [record['number'], field, say(reason, 'en')])
  return { out: run.out, rejected: told, asked: ports.asked, traces: await preview.run.trace(records, moment) }
}
const problems = (one: MappingDefinition, with_others = others) =>
  checkMapping({ ...parts(one), others: with_others }).problems.map(({ severity, at, message }) => [
    severity,
    at.on,
    say(message, 'en'),
  ])

test('an order with its customer and a list of prices becomes an offer, each source asked once a batch', async () => {
  assert.deepEqual(problems(definition()), [])
  const { out, rejected, asked, traces } = await mapped(definition())
  const none = { sold_to: null, total: '0', items: [] }
  assert.deepEqual(out, [
    {
      ...{ order_no: '1', sold_to: 'Hanari', greeting: '1 for Hanari', total: '3.75' },
      items: [
        { material: 's1', net: '1.50' },
        { material: 's2', net: '2.25' },
      ],
    },
    { order_no: '2', greeting: '2 for Vinet', ...none, sold_to: 'Vinet' },
    { order_no: '3', greeting: '3', ...none },
    { order_no: '4', greeting: '4', ...none },
  ])
  assert.deepEqual(rejected, [
    ['5', 'customer_no', 'More than one record of “Customers” belongs to this one, and only one may.'],
  ])
  assert.deepEqual(asked, [
    {
      ...{ on: ['no'], keys: [['K1'], ['K2'], ['K9'], ['K3']], order: [], most: 2 },
      fields: ['name', 'price_list'],
    },
    {
      ...{ on: ['price_list'], keys: [['A'], ['B']], order: [{ field: 'sku', descending: false }], most: 1_001 },
      fields: ['price_list', 'sku', 'price'],
    },
  ])
  assert.deepEqual(traces[1]!.joined, {
    ...came[1],
    ...{ customer: { name: 'Vinet', price_list: 'B' }, prices: [] },
  })
})

test('a record without partner is rejected where that was chosen, and comes out as it came', async () => {
  const { rejected } = await mapped(definition((made) => (made.sources![0]!.on_missing = 'reject')))
  assert.deepEqual(
    rejected.map(([number, , reason]) => [number, reason]),
    [
      ['3', 'Nothing in “Customers” belongs to this record.'],
      ['4', 'Nothing in “Customers” belongs to this record.'],
      ['5', 'More than one record of “Customers” belongs to this one, and only one may.'],
    ],
  )
  const { rejected: raw } = await compileMapping(
    parts(definition((made) => (made.sources![0]!.on_missing = 'reject'))),
    world(),
  ).run(came, moment)
  assert.deepEqual(raw[0]!.record, came[2])
})

test('of several the first in the stated order counts, and several pairs of fields make one key', async () => {
  const { out, asked } = await mapped(
    definition((made) => {
      made.sources![0]!.take = 'first'
      made.sources![0]!.order = [{ field: id(customers, 'name'), descending: true }]
      made.sources![0]!.on.push({ source_field_id: id(orders, 'number'), field: id(customers, 'price_list') })
    }),
    [{ number: 'B', customer_no: 'K3' }],
  )
  assert.equal(out[0]!['sold_to'], 'Twice')
  assert.deepEqual(asked[0], {
    on: ['no', 'price_list'],
    keys: [['K3', 'B']],
    fields: ['name', 'price_list'],
    order: [{ field: 'name', descending: true }],
    most: 1,
  })
})

test('more partners than a record may have, or a batch can hold, reject the records', async () => {
  const most = { ...rows }
  rows[prices_id] = Array.from({ length: 1_001 }, (_, i) => ({ price_list: 'A', sku: String(i), price: '1' }))
  const { rejected } = await mapped(definition(), came.slice(0, 1))
  assert.deepEqual(rejected, [['1', 'customer.price_list', 'More than 1,000 records of “Prices” belong to this one.']])
  rows[prices_id] = most[prices_id]!
  const ports = { ...world(), partners: async () => undefined }
  const run = await compileMapping(parts(definition()), ports).run(came.slice(0, 1), moment)
  assert.equal(
    say(run.rejected[0]!.reason, 'en'),
    'More records of “Customers” belong to the records of this batch than can be held at once. Compare more fields, or take a data set that sums them up.',
  )
})

test('what is wrong with a source is said at the source', () => {
  const first = (change: (source: NonNullable<MappingDefinition['sources']>[number]) => void) =>
    problems(definition((made) => void change(made.sources![0]!)))
      .filter(([, on]) => on === 'further_source')
      .map(([severity, , message]) => [severity, message])
  assert.deepEqual(
    first((one) => (one.on = [])),
    [['open', 'Say which fields of “customer” equal which of the main source.']],
  )
  assert.deepEqual(
    first((one) => (one.take = 'first')),
    [['open', 'Say by which field the first partner of “customer” is found.']],
  )
  assert.deepEqual(
    first((one) => (one.on[0]!.field = id(customers, 'name'))),
    [
      [
        'warning',
        'The source “customer” is found by “name”, which has no index, so every batch reads all its records. Open the data structure “Customers” and switch on “Index” for this field.',
      ],
    ],
  )
  assert.ok(
    first((one) => (one.of = { structure_id: randomUUID() })).some(([, message]) =>
      message!.startsWith('The source “customer” reads a structure or data set that does not exist any more.'),
    ),
  )
  assert.ok(
    first((one) => (one.name = 'region')).some(
      ([, message]) =>
        message === 'The source “region” is called like a field or another source. Give it another name.',
    ),
  )
})

test('a column that is gone is a problem with the name it may have now', () => {
  const renamed = {
    ...prices,
    fields: prices.fields.map((one) => (one.id === 'sku' ? { ...one, id: 'skus', name: 'skus' } : one)),
  }
  const told = problems(definition(), new Map([customers, renamed].map((one) => [one.id, one])))
  assert.deepEqual(told, [
    ['error', 'further_source', 'The source “prices” has no field “sku”. Perhaps “skus” is meant.'],
    [
      'error',
      'connection',
      '“prices.sku” is neither a field of the source nor an output of a transformer. Perhaps “prices.skus” is meant.',
    ],
  ])
})

test('a mapping without further sources is kept letter for letter as it was', () => {
  const plain = { connections: [], transformers: [] }
  assert.equal(JSON.stringify(mappingDefinition.parse(plain)), JSON.stringify(plain))
})
