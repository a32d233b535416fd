import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import fc from 'fast-check'
import { recordsIn } from './records.server.ts'
import { rest } from './rest.ts'
import { restBody } from './rest.server.ts'
import { aShop } from './testing/shop.ts'

const shop = await aShop()
after(() => shop.close())
const { base_url } = shop
const key = ['id']
const resources = [
  {
    name: 'orders',
    path: 'orders',
    items: 'data.items',
    key,
    paging: 'page',
    size_parameter: 'size',
    changed_field: 'changed_at',
    changed_parameter: 'since',
    one_path: 'orders/{id}',
    one_item: 'data',
    insert_path: 'orders',
    update_path: 'orders/{id}',
    delete_path: 'orders/{id}',
    wrap: 'order',
  },
  { name: 'offset', path: 'offset', key, paging: 'offset', page_parameter: 'start' },
  { name: 'behind', path: 'behind', key, paging: 'cursor', page_parameter: 'after', size_parameter: 'size' },
  { name: 'token', path: 'token', items: 'rows', key, paging: 'token', page_parameter: 'token', next: 'meta.next' },
  { name: 'linked', path: 'linked', key, paging: 'link' },
  { name: 'away', path: 'away', paging: 'link' },
  { name: 'xml', path: 'xml', format: 'xml', items: 'orders.order', key: ['@id'] },
  { name: 'empty', path: 'empty', format: 'xml', items: 'orders.order' },
  { name: 'csv', path: 'csv', format: 'csv', separator: ';', key },
  { name: 'looping', path: 'looping', items: 'rows', paging: 'token', page_parameter: 'token', next: 'meta.next' },
  { name: 'ignoring', path: 'ignoring', paging: 'page', size_parameter: 'size' },
  { name: 'cut', path: 'cut' },
  { name: 'scalar', path: 'scalar', items: 'data.list' },
  { name: 'denied', path: 'denied' },
]
const session = await restBody.open!(rest.settings.parse({ base_url, resources }), webReach)
test('it can do what it says', () => tablesAsDeclared(rest, session))

async function all(query: TableQuery | string, cursor?: unknown) {
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of session.read(typeof query === 'string' ? { table: query } : query, cursor)) {
    records.push(...batch.records)
    cursors.push(JSON.parse(JSON.stringify(batch.cursor)))
  }
  return { records, cursors }
}
const ids = (records: DataRecord[]) => records.map((record) => record['id'])
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(base_url, '/'),
  )

test('every way of paging reads every record once, with numbers as they are', async () => {
  for (const name of ['orders', 'offset', 'behind', 'token', 'linked'])
    assert.deepEqual(ids((await all(name)).records), numbers(1, 25), name)
  assert.deepEqual((await all('orders')).records[0], {
    id: 1,
    customer: 'Kunde 1',
    total: '12345678901234567890.50',
    changed_at: '2026-11-01T00:00:00.000Z',
  })
})

test('a reading goes on behind any batch', async () => {
  for (const name of ['orders', 'offset', 'behind', 'token', 'linked']) {
    const whole = await all({ table: name, batch: 4 })
    let passed = 0
    for (const [i, cursor] of whole.cursors.entries()) {
      passed += (await batchesOf(name))[i]!
      assert.deepEqual(
        ids((await all({ table: name, batch: 4 }, cursor)).records),
        numbers(passed + 1, 25),
        `${name} ${i}`,
      )
    }
  }
})
const batchesOf = async (table: string) => {
  const sizes: number[] = []
  for await (const { records } of session.read({ table, batch: 4 })) sizes.push(records.length)
  return sizes
}

test('XML and zipped CSV are read as JSON is, and nothing is no error', async () => {
  const xml = (await all('xml')).records
  assert.deepEqual([xml.length, xml[6]], [25, { '@id': '7', customer: 'Kunde 7 & Co' }])
  const csv = (await all('csv')).records
  assert.deepEqual([csv.length, csv[6]], [25, { id: '7', customer: 'Kunde 7; Süd' }])
  assert.deepEqual((await all('empty')).records, [])
})

test('a resource is described by what some of its records hold', async () => {
  const { fields, key, cursors } = await session.describe('orders')
  assert.deepEqual(
    fields.map(({ name, type, nullable }) => [name, type, nullable]),
    [
      ['id', 'integer', false],
      ['customer', 'text', true],
      ['total', 'decimal', true],
      ['changed_at', 'date_time', true],
    ],
  )
  assert.deepEqual([key, cursors], [['id'], ['changed_at']])
  assert.equal((await session.discover()).length, resources.length)
  assert.equal(
    await failure(session.describe('nowhere')),
    'TABLE_MISSING: The connection has no resource called nowhere.',
  )
})

