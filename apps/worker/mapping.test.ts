import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { transformers as all } from '@weft/catalogue/transformers/all.ts'
import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { compileMapping } from '@weft/engine/mapping/compile.ts'
import { previewMapping } from '@weft/engine/mapping/preview.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import { say } from '@weft/kit/messages/messages.ts'

const transformers = new Map(all.map((one) => [one.key, one]))
const field = (name: string, type: FieldType, more: Partial<StructureField> = {}): StructureField => ({
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
  ...more,
})

const shop = {
  id: randomUUID(),
  label: 'Shop order',
  fields: [
    field('number', 'text'),
    field('placed', 'text'),
    field('customer', 'text'),
    field('ship_to', 'object', { fields: [field('country', 'text')] }),
    field('lines', 'list', {
      fields: [
        field('sku', 'text'),
        field('quantity', 'integer'),
        field('price', 'decimal'),
        field('discount', 'decimal'),
      ],
    }),
  ],
}
const sales = {
  id: randomUUID(),
  label: 'Sales order',
  fields: [
    field('sales_order', 'text', { required: true, primary_key: true }),
    field('order_date', 'date'),
    field('sold_to', 'text'),
    field('country', 'text'),
    field('total', 'decimal'),
    field('items', 'list', {
      fields: [field('material', 'text', { required: true }), field('net', 'decimal'), field('order_no', 'text')],
    }),
  ],
}
const by = (structure: typeof shop) => {
  const ids = new Map<string, string>()
  const walk = (fields: StructureField[], prefix = '') =>
    fields.forEach((one) => (ids.set(prefix + one.name, one.id), walk(one.fields ?? [], `${prefix}${one.name}.`)))
  walk(structure.fields)
  return (name: string) => ids.get(name) ?? name
}
const [s, t] = [by(shop), by(sales)]

type Short = {
  key: string
  inputs: (string | null)[]
  options?: Record<string, unknown>
  output: string
  conditions?: MappingDefinition['transformers'][number]['conditions']
  otherwise?: 'pass' | 'empty'
}
const mapping = (transformers: Short[], connections: [string, string][]): MappingDefinition =>
  mappingDefinition.parse({
    transformers: transformers.map((one) => ({
      id: randomUUID(),
      position: { x: 0, y: 0 },
      ...one,
      inputs: one.inputs.map((input) => input && s(input)),
    })),
    connections: connections.map(([from, to]) => ({
      id: randomUUID(),
      source_field_id: s(from),
      target_field_id: t(to),
    })),
  })

const whole = mapping(
  [
    { key: 'parse_date', inputs: ['placed'], options: { only_date: true }, output: 'day' },
    {
      key: 'structure_lookup',
      inputs: ['customer'],
      options: { structure: '0197a3c0-0000-7000-8000-000000000001', key: 'customer_id', field: 'company_name' },
      output: 'company',
    },
    { key: 'country_code', inputs: ['ship_to.country'], output: 'iso' },
    { key: 'constant', inputs: [], options: { value: '1', type: 'decimal' }, output: 'one' },
    { key: 'subtract', inputs: ['one', 'lines.discount'], output: 'factor' },
    { key: 'multiply', inputs: ['lines.quantity', 'lines.price', 'factor'], output: 'line_net' },
    { key: 'sum_list', inputs: ['line_net'], output: 'sum' },
  ],
  [
    ['number', 'sales_order'],
    ['day', 'order_date'],
    ['company', 'sold_to'],
    ['iso', 'country'],
    ['sum', 'total'],
    ['lines', 'items'],
    ['lines.sku', 'items.material'],
    ['line_net', 'items.net'],
    ['number', 'items.order_no'],
  ],
)
const order = {
  number: '10250',
  placed: '1996-07-08 00:00:00.000',
  customer: 'HANAR',
  ship_to: { country: 'Brazil' },
  lines: [
    { sku: '41', quantity: 10, price: '7.70', discount: '0' },
    { sku: '51', quantity: 35, price: '42.40', discount: '0.15' },
  ],
}
const moment = { now: new Date('2026-11-21T08:30:00Z'), seed: '1' }

function world() {
  const asked: unknown[][] = []
  return {
    asked,
    lookup: async ({ values, field }: { values: unknown[]; field: string }) => {
      asked.push([field, ...values])
      return new Map<string, DataRecord>([['HANAR', { customer_id: 'HANAR', company_name: 'Hanari Carnes' }]])
    },
    references: async (name: string, by: string, ids: readonly string[]) => {
      asked.push([name, by, ...ids])
      return new Map([['HANAR', '4711']])
    },
    data_set: async () => new Map<string, DataRecord>(),
    partners: async () => new Map<string, DataRecord[]>(),
    numbers: async ({ first }: { first: string }) => first,
    configuration: async () => undefined,
  }
}

