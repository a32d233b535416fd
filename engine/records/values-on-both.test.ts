import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { openRecords } from './records.server.ts'

const control = await testDatabase()
const fields = (): StructureField[] => [
  aField('number', 'big_integer', { primary_key: true, nullable: false }),
  aField('name', 'text', { length: 100 }),
  aField('note', 'long_text'),
  aField('small', 'integer', { unsigned: true }),
  aField('huge', 'big_integer', { unsigned: true }),
  aField('price', 'decimal', { precision: 20, scale: 4 }),
  aField('exact', 'decimal'),
  aField('paid', 'boolean'),
  aField('day', 'date'),
  aField('at', 'date_time'),
  aField('clock', 'time'),
  aField('key', 'uuid'),
  aField('kind', 'choice', { values: ['ä', 'ß'] }),
  aField('extra', 'json'),
  aField('address', 'object', { fields: [aField('city')] }),
  aField('tags', 'list'),
]
const given: DataRecord[] = [
  {
    number: 1,
    name: 'Ünïcødé 😀 \\ \' " % _',
    note: '',
    small: 4_294_967_295,
    huge: '18446744073709551615',
    price: '1234567890123456.7891',
    exact: '0.000000000000000000001',
    paid: 'ja',
    day: '0999-12-31',
    at: '2026-03-29T02:30:00.123456+02:00',
    clock: '23:59:59.5',
    key: 'AAAAAAAA-bbbb-4ccc-8ddd-eeeeeeeeeeee',
    kind: 'ß',
    extra: { b: [1, 2.5, null, 'x'], a: { deep: true } },
    address: { city: 'Köln' },
    tags: ['a', 'b'],
  },
  {
    number: '-9223372036854775808',
    name: 'trailing space ',
    note: 'line\nbreak\ttab\r',
    small: '0',
    huge: 0,
    price: -1,
    exact: '-12345678901234567890.125',
    paid: false,
    day: '9999-12-31',
    at: '1969-12-31 23:59:59',
    clock: '00:00',
    key: null,
    kind: null,
    extra: 'null',
    address: null,
    tags: [],
  },
  { number: '9007199254740993', extra: [1, { x: 'y' }] },
]
const stored: DataRecord[] = [
  {
    number: 1,
    name: 'Ünïcødé 😀 \\ \' " % _',
    note: '',
    small: 4_294_967_295,
    huge: '18446744073709551615',
    price: '1234567890123456.7891',
    exact: '0.000000000000000000001',
    paid: true,
    day: '0999-12-31',
    at: '2026-03-29T00:30:00.123Z',
    clock: '23:59:59.5',
    key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
    kind: 'ß',
    extra: { a: { deep: true }, b: [1, 2.5, null, 'x'] },
    address: { city: 'Köln' },
    tags: ['a', 'b'],
  },
  {
    number: '-9223372036854775808',
    name: 'trailing space ',
    note: 'line\nbreak\ttab\r',
    small: 0,
    huge: '0',
    price: '-1.0000',
    exact: '-12345678901234567890.125',
    paid: false,
    day: '9999-12-31',
    at: '1969-12-31T23:59:59.000Z',
    clock: '00:00:00',
    key: null,
    kind: null,
    extra: null,
    address: null,
    tags: [],
  },
  {
    number: '9007199254740993',
    name: null,
    note: null,
    small: null,
    huge: null,
    price: null,
    exact: null,
    paid: null,
    day: null,
    at: null,
    clock: null,
    key: null,
    kind: null,
    extra: [1, { x: 'y' }],
    address: null,
    tags: null,
  },
]

