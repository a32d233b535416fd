import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aggregates, dataSetDefinition, truncations, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { operators } from '@weft/kit/define/condition.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openRecords } from '../records/records.server.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { onBothDatabases, type Kind } from '../testing/both-databases.ts'
import type { Structure } from '../records/structure.ts'
import { compileDataSet, problemsOfDataSet } from './compile.ts'
import { markDataSet, openDataSets, previewDataSet } from './data-sets.server.ts'

const control = await testDatabase()
type Given = Parameters<typeof dataSetDefinition.parse>[0] & object

const kinds: (Kind & { orders: Structure; customers: Structure })[] = []
for (const one of await onBothDatabases(control)) {
  const { tenant } = one
  const ground = { db: control.db, databases: tenant.databases }
  const { scope } = tenant

  const orders = await aStructure(ground, scope, 'SalesOrder', [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('customer_id', 'text'),
    aField('ordered_at', 'date_time'),
    aField('freight', 'decimal', { precision: 10, scale: 2 }),
    aField('lines', 'list', { fields: [aField('sku'), aField('quantity', 'integer'), aField('price', 'decimal')] }),
    aField('tags', 'list'),
    aField('ship', 'object', { fields: [aField('country')] }),
  ])
  const customers = await aStructure(ground, scope, 'Customer', [
    aField('code', 'text', { primary_key: true, nullable: false }),
    aField('country', 'text'),
    aField('rank', 'integer'),
  ])
  const fill = async (structure_id: string, rows: Record<string, unknown>[]) => {
    const { rejected } = await (
      await openRecords(ground, scope).open({
        structure_id,
        mode: 'insert',
        job_id: randomUUID(),
        step: 's',
        attempt: 1,
      })
    ).write(rows, 0)
    assert.deepEqual(rejected, [])
  }
  await fill(orders.id, [
    {
      number: 1,
      customer_id: 'A',
      ordered_at: '2026-01-31T22:30:00Z',
      freight: '10.10',
      lines: [
        { sku: 'x', quantity: 2, price: '1.5' },
        { sku: 'y', quantity: 1, price: '3' },
      ],
      tags: ['red', 'blue'],
      ship: { country: 'DE' },
    },
    {
      number: 2,
      customer_id: 'A',
      ordered_at: '2026-01-31T23:30:00Z',
      freight: '20.20',
      lines: [{ sku: 'x', quantity: 5, price: '' }],
      tags: [],
      ship: { country: 'FR' },
    },
    {
      number: 3,
      customer_id: 'B',
      ordered_at: '2026-02-15T12:00:00Z',
      freight: null,
      lines: [],
      tags: ['red'],
      ship: { country: 'DE' },
    },
    { number: 4, customer_id: 'Z', ordered_at: null, freight: '5', lines: null, tags: null, ship: null },
  ])
  await fill(customers.id, [
    { code: 'A', country: 'Germany', rank: 1 },
    { code: 'B', country: 'France', rank: 2 },
    { code: 'C', country: 'Spain', rank: 3 },
  ])
  kinds.push({ ...one, orders, customers })
}