test('an order with lines becomes a sales order with items, exact totals and a company looked up once a batch', async () => {
  const ports = world()
  const compiled = compileMapping({ definition: whole, source: shop, target: sales, transformers }, ports)
  const { out, rejected } = await compiled.run([order, { ...order, number: '10251', customer: 'NONE' }], moment)
  assert.deepEqual(rejected, [])
  assert.deepEqual(out[0], {
    sales_order: '10250',
    order_date: '1996-07-08',
    sold_to: 'Hanari Carnes',
    country: 'BR',
    total: '1338.4',
    items: [
      { material: '41', net: '77', order_no: '10250' },
      { material: '51', net: '1261.4', order_no: '10250' },
    ],
  })
  assert.equal(out[1]!['sold_to'], null)
  assert.deepEqual(ports.asked, [['customer_id', 'HANAR', 'NONE']])
  await compiled.run([order], moment)
  assert.equal(ports.asked.length, 1, 'what was found is remembered')
})

test('what holds on the day of each record is looked up at once, also for the entries of a list', async () => {
  const rates = { structure: '0197a3c0-0000-7000-8000-000000000002', key: 'currency', valid_from: 'day', rate: 'rate' }
  const definition = mapping(
    [
      { key: 'parse_date', inputs: ['placed'], options: { only_date: true }, output: 'day' },
      { key: 'currency_convert', inputs: ['lines.price', 'customer', 'day'], options: rates, output: 'euros' },
    ],
    [
      ['number', 'sales_order'],
      ['lines', 'items'],
      ['lines.sku', 'items.material'],
      ['euros', 'items.net'],
    ],
  )
  const asked: unknown[] = []
  const compiled = compileMapping(
    { definition, source: shop, target: sales, transformers },
    {
      async lookup({ values, valid, fields }) {
        asked.push({ values, valid, fields })
        return new Map(valid!.days.map((day, i) => [`${day} ${values[i]}`, { currency: 'USD', rate: '1.25' }]))
      },
      references: async () => new Map(),
      data_set: async () => new Map(),
      partners: async () => new Map(),
      numbers: async ({ first }) => first,
      configuration: async () => undefined,
    },
  )
  const lines = [
    { sku: 'a', price: '100' },
    { sku: 'b', price: '5.00' },
  ]
  const { out, rejected } = await compiled.run(
    [
      { number: '1', placed: '2026-11-18 00:00:00', customer: 'usd', lines },
      { number: '2', placed: '2026-11-19 00:00:00', customer: 'EUR', lines },
    ],
    moment,
  )
  assert.deepEqual(rejected, [])
  assert.deepEqual(
    out.map(({ items }) => (items as DataRecord[]).map(({ net }) => net)),
    [
      ['80', '4'],
      ['100', '5'],
    ],
  )
  assert.deepEqual(asked, [
    { values: ['USD'], valid: { from: 'day', days: ['2026-11-18'] }, fields: ['currency', 'rate'] },
  ])
})

test('running numbers are taken once a batch, only where they are used, and go on in the next one', async () => {
  const taken: unknown[] = []
  let next = 1000n
  const ports = {
    ...world(),
    async numbers({ count, ...asked }: { range: string; first: string; count: number }) {
      taken.push([asked.range, asked.first, count])
      next += BigInt(count)
      return String(next - BigInt(count))
    },
  }
  const options = { range: 'invoice', prefix: 'RE-', digits: 6, first: 1000 }
  const definition = mapping(
    [
      {
        key: 'number_range',
        inputs: [],
        options,
        output: 'running',
        conditions: [{ field: s('customer'), operator: 'not_empty' }],
      },
      {
        key: 'reject_if',
        inputs: ['number'],
        options: { operator: 'equals', value: '2', text: 'Not this one.' },
        output: 'sound',
      },
    ],
    [
      ['running', 'sales_order'],
      ['sound', 'sold_to'],
    ],
  )
  const compiled = compileMapping({ definition, source: shop, target: sales, transformers }, ports)
  const records = [
    { number: '1', customer: 'A' },
    { number: '2', customer: 'B' },
    { number: '3', customer: '' },
    { number: '4', customer: 'D' },
  ]
  const first = await compiled.run(records, moment)
  assert.deepEqual(
    first.out.map(({ sales_order }) => sales_order),
    ['RE-001000', null, 'RE-001002'],
  )
  assert.equal(first.rejected.length, 1)
  const second = await compiled.run(records.slice(0, 1), moment)
  assert.deepEqual(second.out, [{ sales_order: 'RE-001003', sold_to: '1' }])
  assert.deepEqual(taken, [
    ['invoice', '1000', 3],
    ['invoice', '1000', 1],
  ])
  assert.deepEqual((await compiled.trace(records.slice(3), moment))[0]!.out, {
    sales_order: 'RE-001004',
    sold_to: '4',
  })
})