for (const { kind, tenant, store, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const write = async (structure_id: string, rows: DataRecord[]) =>
    (
      await openRecords(ground, tenant.scope).open({
        structure_id,
        mode: 'upsert',
        job_id: randomUUID(),
        step: 's',
        attempt: 1,
      })
    ).write(rows, 0)

  it('values of every type come out the same, and written again they change nothing', async () => {
    const structure = await aStructure(ground, tenant.scope, 'Everything', fields())
    assert.deepEqual((await write(structure.id, given)).rejected, [])
    const own = ({ _id, _dirty, _hash, _version, _job_id, _created_at, _updated_at, ...rest }: DataRecord) => rest
    const all = async () => (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat()
    assert.deepEqual((await all()).map(own), stored)
    await store.mark(structure, { mark: 'clean', ids: 'all' })
    await write(structure.id, given)
    assert.deepEqual(
      (await all()).map((row) => [row['_dirty'], row['_version']]),
      [
        [false, 1],
        [false, 1],
        [false, 1],
      ],
    )
    const read = (
      await Array.fromAsync(openRecords(ground, tenant.scope).read({ structure_id: structure.id }))
    ).flatMap(({ records }) => records)
    assert.deepEqual(read.map(own), stored)
    assert.deepEqual(own(await store.one(structure, '1')), stored[0])
  })

  it('texts compare letter by letter, and filters take them as they are', async () => {
    const structure = await aStructure(ground, tenant.scope, 'Texts', [
      aField('code', 'text', { primary_key: true, nullable: false }),
      aField('amount', 'decimal', { precision: 10, scale: 2 }),
      aField('at', 'date_time'),
    ])
    const codes = ['a', 'A', 'a ', 'ä', 'Z', '10', '9']
    assert.deepEqual(
      (
        await write(
          structure.id,
          codes.map((code, i) => ({ code, amount: i % 3 === 0 ? null : i, at: `2026-01-0${i + 1}T00:00:00.000001Z` })),
        )
      ).rejected,
      [],
    )
    const sorted = async (sort: string) =>
      (await store.page(structure, { page: 1, perPage: 10, sort })).data.map((row) => row['code'])
    assert.deepEqual(await sorted('code'), ['10', '9', 'A', 'Z', 'a', 'a ', 'ä'])
    assert.deepEqual(await sorted('amount'), ['A', 'a ', 'Z', '10', 'a', 'ä', '9'])
    assert.deepEqual(await sorted('-amount'), ['9', 'ä', 'a', '10', 'Z', 'a ', 'A'])
    const found = async (
      operator: 'equals' | 'contains' | 'less' | 'not_equals' | 'in',
      field: string,
      value: unknown,
    ) =>
      (await store.page(structure, { page: 1, perPage: 10, filters: [{ field, operator, value }] })).data.map(
        (row) => row['code'],
      )
    assert.deepEqual(await found('equals', 'code', 'a'), ['a'])
    assert.deepEqual(await found('contains', 'code', 'Ä'), ['ä'])
    assert.deepEqual(await found('less', 'amount', '2.00'), ['A'])
    assert.deepEqual(await found('not_equals', 'amount', '2'), ['a', 'A', 'ä', 'Z', '10', '9'])
    assert.deepEqual(await found('in', 'code', ['10', 'ä']), ['ä', '10'])
    assert.deepEqual(await found('less', 'at', '2026-01-02T01:00:00+01:00'), ['a'])
    assert.deepEqual(await found('equals', 'code', `' or ''='\\`), [])
  })

  it("a user's own query only reads, sees their project's tables and has an end", async () => {
    const structure = await aStructure(ground, tenant.scope, 'Queried', [
      aField('number', 'integer', { primary_key: true, nullable: false }),
    ])
    await write(
      structure.id,
      Array.from({ length: 1200 }, (_, number) => ({ number })),
    )
    const ask = (sql: string) => store.runQuery({ project_id: tenant.project_id, asker: tenant.scope, sql })
    const { columns, rows, more } = await ask('select number, number * 2 as twice from queried order by number desc;')
    assert.deepEqual(
      [columns, rows[0], rows.length, more],
      [['number', 'twice'], { number: 1199, twice: 2398 }, 1000, true],
    )
    for (const sql of [
      'delete from queried',
      'select 1; drop table queried',
      'drop table queried',
      'with gone as (delete from queried returning 1) select 1',
      'selec 1',
    ])
      await assert.rejects(ask(sql), /QUERY_(SYNTAX|REFUSED|NOT_ONE_SELECT)|SQL|refuses|single SELECT/, sql)
    await assert.rejects(ask('select * from nowhere'), /nowhere/)
    const between = await store.runQuery({
      project_id: tenant.project_id,
      asker: tenant.scope,
      sql: 'select number, :word as word from queried\nwhere number between :from and :to order by number',
      parameters: { from: 1, to: 3, word: `' or "1"='1\\` },
    })
    assert.deepEqual(
      between.rows,
      [1, 2, 3].map((number) => ({ number, word: `' or "1"='1\\` })),
    )
    await assert.rejects(
      store.runQuery({ project_id: tenant.project_id, asker: tenant.scope, sql: 'select :missing' }),
      { code: 'QUERY_PARAMETER_MISSING' },
    )
    assert.ok(
      (
        await store.explainQuery({
          project_id: tenant.project_id,
          asker: tenant.scope,
          sql: 'select * from queried where number = :n',
          parameters: { n: 5 },
        })
      ).lines.length > 0,
    )
    await assert.rejects(store.explainQuery({ project_id: tenant.project_id, asker: tenant.scope, sql: 'selec 1' }), {
      code: 'QUERY_SYNTAX',
    })
    const exported: unknown[] = []
    await store.exportQuery(
      { project_id: tenant.project_id, asker: tenant.scope, sql: 'select number from queried order by number' },
      async (columns, batches) => {
        for await (const batch of batches) exported.push([columns, batch.length])
      },
    )
    assert.deepEqual(exported, [
      [['number'], 1000],
      [['number'], 200],
    ])
    await assert.rejects(
      store.runQuery({
        project_id: tenant.project_id,
        asker: tenant.scope,
        sql: 'select count(*) from queried a, queried b, queried c, queried d',
        seconds: 1,
      }),
      { code: 'QUERY_TOO_LONG' },
    )
    await assert.rejects(ask("select repeat('x', 15000000) as large"), { code: 'QUERY_RESULT_TOO_LARGE' })
    await assert.rejects(ask(`select number, repeat('x', 20000) as large from queried`), {
      code: 'QUERY_RESULT_TOO_LARGE',
    })
    if (kind === 'MariaDB') {
      for (const table of ['information_schema.schemata', 'information_schema.processlist', 'mysql.user'])
        await assert.rejects(ask(`select * from ${table}`), { code: 'QUERY_SYSTEM_CATALOG' }, table)
      await assert.rejects(ask("select get_lock('held', 1)"), { code: 'QUERY_FUNCTION_REFUSED' })
    }
    assert.deepEqual(await store.counts([structure]), { [structure.id]: { total: 1200, about: false } })
    assert.ok((await store.bytes()) > 10_000)
  })
}