for (const { kind, tenant, store, orders, customers, it } of kinds) {
  const ground = { db: control.db, databases: tenant.databases }
  const { scope } = tenant
  const base = { structures: [{ as: 'o', structure_id: orders.id }] }
  const withCustomers = {
    structures: [
      ...base.structures,
      {
        as: 'c',
        structure_id: customers.id,
        join: { on: [{ of: 'o', local_field: 'customer_id', foreign_field: 'code' }] },
      },
    ],
  }
  const ask = async (definition: Given, parameters = {}) =>
    (await previewDataSet(ground, scope, dataSetDefinition.parse(definition), { parameters })).rows
  const structures = {
    structures: new Map([
      [orders.id, orders],
      [customers.id, customers],
    ]),
    data_sets: new Map(),
  }
  const wrong = (definition: Given) =>
    Object.entries(problemsOfDataSet(dataSetDefinition.parse(definition), structures)).map(([path, [message]]) => [
      path,
      say(message!, 'en'),
    ])

  it('fields of joined structures come out under their own names', async () => {
    const rows = await ask({
      ...withCustomers,
      fields: [
        { name: 'number', of: 'o', field: 'number' },
        { name: 'country', of: 'c', field: 'country' },
      ],
      sort: [{ field: 'number' }],
    })
    assert.deepEqual(rows, [
      { number: 1, country: 'Germany' },
      { number: 2, country: 'Germany' },
      { number: 3, country: 'France' },
      { number: 4, country: null },
    ])
  })

  it('an inner join drops what has no partner', async () => {
    const inner = {
      structures: [
        base.structures[0]!,
        { ...withCustomers.structures[1]!, join: { kind: 'inner', ...(withCustomers.structures[1] as any).join } },
      ],
    }
    assert.equal((await ask({ ...inner, fields: [{ name: 'n', of: 'o', field: 'number' }] } as Given)).length, 3)
  })

  it('functions group by all other fields, exactly', async () => {
    const rows = await ask({
      ...withCustomers,
      fields: [
        { name: 'country', of: 'c', field: 'country' },
        { name: 'orders', of: 'o', field: 'number', function: 'count' },
        { name: 'freight', of: 'o', field: 'freight', function: 'sum' },
        { name: 'mean', of: 'o', field: 'freight', function: 'avg' },
      ],
      sort: [{ field: 'orders', descending: true }, { field: 'country' }],
    })
    assert.deepEqual(rows, [
      { country: 'Germany', orders: 2, freight: '30.30', mean: '15.150000' },
      { country: 'France', orders: 1, freight: null, mean: null },
      { country: null, orders: 1, freight: '5.00', mean: '5.000000' },
    ])
  })

  it('points in time are cut to periods in the zone of the data set', async () => {
    const rows = await ask({
      ...base,
      fields: [
        { name: 'month', of: 'o', field: 'ordered_at', truncate: 'month' },
        { name: 'orders', of: 'o', field: 'number', function: 'count' },
      ],
      sort: [{ field: 'month' }],
    })
    assert.deepEqual(rows, [
      { month: '2026-01-01', orders: 1 },
      { month: '2026-02-01', orders: 2 },
      { month: null, orders: 1 },
    ])
    const utc = await ask({
      ...base,
      zone: 'UTC',
      fields: [
        { name: 'month', of: 'o', field: 'ordered_at', truncate: 'month' },
        { name: 'orders', of: 'o', field: 'number', function: 'count' },
      ],
      sort: [{ field: 'month' }],
    })
    assert.deepEqual(
      utc.map((row) => row['orders']),
      [2, 1, 1],
    )
  })

  it('a list is unfolded into a row for each entry, with typed fields or plain values', async () => {
    const rows = await ask({
      ...base,
      lists: [{ as: 'l', of: 'o', field: 'lines', keep_empty: false }],
      fields: [
        { name: 'n', of: 'o', field: 'number' },
        { name: 'sku', of: 'l', field: 'sku' },
        { name: 'quantity', of: 'l', field: 'quantity' },
        { name: 'price', of: 'l', field: 'price' },
      ],
      sort: [{ field: 'n' }, { field: 'sku' }],
    })
    assert.deepEqual(rows, [
      { n: 1, sku: 'x', quantity: 2, price: '1.5' },
      { n: 1, sku: 'y', quantity: 1, price: '3' },
      { n: 2, sku: 'x', quantity: 5, price: null },
    ])
    const tags = await ask({
      ...base,
      lists: [{ as: 't', of: 'o', field: 'tags' }],
      fields: [
        { name: 'tag', of: 't', field: 'value' },
        { name: 'orders', of: 'o', field: 'number', function: 'count' },
      ],
      sort: [{ field: 'tag' }],
    })
    assert.deepEqual(tags, [
      { tag: 'blue', orders: 1 },
      { tag: 'red', orders: 2 },
      { tag: null, orders: 2 },
    ])
  })

  it('filters take values and parameters; a parameter nobody filled asks for nothing', async () => {
    const definition: Given = {
      ...base,
      fields: [{ name: 'n', of: 'o', field: 'number' }],
      sort: [{ field: 'n' }],
      filters: [
        { of: 'o', field: 'ship.country', operator: 'equals', parameter: 'country' },
        { of: 'o', field: 'number', operator: 'greater', parameter: 'above' },
      ],
      parameters: [
        { name: 'country', default: 'DE' },
        { name: 'above', type: 'integer' },
      ],
    }
    assert.deepEqual(await ask(definition), [{ n: 1 }, { n: 3 }])
    assert.deepEqual(await ask(definition, { country: 'DE', above: 1 }), [{ n: 3 }])
    assert.deepEqual(await ask(definition, { country: "x' or '1'='1" }), [])
    await assert.rejects(
      ask(definition, { above: 'many' }),
      (error: Error & { fields: object }) =>
        assert.deepEqual(Object.keys(error.fields), ['parameters.above']) === undefined,
    )
    await assert.rejects(ask({ ...definition, parameters: [{ name: 'country', required: true }, { name: 'above' }] }), {
      code: 'INVALID',
    })
  })

  it('conditions on what comes out, and the limit', async () => {
    const rows = await ask({
      ...base,
      fields: [
        { name: 'customer', of: 'o', field: 'customer_id' },
        { name: 'orders', of: 'o', field: 'number', function: 'count' },
      ],
      having: [{ field: 'orders', operator: 'greater', value: 1 }],
    })
    assert.deepEqual(rows, [{ customer: 'A', orders: 2 }])
    assert.equal((await ask({ ...base, fields: [{ name: 'n', of: 'o', field: 'number' }], limit: 2 })).length, 2)
  })

  it('every problem is told at its place', () => {
    assert.deepEqual(
      wrong({
        structures: [
          { as: 'o', structure_id: orders.id },
          {
            as: 'c',
            structure_id: customers.id,
            join: { on: [{ of: 'o', local_field: 'number', foreign_field: 'code' }] },
          },
        ],
        fields: [
          { name: 'a', of: 'o', field: 'nope' },
          { name: 'b', of: 'x', field: 'number' },
          { name: 'b', of: 'c', field: 'code', function: 'sum' },
          { name: 'd', of: 'c', field: 'code', truncate: 'day' },
        ],
        lists: [{ as: 'l', of: 'o', field: 'number' }],
        sort: [{ field: 'zzz' }],
        filters: [
          { of: 'o', field: 'number', operator: 'equals', value: 'x' },
          { of: 'o', field: 'number', operator: 'equals', parameter: 'p' },
        ],
        zone: 'Moon',
      }),
      [
        ['structures.1.join.on.0', 'The joined fields must be of the same type; here they are integer and text.'],
        ['lists.0.field', 'This field is not a list.'],
        ['zone', 'This time zone is not known.'],
        ['fields.0.field', 'There is no field named nope.'],
        ['fields.1.of', 'There is no structure or list named x before this.'],
        ['fields.2.name', 'This name is already used.'],
        ['fields.2.function', 'Only numbers can be added up or averaged.'],
        ['fields.3.truncate', 'Only dates can be cut to a period.'],
        ['filters.0.value', 'This is not a whole number.'],
        ['filters.1.parameter', 'There is no parameter named p.'],
        ['sort.0.field', 'There is no field named zzz.'],
      ],
    )
  })

  it('a workflow reads it in batches, and its records can be marked', async () => {
    const definition = dataSetDefinition.parse({
      ...base,
      fields: [{ name: 'n', of: 'o', field: 'number' }],
      filters: [{ of: 'o', field: 'customer_id', operator: 'equals', value: 'A' }],
    })
    const { id } = await inScope(control.db, scope, (trx) =>
      trx
        .insertInto('data_sets')
        .values({ name: 'Orders', definition: JSON.stringify(definition) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const batches = await Array.fromAsync(openDataSets(ground, scope).read(id, {}))
    assert.deepEqual(
      batches.map(({ records, cursor }) => [records.length, cursor]),
      [[2, undefined]],
    )
    assert.equal(await markDataSet(ground, scope, definition, 'clean'), 2)
    assert.equal(await markDataSet(ground, scope, definition, 'clean'), 0)
    const { data } = await store.page(orders, { page: 1, perPage: 10, state: 'clean', sort: 'number' })
    assert.deepEqual(
      data.map((row) => row['number']),
      [1, 2],
    )
  })

  it('its rows are found by the values of a column, the first of each, whatever its limit is', async () => {
    const definition = dataSetDefinition.parse({
      ...withCustomers,
      fields: [
        { name: 'customer', of: 'o', field: 'customer_id' },
        { name: 'country', of: 'c', field: 'country' },
        { name: 'number', of: 'o', field: 'number' },
        { name: 'freight', of: 'o', field: 'freight' },
      ],
      sort: [{ field: 'number', descending: true }],
      limit: 1,
    })
    const { id } = await inScope(control.db, scope, (trx) =>
      trx
        .insertInto('data_sets')
        .values({ name: 'By customer', definition: JSON.stringify(definition) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const found = (key: string, values: unknown[], fields = ['country', 'freight']) =>
      openDataSets(ground, scope).lookup({ data_set_id: id, key, values, fields })
    assert.deepEqual(
      [...(await found('customer', ['A', 'B', 'nobody', null, 'A']))].map(([value, { number, country }]) => [
        value,
        number,
        country,
      ]),
      [
        ['A', 2, 'Germany'],
        ['B', 3, 'France'],
      ],
    )
    assert.deepEqual([...(await found('number', [1, '3', 'x', '9'])).keys()], ['1', '3'])
    assert.deepEqual([...(await found('freight', ['10.1', 5])).keys()], ['10.1', '5'])
    assert.deepEqual([...(await found('customer', []))], [])
    await assert.rejects(
      found('customer', ['A'], ['nothing']),
      (error: Error & { fields: object }) => assert.deepEqual(Object.keys(error.fields), ['field']) === undefined,
    )
  })

  it('partners are found by one or several fields, in the order asked for, and at most so many of each', async () => {
    const { id } = await inScope(control.db, scope, (trx) =>
      trx
        .insertInto('data_sets')
        .values({
          name: 'Freight by customer',
          definition: JSON.stringify({
            ...base,
            fields: [
              { name: 'customer', of: 'o', field: 'customer_id' },
              { name: 'freight', of: 'o', field: 'freight', function: 'sum' },
            ],
            limit: 1,
          }),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const { partners } = openDataSets(ground, scope)
    const found = async (query: Partial<Parameters<typeof partners>[0]>) =>
      Object.fromEntries(
        (await partners({
          ...{ of: { structure_id: orders.id }, on: ['customer_id'], keys: [['A'], ['B'], ['nobody']] },
          ...{ fields: ['number', 'lines'], order: [], most: 10 },
          ...query,
        })) ?? [],
      )
    const numbers = async (query: Parameters<typeof found>[0]) =>
      Object.fromEntries(
        Object.entries(await found(query)).map(([key, rows]) => [key, rows.map((row) => row['number'])]),
      )

    assert.deepEqual(await numbers({}), { '["A"]': [1, 2], '["B"]': [3], '["nobody"]': [] })
    assert.deepEqual(await numbers({ order: [{ field: 'freight', descending: true }], most: 1 }), {
      '["A"]': [2],
      '["B"]': [3],
      '["nobody"]': [],
    })
    assert.deepEqual(
      await numbers({
        on: ['customer_id', 'freight'],
        keys: [
          ['A', '10.1'],
          ['A', '5'],
          ['B', 'x'],
        ],
      }),
      {
        '["A","10.1"]': [1],
        '["A","5"]': [],
      },
    )
    assert.deepEqual((await found({ keys: [['A']], fields: ['lines'], most: 1 }))['["A"]'], [
      {
        lines: [
          { sku: 'x', quantity: 2, price: '1.5' },
          { sku: 'y', quantity: 1, price: '3' },
        ],
      },
    ])
    assert.deepEqual(
      await found({ of: { data_set_id: id }, on: ['customer'], keys: [['A'], ['Z']], fields: ['freight'] }),
      { '["A"]': [{ freight: '30.30' }], '["Z"]': [{ freight: '5.00' }] },
    )
    assert.deepEqual(await found({ keys: [] }), {})
    await assert.rejects(
      found({ on: ['nothing'] }),
      (error: Error & { fields: object }) => assert.deepEqual(Object.keys(error.fields), ['key']) === undefined,
    )
  })

  it('whatever a definition says, it either compiles to SQL the database understands or is refused, never anything in between', async () => {
    const known = fc.constantFrom(
      ...[
        'number',
        'customer_id',
        'ordered_at',
        'freight',
        'lines',
        'lines.0.sku',
        'tags',
        'ship',
        'ship.country',
        '_id',
        '_dirty',
        '_created_at',
      ].map((field) => ({ of: 'o', field })),
    )
    const nasty = fc.record({
      of: fc.constantFrom('o', 'c', 'l', 'x'),
      field: fc.oneof(
        fc.constantFrom(
          'code',
          'country',
          'value',
          'sku',
          'price',
          `"; drop table x; --`,
          `'`,
          'a.b.c',
          '\\',
          '__proto__',
          `ship.'||pg_sleep(1)||'`,
        ),
        fc.string({ minLength: 1, maxLength: 20 }),
      ),
    })
    const at = fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: nasty })
    const more = <T extends object>(rest: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
      fc.tuple(at, fc.record(rest)).map(([where, what]) => ({ ...where, ...what }))
    const value = fc.oneof(
      fc.constant(undefined),
      fc.integer(),
      fc.string(),
      fc.constantFrom('2026-01-01', '1', 'true', 'DE', ''),
      fc.boolean(),
      fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
    )
    const definitions = fc.record({
      structures: fc.constantFrom(base.structures, withCustomers.structures),
      lists: fc.oneof(
        fc.constantFrom([], [{ as: 'l', of: 'o', field: 'lines' }], [{ as: 'l', of: 'o', field: 'tags' }]),
        fc.array(more({ as: fc.constant('l') }), { maxLength: 1 }),
      ),
      fields: fc.uniqueArray(
        more({
          name: fc.constantFrom('a', 'b', 'c'),
          function: fc.option(fc.constantFrom(...aggregates), { nil: undefined, freq: 1 }),
          truncate: fc.constantFrom(undefined, undefined, undefined, ...truncations.slice(0, 2)),
        }),
        { minLength: 1, maxLength: 3, selector: ({ name }) => name },
      ),
      filters: fc.array(more({ operator: fc.constantFrom(...operators), value }), { maxLength: 2 }),
      having: fc.array(
        fc.record({ field: fc.constantFrom('a', 'a', 'b'), operator: fc.constantFrom(...operators), value }),
        { maxLength: 1 },
      ),
      sort: fc.array(fc.record({ field: fc.constantFrom('a', 'b', 'zz') }), { maxLength: 1 }),
    })
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(definitions, async (given) => {
        const definition = dataSetDefinition.parse(given) as DataSetDefinition
        const { compiled, problems } = compileDataSet(definition, structures, {}, store.dialect)
        if (Object.keys(problems).length > 0) return
        accepted++
        await store.answer({ ...compiled, base: orders })
        await store.answer({ base: orders, text: compiled.base_ids, values: compiled.base_values, fields: new Map() })
      }),
      { numRuns: kind === 'PostgreSQL' ? 3000 : 1500 },
    )
    assert.ok(accepted > 100, `${accepted} definitions were understood`)
  })
}