test('rows of a data set are asked for once a batch, with all columns that are taken by the same key', async () => {
  const asked: unknown[] = []
  const ports = {
    ...world(),
    async data_set({ values, key, fields }: { values: readonly unknown[]; key: string; fields: readonly string[] }) {
      asked.push([key, values, fields])
      return new Map([['HANAR', { customer: 'HANAR', turnover: '1480.00', orders: 4 }]])
    },
  }
  const options = { data_set: '0197a3c0-0000-7000-8000-000000000003', key: 'customer' }
  const definition = mapping(
    [
      { key: 'data_set_lookup', inputs: ['customer'], options: { ...options, field: 'turnover' }, output: 'turnover' },
      { key: 'data_set_lookup', inputs: ['customer'], options: { ...options, field: 'orders' }, output: 'orders' },
    ],
    [
      ['turnover', 'total'],
      ['orders', 'sales_order'],
    ],
  )
  const compiled = compileMapping({ definition, source: shop, target: sales, transformers }, ports)
  const { out } = await compiled.run([order, { ...order, customer: 'NONE' }], moment)
  assert.deepEqual(out, [
    { sales_order: '4', total: '1480' },
    { sales_order: null, total: null },
  ])
  assert.deepEqual(asked, [['customer', ['HANAR', 'NONE'], ['turnover', 'orders']]])
})

test('a run computes with secrets it never gives; a preview has none and shows dots', async () => {
  const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const definition = mapping(
    [
      { key: 'hmac', inputs: ['number'], options: { secret: 'aes.key' }, output: 'signed' },
      { key: 'encrypt', inputs: ['customer'], options: { secret: 'aes.key' }, output: 'closed' },
      { key: 'decrypt', inputs: ['closed'], options: { secret: 'aes.key' }, output: 'opened' },
    ],
    [
      ['signed', 'sales_order'],
      ['closed', 'sold_to'],
      ['opened', 'country'],
    ],
  )
  const parts = { definition, source: shop, target: sales, transformers }
  const records = [
    { number: '1', customer: 'HANAR' },
    { number: '2', customer: 'HANAR' },
  ]
  const asked: string[] = []
  const secret = async (name: string) => (asked.push(name), name === 'aes.key' ? key : undefined)
  const run = compileMapping(parts, { ...world(), secret })
  const first = await run.run(records, moment)
  assert.deepEqual(first.rejected, [])
  assert.deepEqual(
    first.out.map(({ country }) => country),
    ['HANAR', 'HANAR'],
  )
  assert.equal(new Set(first.out.map(({ sold_to }) => sold_to)).size, 2, 'the same text is encrypted differently')
  assert.deepEqual(await run.run(records, moment), first, 'a batch that is repeated is encrypted to the same')
  assert.deepEqual(asked, ['aes.key'])
  assert.ok(!JSON.stringify(first).includes(key))

  const { run: preview } = previewMapping(parts, world())
  const dots = '••••••••'
  assert.deepEqual((await preview.run(records, moment)).out[0], { sales_order: dots, sold_to: dots, country: dots })
  assert.ok(!JSON.stringify(await preview.trace(records, moment)).includes(key))

  const without = compileMapping(parts, { ...world(), secret: async () => undefined })
  assert.deepEqual(
    (await without.run(records, moment)).rejected.map(({ reason }) => say(reason, 'de')),
    Array.from({ length: 2 }, () => 'In der Konfiguration gibt es kein Geheimnis „aes.key“.'),
  )
})

