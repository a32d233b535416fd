import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { openRecords } from './records.server.ts'

const control = await testDatabase()
const own = ({ _id, _dirty, _hash, _version, _job_id, _created_at, _updated_at, ...rest }: DataRecord) => rest

for (const { tenant, store, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  let batch = 0
  const job_id = randomUUID()
  const write = async (structure_id: string, rows: DataRecord[], step = 's') =>
    (
      await openRecords(ground, tenant.scope).open({
        structure_id,
        mode: 'upsert',
        job_id,
        step: `${step}${structure_id}`,
        attempt: 1,
      })
    ).write(rows, batch++)

  it('an earlier version of a record is what the record was, to the last digit', async () => {
    const structure = await aStructure(
      ground,
      tenant.scope,
      'Kept',
      [
        aField('number', 'big_integer', { primary_key: true, nullable: false }),
        aField('price', 'decimal', { precision: 40, scale: 10 }),
        aField('fee', 'decimal', { precision: 10, scale: 2 }),
        aField('exact', 'decimal'),
        aField('huge', 'big_integer', { unsigned: true }),
        aField('count', 'big_integer'),
        aField('at', 'date_time'),
        aField('clock', 'time'),
        aField('paid', 'boolean'),
        aField('extra', 'json'),
        aField('name', 'text'),
        aField('key', 'uuid'),
        aField('kind', 'choice', { values: ['ä', 'ß'] }),
        aField('tags', 'list'),
      ],
      { data_versioning: true },
    )
    await write(structure.id, [
      {
        number: '9007199254740993',
        price: '12345678901234567890.1234567891',
        fee: '1.50',
        exact: '0.000000000000000000001',
        huge: '18446744073709551615',
        count: '9007199254740993',
        at: '2026-03-29T00:30:00.123Z',
        clock: '23:59:59.5',
        paid: true,
        extra: '{"a":12345678901234567890.123}',
        name: 'Ünïcødé 😀',
        key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
        kind: 'ß',
        tags: ['a', 1e21],
      },
    ])
    const [before] = (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat()
    assert.deepEqual(own(before!), {
      number: '9007199254740993',
      price: '12345678901234567890.1234567891',
      fee: '1.50',
      exact: '0.000000000000000000001',
      huge: '18446744073709551615',
      count: '9007199254740993',
      at: '2026-03-29T00:30:00.123Z',
      clock: '23:59:59.5',
      paid: true,
      extra: { a: '12345678901234567890.123' },
      name: 'Ünïcødé 😀',
      key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
      kind: 'ß',
      tags: ['a', 1e21],
    })
    await store.remove(structure, [String(before!['_id'])])
    const [version] = await store.earlierVersions(structure, String(before!['_id']))
    assert.deepEqual(own(version!['record'] as DataRecord), own(before!))
  })

  it('any text whatsoever is written as it is or its record is refused, in whatever field it stands', async () => {
    const structure = await aStructure(ground, tenant.scope, 'Texts', [
      aField('n', 'integer', { primary_key: true, nullable: false }),
      aField('text', 'text', { length: 1000 }),
      aField('long', 'long_text'),
      aField('extra', 'json'),
      aField('keyed', 'json'),
      aField('object', 'object', { fields: [aField('inner', 'long_text')] }),
      aField('list', 'list'),
    ])
    const awkward = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom(
          '\0',
          '\\',
          'u0000',
          '\\u0000',
          '\ud83d',
          '\ude00',
          '😀',
          "'",
          '"',
          '\n',
          '\r',
          '\t',
          '$$',
          '%',
          '\u2028',
          '\ufffe',
          '\ufeff',
          ' ',
          'a',
        ),
        maxLength: 8,
      }),
    )
    const placed: ((text: string, n: number) => DataRecord)[] = [
      (text, n) => ({ n, text }),
      (text, n) => ({ n, long: text }),
      (text, n) => ({ n, extra: { a: [text] } }),
      (text, n) => ({ n, keyed: { [`k${text}`]: 1 } }),
      (text, n) => ({ n, object: { inner: text } }),
      (text, n) => ({ n, list: [text] }),
    ]
    let n = 0
    const seen = { written: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(awkward, { minLength: 30, maxLength: 30 }), async (texts) => {
        const records = texts.flatMap((text) => placed.map((place) => place(text, n++)))
        const { written, rejected } = await write(structure.id, records)
        assert.equal(written.length + rejected.length, records.length)
        const kept = new Map(
          (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat().map((row) => [row['n'], row]),
        )
        const refused = new Set(rejected.map(({ record }) => record['n']))
        for (const record of records) {
          const row = kept.get(record['n'])
          const isStrange = /\0|[\ud800-\udfff]/.test(
            JSON.stringify(record)
              .replaceAll(/\\\\/g, '')
              .replaceAll('\\u0000', '\0')
              .replaceAll(/\\u(d[89a-f]..)/g, '\ud800')
              .replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ''),
          )
          assert.equal(refused.has(record['n']), isStrange, JSON.stringify(record))
          if (isStrange) assert.equal(row, undefined)
          else for (const [name, value] of Object.entries(record)) assert.deepEqual(row![name], value, name)
          seen[isStrange ? 'refused' : 'written']++
        }
      }),
      { numRuns: 8 },
    )
    assert.ok(seen.written > 500 && seen.refused > 100, JSON.stringify(seen))
  })

  it('records added and changed by hand keep their digits, and refuse what cannot be stored', async () => {
    const structure = await aStructure(ground, tenant.scope, 'ByHand', [
      aField('n', 'integer', { primary_key: true, nullable: false }),
      aField('extra', 'json'),
      aField('list', 'list', { fields: [aField('price', 'decimal')] }),
    ])
    const row = await store.add(structure, {
      n: 1,
      extra: '{"a":[12345678.12345678901234]}',
      list: '[{"price":9007199254740993}]',
    })
    assert.deepEqual([row['extra'], row['list']], [{ a: ['12345678.12345678901234'] }, [{ price: '9007199254740993' }]])
    await assert.rejects(store.add(structure, { n: 2, extra: { a: '\0' } }), { code: 'INVALID' })
    await assert.rejects(store.change(structure, String(row['_id']), { extra: '{"a":"\\u0000"}' }), { code: 'INVALID' })
  })
}
