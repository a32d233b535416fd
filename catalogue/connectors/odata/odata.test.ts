import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { xmlTree } from '@weft/kit/xml/xml-tree.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import fc from 'fast-check'
import { entitySets } from './metadata.ts'
import { odata } from './odata.ts'
import { odataBody } from './odata.server.ts'
import { pageIn } from './service.server.ts'
import { odataService } from './testing/service.ts'
import { literal, recordIn } from './values.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

for (const version of ['v4', 'v2'] as const) {
  const service = await odataService(version)
  after(() => service.close())
  const settings = odata.settings.parse({
    base_url: service.base_url,
    version,
    auth: 'bearer',
    secret: 'right',
    page_size: 10,
  })
  const session = await odataBody.open!(settings, webReach)
  test(`${version}: it can do what it says`, () => tablesAsDeclared(odata, session))
  const named = (name: string) => `${version}: ${name}`
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing went wrong',
      (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(service.base_url, '/odata'),
    )
  async function all(query: TableQuery | string, cursor?: unknown) {
    const records: DataRecord[] = []
    const cursors: unknown[] = []
    const sizes: number[] = []
    for await (const batch of session.read(typeof query === 'string' ? { table: query } : query, cursor)) {
      records.push(...batch.records)
      sizes.push(batch.records.length)
      cursors.push(JSON.parse(JSON.stringify(batch.cursor)))
    }
    return { records, cursors, sizes, ids: records.map((record) => record['ID']) }
  }

  test(named('the check signs in and counts what there is'), async () => {
    const steps: string[] = []
    await odataBody.check(settings, webReach, (step, detail) =>
      steps.push(`${step}: ${typeof detail === 'object' ? say(detail, 'en') : detail}`),
    )
    assert.deepEqual(steps, ['host: 127.0.0.1', 'connection: HTTP', 'sign_in: HTTP 200', 'rights: 3 entity sets'])
    const denied = odataBody.check({ ...settings, secret: 'wrong' }, webReach, () => undefined)
    assert.equal(await failure(denied), 'CONNECTION_DENIED: /odata/$metadata refuses the sign-in (401).')
  })

  test(named('$metadata tells tables, exact types and keys'), async () => {
    const { fields, key, cursors } = await session.describe('Orders')
    assert.deepEqual(
      fields.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '' : ' not null'}`),
      [
        'ID integer not null',
        'Customer text',
        'Total decimal',
        'Big big_integer',
        'Paid boolean',
        'ChangedAt date_time',
        version === 'v4' ? 'Day date' : 'Day date_time',
        'Opens time',
        'Token uuid',
      ],
    )
    assert.deepEqual([fields[2]!.precision, fields[2]!.scale, fields[1]!.length], [38, 18, 80])
    assert.deepEqual([key, cursors[0], (await session.describe('Lines')).key], [['ID'], 'ChangedAt', ['Order', 'Sku']])
    assert.equal(cursors.includes('@odata.deltaLink'), version === 'v4')
  })

  test(named('values arrive exactly, and pages of the service and our own are all read'), async () => {
    const { records, ids } = await all('Orders')
    assert.deepEqual(ids, numbers(1, 25))
    assert.deepEqual(records[2], {
      ID: 3,
      Customer: "O'Neil & Söhne",
      Total: '12345678901234567890.123456789012345678',
      Big: '9223372036854775807',
      Paid: true,
      ChangedAt: version === 'v4' ? '2026-11-01T00:02:00.000Z' : '2026-11-01T00:02:00',
      Day: version === 'v4' ? '2026-11-01' : '2026-11-01T00:00:00',
      Opens: version === 'v4' ? '08:30:00' : '08:30:00',
      Token: '00000000-0000-4000-8000-000000000003',
    })
    assert.equal((await all('Lines')).records.length, 9)
  })

  test(named('a reading goes on behind any batch'), async () => {
    for (const query of [
      { table: 'Orders', batch: 3 },
      { table: 'Orders', batch: 3, order: '-ID' },
    ]) {
      const whole = await all(query)
      assert.equal(whole.ids.length, 25)
      let passed = 0
      for (const [i, cursor] of whole.cursors.entries()) {
        passed += whole.sizes[i]!
        assert.deepEqual((await all(query, cursor)).ids, whole.ids.slice(passed), `${JSON.stringify(query)} ${i}`)
      }
    }
  })

  test(named('comparisons, fields, order and limit are made by the service'), async () => {
    const where = async (field: string, operator: string, value?: unknown) =>
      (await all({ table: 'Orders', filter: [{ field, operator, value } as never], fields: ['ID'] })).ids
    assert.deepEqual(await where('Customer', 'equals', "O'Neil & Söhne"), [3])
    assert.deepEqual(await where('Customer', 'contains', "'Neil"), [3])
    assert.deepEqual(await where('Customer', 'starts_with', 'Kunde 2'), [2, 20, 21, 22, 23, 24, 25])
    assert.deepEqual(await where('ID', 'in', '3, 5'), [3, 5])
    assert.deepEqual(await where('ID', 'greater', '23'), [24, 25])
    assert.deepEqual(
      await where('Paid', 'true'),
      numbers(1, 25).filter((id) => id % 2 === 1),
    )
    assert.deepEqual(await where('Customer', 'empty'), [])
    assert.deepEqual(await where('Token', 'equals', '00000000-0000-4000-8000-000000000007'), [7])
    const some = await all({ table: 'Orders', fields: ['Customer'], order: '-ID', limit: 12 })
    assert.deepEqual([some.records.length, some.records[0]], [12, { Customer: 'Kunde 25' }])
    assert.match(await failure(where('Nothing', 'greater', '1 or 1 eq 1')), /nothing went wrong/)
  })

  test(named('what has changed lies between two moments, read by key'), async () => {
    const until = await session.latest!('Orders', 'ChangedAt')
    assert.equal(until, version === 'v4' ? '2026-11-01T00:24:00.000Z' : '2026-11-01T00:24:00')
    const from = version === 'v4' ? '2026-11-01T00:20:00Z' : '2026-11-01T00:20:00'
    assert.deepEqual(
      (await all({ table: 'Orders', changed: { field: 'ChangedAt', from, until } })).ids,
      numbers(21, 25),
    )
  })

  test(named('records are looked up by their key'), async () => {
    const keys = [
      { Order: 1, Sku: 'b' },
      { Order: 9, Sku: 'x' },
      { Order: 3, Sku: "c' or true or '" },
    ]
    assert.deepEqual(await session.lookup!({ table: 'Lines', keys }), [{ Order: 1, Sku: 'b', Count: 1 }])
    const many = numbers(1, 60).map((ID) => ({ ID }))
    assert.equal((await session.lookup!({ table: 'Orders', keys: many, fields: ['ID'] })).length, 25)
  })

  test(named('each record written has an outcome of its own'), async () => {
    const moment = version === 'v4' ? '2026-11-02T10:00:00Z' : '2026-11-02T10:00:00'
    const insert = await session.write!({ table: 'Orders', mode: 'insert' })
    const made = await insert.write([
      { Customer: 'Neu', Total: '0.10', ChangedAt: moment, Paid: 'true' },
      { Total: '1' },
    ])
    assert.deepEqual(
      made.written.map(({ ID, Customer }) => [ID, Customer]),
      [[26, 'Neu']],
    )
    assert.deepEqual(
      made.rejected.map(({ reason }) => say(reason, 'en').replace(service.base_url, '/odata')),
      ['/odata/Orders answered 400: Customer is mandatory.'],
    )
    const kept = service.sets['Orders']!.at(-1)!
    assert.deepEqual(
      [kept['Total'], Date.parse(String(kept['ChangedAt'])), kept['Paid']],
      ['0.10', Date.parse('2026-11-02T10:00:00Z'), true],
    )
    const update = await session.write!({ table: 'Orders', mode: 'update' })
    const changed = await update.write([
      { ID: 26, Customer: 'Anders' },
      { ID: 99, Customer: 'Fremd' },
    ])
    assert.deepEqual(
      changed.rejected.map(({ reason }) => say(reason, 'en')),
      ['There is no record with this key.'],
    )
    const upsert = await session.write!({ table: 'Lines', mode: 'upsert' })
    const both = await upsert.write([
      { Order: 1, Sku: 'a', Count: 7 },
      { Order: 9, Sku: "x'y/z", Count: 1 },
    ])
    assert.deepEqual(
      [both.written.length, service.sets['Lines']![0]!['Count'], service.sets['Lines']!.length],
      [2, 7, 10],
    )
    const removal = await session.write!({ table: 'Lines', mode: 'delete' })
    await removal.write([
      { Order: 9, Sku: "x'y/z" },
      { Order: 8, Sku: 'gone' },
    ])
    assert.equal(service.sets['Lines']!.length, 9)
    await (await session.write!({ table: 'Orders', mode: 'delete' })).write([{ ID: 26 }])
    assert.equal(service.sets['Orders']!.length, 25)
  })

  if (version === 'v4')
    test(named('a link to all changes is a cursor: what was changed and deleted since'), async () => {
      const from = await session.latest!('Orders', '@odata.deltaLink')
      await (await session.write!({ table: 'Orders', mode: 'update' })).write([{ ID: 4, Customer: 'Delta' }])
      await (await session.write!({ table: 'Orders', mode: 'delete' })).write([{ ID: 25 }])
      const until = await session.latest!('Orders', '@odata.deltaLink')
      const { records } = await all({ table: 'Orders', changed: { field: '@odata.deltaLink', from, until } })
      assert.deepEqual(
        records.map(({ ID, Customer, '@removed': removed }) => [ID, Customer, removed]),
        [
          [4, 'Delta', undefined],
          [25, undefined, true],
        ],
      )
      assert.equal(
        await failure(all('Circle')),
        'PAGES_REPEAT: The pages of Circle repeat themselves: page 3 is the same as an earlier one.',
      )
      assert.equal(await failure(all('Nothing')), 'TABLE_MISSING: The service has no entity set called Nothing.')
    })
}

test('nothing gets out of a literal', () => {
  for (const edm of [
    'Edm.Guid',
    'Edm.DateTimeOffset',
    'Edm.Date',
    'Edm.TimeOfDay',
    'Edm.Int32',
    'Edm.Int64',
    'Edm.Decimal',
    'Edm.Double',
    'Edm.Boolean',
    'Edm.String',
    'Edm.Time',
    'Edm.DateTime',
  ])
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constant("1' or '1' eq '1"), fc.constant('1 or 1 eq 1')),
        fc.constantFrom('v2' as const, 'v4' as const),
        (value, version) => {
          const text = literal({ name: 'f', edm, type: 'text', native: '', nullable: true }, version, value)
          assert.match(text, /^((datetime|datetimeoffset|guid|time)?'([^']|'')*'[LMd]?|[\w.:+-]+)$/s)
        },
      ),
    )
})

test('random and cut answers end in records or in a sentence', () => {
  const field = { name: 'a', edm: 'Edm.DateTime', type: 'date_time' as const, native: '', nullable: true }
  const whole = '{"d":{"results":[{"a":"/Date(1)/"}],"__next":"x"},"value":[{"a":1}]}'
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(whole.length).map((end) => Buffer.from(whole.slice(0, end))),
    fc.json().map((text) => Buffer.from(`{"value":[${text}],"d":[${text}]}`)),
    fc
      .string()
      .map((text) => Buffer.from(JSON.stringify({ d: [{ a: `/Date(${text})/` }, { a: `PT${text}S` }], value: [] }))),
  )
  fc.assert(
    fc.property(fc.constantFrom('v2' as const, 'v4' as const), body, (version, bytes) => {
      try {
        for (const entity of pageIn(version, 'https://x.example/', { headers: {}, body: bytes }).entities)
          recordIn({ name: 's', fields: [field], key: [], tracksChanges: false }, version, entity)
      } catch (error) {
        assert.ok(error instanceof WeftError, String(error))
      }
    }),
    { numRuns: 1_000 },
  )
  const edmx =
    '<E><Schema Namespace="S"><EntityType Name="A" BaseType="S.A"><Key><PropertyRef Name="x"/></Key><Property Name="x"/></EntityType><EntityContainer><EntitySet Name="As" EntityType="S.A"/></EntityContainer></Schema></E>'
  assert.equal(entitySets(xmlTree(edmx), 'x')[0]!.key[0], 'x')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.nat(edmx.length).map((end) => edmx.slice(0, end)),
      ),
      (text) => {
        try {
          entitySets(xmlTree(text), 'https://x.example/')
        } catch (error) {
          assert.ok(error instanceof WeftError, String(error))
        }
      },
    ),
  )
})