test('a record that fails is rejected with field, value and reason, and the others go on', async () => {
  const compiled = compileMapping({ definition: whole, source: shop, target: sales, transformers }, world())
  const { out, rejected } = await compiled.run(
    [
      { ...order, placed: 'yesterday' },
      order,
      { ...order, lines: [{ sku: '1', quantity: 'many', price: '1', discount: '0' }] },
    ],
    moment,
  )
  assert.equal(out.length, 1)
  assert.deepEqual(
    rejected.map(({ field, value, reason }) => [field, value, say(reason, 'de')]),
    [
      [
        'order_date',
        'yesterday',
        '„yesterday“ ist kein Datum in einem der Formate yyyy-MM-dd HH:mm:ss.SSS, yyyy-MM-dd HH:mm:ss, ISO, dd.MM.yyyy.',
      ],
      ['total', 'many', '„many“ ist keine Zahl.'],
    ],
  )
})

test('ids of another system are found for a whole batch at once, and a record without one may be rejected', async () => {
  const definition = mapping(
    [
      {
        key: 'cross_reference',
        inputs: ['customer'],
        output: 'erp',
        options: { name: 'shop_erp', on_missing: 'reject' },
      },
    ],
    [
      ['number', 'sales_order'],
      ['erp', 'sold_to'],
    ],
  )
  const ports = world()
  const { run } = compileMapping({ definition, source: shop, target: sales, transformers }, ports)
  const { out, rejected } = await run([order, order, { ...order, customer: 'NONE' }], moment)
  assert.deepEqual(ports.asked, [['shop_erp', 'left', 'HANAR', 'NONE']])
  assert.deepEqual(
    out.map(({ sold_to }) => sold_to),
    ['4711', '4711'],
  )
  assert.deepEqual(
    rejected.map(({ reason }) => say(reason, 'de')),
    ['Zu „NONE“ gehört nichts in den Zuordnungen shop_erp.'],
  )
})

test('debugging shows every value on its way, also for each entry', async () => {
  const { checked, run } = previewMapping({ definition: whole, source: shop, target: sales, transformers }, world())
  const [trace] = await run.trace([order], moment)
  const id = whole.transformers.find(({ output }) => output === 'line_net')!.id
  assert.deepEqual(checked.problems, [])
  assert.deepEqual(
    trace!.values
      .filter((value) => value.transformer_id === id)
      .map(({ entries, inputs, value }) => [entries, inputs, value]),
    [
      [[0], [10, '7.70', '1'], '77'],
      [[1], [35, '42.40', '0.85'], '1261.4'],
    ],
  )
})

test('conditions leave a transformer out, or let its input through', async () => {
  const when = { field: s('customer'), operator: 'equals' as const, value: 'HANAR' }
  const definition = mapping(
    [
      { key: 'upper', inputs: ['number'], output: 'loud', conditions: [when], otherwise: 'pass' },
      { key: 'lower', inputs: ['customer'], output: 'quiet', conditions: [when] },
    ],
    [
      ['loud', 'sales_order'],
      ['quiet', 'sold_to'],
    ],
  )
  const { out } = await compileMapping({ definition, source: shop, target: sales, transformers }, world()).run(
    [
      { number: 'a', customer: 'HANAR' },
      { number: 'a', customer: 'X' },
    ],
    moment,
  )
  assert.deepEqual(out, [
    { sales_order: 'A', sold_to: 'hanar' },
    { sales_order: 'a', sold_to: null },
  ])
})

test('only the entries that pass a filter are mapped', async () => {
  const definition = mapping(
    [
      {
        key: 'CollectionFilter',
        inputs: ['lines'],
        options: { conditions: [{ field: 'quantity', operator: 'greater', value: 10 }] },
        output: 'large',
      },
    ],
    [
      ['number', 'sales_order'],
      ['large', 'items'],
      ['lines.sku', 'items.material'],
    ],
  )
  const { out } = await compileMapping({ definition, source: shop, target: sales, transformers }, world()).run(
    [order],
    moment,
  )
  assert.deepEqual(out, [{ sales_order: '10250', items: [{ material: '51' }] }])
})