test('what has changed is asked for, and what the system gives beyond it left out', async () => {
  const until = (await session.latest!('orders', 'changed_at')) as string
  assert.ok(Date.parse(until) > Date.parse('2026-11-01T00:24:00Z'), 'the clock of the system')
  const changed = { field: 'changed_at', from: '2026-11-01T00:20:00Z', until: '2026-11-01T00:22:00Z' }
  assert.deepEqual(ids((await all({ table: 'orders', changed })).records), [21, 22, 23])
  assert.equal(shop.asked.at(-1)!.query.get('since'), '2026-11-01T00:20:00Z')
  assert.equal(await session.latest!('offset', 'id'), 25)
  const filter = [{ field: 'id', operator: 'greater' as const, value: '23' }]
  assert.deepEqual((await all({ table: 'offset', filter, fields: ['id'] })).records, [{ id: 24 }, { id: 25 }])
  assert.deepEqual(ids((await all({ table: 'offset', limit: 12 })).records), numbers(1, 12))
})

test('records are looked up by key, each once, and missing ones left out', async () => {
  const keys = [{ id: 3 }, { id: '3' }, { id: 99 }, { id: '../orders' }]
  assert.deepEqual(ids(await session.lookup!({ table: 'orders', keys, fields: ['id', 'customer'] })), [3])
  assert.match(await failure(session.lookup!({ table: 'orders', keys: [{ id: '..' }] })), /^FIELD_MISSING/)
})

test('each record written has an outcome of its own, with the id it was given', async () => {
  const insert = await session.write!({ table: 'orders', mode: 'insert' })
  const made = await insert.write([{ customer: 'Neu' }, { customer: '' }])
  assert.deepEqual(made.written, [{ customer: 'Neu', id: 26 }])
  assert.deepEqual(
    made.rejected.map(({ record, reason }) => [record, say(reason, 'en').replace(base_url, '/')]),
    [[{ customer: '' }, '/orders answered 422: customer is missing']],
  )
  const upsert = await session.write!({ table: 'orders', mode: 'upsert' })
  const both = await upsert.write([
    { id: 26, customer: 'Anders' },
    { id: 77, customer: 'Fremd' },
    { customer: 'Dritt' },
  ])
  assert.deepEqual([ids(both.written), both.rejected], [[26, 27, 28], []])
  assert.equal(shop.rows.get('26')!.customer, 'Anders')
  const removal = await session.write!({ table: 'orders', mode: 'delete' })
  const gone = await removal.write([{ id: 26 }, { id: 27 }, { id: 28 }, { id: 999 }])
  assert.deepEqual([gone.written.length, shop.rows.size], [4, 25])
  assert.equal(
    await failure(session.write!({ table: 'csv', mode: 'insert' })),
    'WRITE_UNSUPPORTED: Nothing can be inserted into csv: the resource has no path for it.',
  )
})

test('what goes wrong is said, with its place', async () => {
  for (const [name, said] of [
    ['looping', 'PAGES_REPEAT: The pages of looping repeat themselves: page 2 is the same as an earlier one.'],
    ['ignoring', 'PAGES_REPEAT: The pages of ignoring repeat themselves: page 2 is the same as an earlier one.'],
    ['cut', 'ANSWER_INVALID: The answer of /cut breaks off: line 3, column 10 is its end, and no end of JSON.'],
    ['scalar', 'ANSWER_INVALID: The answer of /scalar has no records at data.list.'],
    ['away', 'PAGE_ELSEWHERE: The next page lies at another address: https://evil.example/.'],
    ['denied', 'CONNECTION_DENIED: /denied refuses the sign-in (401).'],
  ] as const)
    assert.equal(await failure(all(name)), said)
})

test('random and cut answers end in records or in a sentence', () => {
  const whole = {
    json: '{"data":{"items":[{"id":1,"name":"ä"}]}}',
    xml: '<a><items id="1"><b>x</b></items></a>',
    csv: 'id,name\n1,"a, b"\n',
  }
  const given = fc.constantFrom('json' as const, 'xml' as const, 'csv' as const).chain((format) =>
    fc.record({
      format: fc.constant(format),
      items: fc.constantFrom('', 'items', 'data.items', '__proto__'),
      separator: fc.constant(',' as const),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(whole[format].length).map((end) => Buffer.from(whole[format]).subarray(0, end)),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
        fc.json().map((text) => Buffer.from(text)),
      ),
      type: fc.constantFrom('application/json', 'text/csv; charset=latin1', 'text/xml', 'image/png', ''),
    }),
  )
  fc.assert(
    fc.property(given, ({ format, items, separator, body, type }) => {
      try {
        const answer = { status: 200, headers: { 'content-type': type }, body }
        for (const record of recordsIn({ format, items, separator }, 'https://x.example/', answer).records)
          assert.equal(typeof record, 'object')
      } catch (error) {
        assert.ok(
          ['ANSWER_INVALID', 'CSV_BROKEN_QUOTE', 'CSV_TOO_MANY_COLUMNS'].includes((error as WeftError).code),
          String(error),
        )
      }
    }),
    { numRuns: 1_000 },
  )
})