test('a list of values becomes a list of objects, one for each value, and goes back', async () => {
  const shirt = { id: randomUUID(), label: 'Shirt', fields: [field('sizes', 'list'), field('prices', 'list')] }
  const offer = {
    id: randomUUID(),
    label: 'Offer',
    fields: [
      field('variants', 'list', { fields: [field('size', 'text'), field('price', 'decimal')] }),
      field('sizes_again', 'list'),
    ],
  }
  const [sizes, prices] = shirt.fields as [StructureField, StructureField]
  const [variants, again] = offer.fields as [StructureField, StructureField]
  const [size, price] = variants.fields as [StructureField, StructureField]
  const connect = (from: StructureField | string, to: StructureField) => ({
    id: randomUUID(),
    source_field_id: typeof from === 'string' ? from : from.id,
    target_field_id: to.id,
  })
  const both = async (source: typeof shirt, target: typeof offer, connections: object[], records: DataRecord[]) => {
    const parts = { definition: mappingDefinition.parse({ connections }), source, target, transformers }
    const preview = previewMapping(parts, world())
    const compiled = await compileMapping(parts, world()).run(records, moment)
    assert.deepEqual(await preview.run.run(records, moment), compiled)
    return compiled
  }
  const there = await both(
    shirt,
    offer,
    [connect(sizes, variants), connect(sizes, size)],
    [{ sizes: ['S', 42, null, 'XL'] }, { sizes: [] }, { sizes: null }, { sizes: 'S' }],
  )
  assert.deepEqual(there.out, [
    { variants: [{ size: 'S' }, { size: '42' }, { size: null }, { size: 'XL' }] },
    { variants: [] },
    { variants: null },
  ])
  assert.deepEqual(
    there.rejected.map(({ reason }) => say(reason, 'en')),
    ['“S” is not a list, so it has no entries to map.'],
  )
  const numbers = await both(
    shirt,
    offer,
    [connect(prices, variants), connect(prices, price)],
    [{ prices: ['1.50', 2] }, { prices: ['cheap'] }],
  )
  assert.deepEqual(numbers.out, [{ variants: [{ price: '1.5' }, { price: '2' }] }])
  assert.equal(numbers.rejected.length, 1)
  const back = await both(
    offer,
    { ...shirt, fields: [again, prices] },
    [connect(size, again)],
    [{ variants: [{ size: 'S' }, { size: 'XL' }] }],
  )
  assert.deepEqual(back.out, [{ sizes_again: ['S', 'XL'] }])
  // Another list than the one that is gone through has no value for its entries.
  const other = checkMapping({
    definition: mappingDefinition.parse({ connections: [connect(sizes, variants), connect(prices, price)] }),
    source: shirt,
    target: offer,
    transformers,
  })
  assert.deepEqual(
    other.problems.map(({ code }) => code),
    ['type'],
  )
})

test('a text that grows without end rejects its record in a preview, within a moment', async () => {
  const growing = Array.from({ length: 8 }, (_, i) => ({
    key: 'concat',
    inputs: Array.from({ length: 10 }, () => (i === 0 ? 'number' : `x${i - 1}`)),
    output: `x${i}`,
  }))
  const { run } = previewMapping(
    { definition: mapping(growing, [['x7', 'sales_order']]), source: shop, target: sales, transformers },
    world(),
  )
  const { rejected } = await run.run([{ number: 'abcdefghij' }], moment)
  assert.deepEqual(
    rejected.map(({ field, reason }) => [field, say(reason, 'en')]),
    [['sales_order', 'The value is larger than 1,000,000 characters or entries, too large for a preview.']],
  )
})

test('lookups that wait for lookups are planned quickly however many ways lead to them', () => {
  const wide = Array.from({ length: 9 }, (_, i) => ({
    key: 'concat',
    inputs: Array.from({ length: 10 }, () => (i === 0 ? 'number' : `x${i - 1}`)),
    output: `x${i}`,
  }))
  const lookup = {
    key: 'structure_lookup',
    inputs: ['x8'],
    options: { structure: '0197a3c0-0000-7000-8000-000000000001', key: 'a', field: 'b' },
    output: 'found',
  }
  previewMapping(
    { definition: mapping([...wide, lookup], [['found', 'sales_order']]), source: shop, target: sales, transformers },
    world(),
  )
})

const problems = (definition: MappingDefinition, source = shop) =>
  checkMapping({ definition, source, target: sales, transformers }).problems
const codes = (definition: MappingDefinition) =>
  problems(definition).map(({ severity, code, at }) => `${severity} ${code} ${at.on}`)

test('every problem is reported with its place, all at once', () => {
  assert.deepEqual(codes(mapping([], [])), ['open required target_field', 'open nothing mapping'])
  assert.deepEqual(
    codes(
      mapping(
        [],
        [
          ['number', 'sales_order'],
          ['customer', 'sales_order'],
        ],
      ),
    ),
    ['error target_twice connection'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [],
        [
          ['number', 'sales_order'],
          ['placed', 'order_date'],
          ['customer', 'total'],
        ],
      ),
    ),
    ['error type connection', 'error type connection'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [],
        [
          ['number', 'sales_order'],
          ['lines.sku', 'sold_to'],
        ],
      ),
    ),
    ['error list_values connection'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [],
        [
          ['number', 'sales_order'],
          ['lines.sku', 'items.material'],
        ],
      ),
    ),
    ['open list_first target_field'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [],
        [
          ['number', 'sales_order'],
          ['lines', 'items'],
          ['lines.price', 'items.net'],
        ],
      ),
    ),
    ['open required target_field'],
  )
  assert.deepEqual(
    codes(mapping([{ key: 'telepathy', inputs: ['number'], output: 'x' }], [['number', 'sales_order']])),
    ['error transformer_unknown transformer'],
  )
  assert.deepEqual(codes(mapping([{ key: 'trim', inputs: [null], output: 'x' }], [['x', 'sales_order']])), [
    'open input_missing transformer',
  ])
  assert.deepEqual(
    codes(mapping([{ key: 'pad', inputs: ['number'], options: { length: 0 }, output: 'x' }], [['x', 'sales_order']])),
    ['error option transformer'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [{ key: 'concat', inputs: Array.from({ length: 11 }, () => 'number'), output: 'x' }],
        [['x', 'sales_order']],
      ),
    ),
    ['error inputs_many transformer'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [
          { key: 'trim', inputs: ['b'], output: 'a' },
          { key: 'trim', inputs: ['a'], output: 'b' },
        ],
        [['a', 'sales_order']],
      ),
    ),
    ['error cycle transformer', 'error cycle transformer'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [
          { key: 'trim', inputs: ['number'], output: 'total' },
          { key: 'trim', inputs: ['number'], output: 'job' },
          { key: 'trim', inputs: ['number'], output: 'A b' },
        ],
        [['number', 'sales_order']],
      ),
    ),
    ['error output_reserved transformer', 'error output_reserved transformer', 'error output_shape transformer'],
  )
  assert.deepEqual(
    codes(
      mapping(
        [
          { key: 'trim', inputs: ['number'], output: 'x' },
          { key: 'trim', inputs: ['number'], output: 'x' },
        ],
        [['x', 'sales_order']],
      ),
    ),
    ['error output_used transformer'],
  )
  assert.deepEqual(codes(mapping([{ key: 'trim', inputs: ['number'], output: 'x' }], [['number', 'sales_order']])), [
    'warning unused transformer',
  ])
  assert.deepEqual(
    checkMapping({
      definition: mapping([], [['number', 'sales_order']]),
      source: shop,
      target: { ...sales, id: shop.id },
      transformers,
    }).problems.map(({ code }) => code),
    ['same_structure'],
  )
})

test('problems speak both languages and say what helps', () => {
  const [problem] = problems(
    mapping(
      [],
      [
        ['number', 'sales_order'],
        ['placed', 'order_date'],
      ],
    ),
  )
  assert.equal(say(problem!.message, 'en'), 'Text does not fit a date. Put “Read a date” in between.')
  assert.equal(say(problem!.message, 'de'), 'Text passt nicht zu einem Datum. Setzen Sie „Datum lesen“ dazwischen.')
  const [unknown] = problems(mapping([{ key: 'telepathy', inputs: [], output: 'x' }], [['number', 'sales_order']]))
  assert.equal(say(unknown!.message, 'en'), 'Transformer not found: telepathy')
  const [option] = problems(
    mapping([{ key: 'pad', inputs: ['number'], options: { length: 0 }, output: 'x' }], [['x', 'sales_order']]),
  )
  assert.equal(say(option!.message, 'en'), '“x”, Length: Please enter 1 or more.')
  assert.equal(say(option!.message, 'de'), '„x“, Länge: Bitte geben Sie 1 oder mehr ein.')
  const [accident] = problems(
    mapping([{ key: 'trim', inputs: ['number'], options: { toString: 0 }, output: 'x' }], [['x', 'sales_order']]),
  )
  assert.equal(say(accident!.message, 'en'), '“x”, toString: There is no such field here.')
})

test('a mapping that cannot run says why', () => {
  assert.throws(
    () =>
      compileMapping(
        {
          definition: mapping([], [['placed', 'order_date']]),
          source: shop,
          target: sales,
          transformers,
          label: 'Orders {1}',
        },
        world(),
      ),
    (error: { say: Parameters<typeof say>[0]; code: string }) =>
      error.code === 'MAPPING_INVALID' &&
      say(error.say, 'en') === 'The mapping “Orders {1}” cannot run. “sales_order” is required and not connected.',
  )
})
