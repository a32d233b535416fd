import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableQuery, TableWriteMode } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { linesFail } from '@weft/kit/testing/lines-fail.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import { Binary, Double, Int32, Long, MongoClient, ObjectId, UUID } from 'mongodb'
import { mongodb } from './mongodb.ts'
import { mongodbBody } from './mongodb.server.ts'
import { ferretDb, settingsOf } from './testing/counterpart.ts'

const server = await ferretDb()
if (typeof server === 'string') test('mongodb', { skip: server }, () => undefined)
else {
  const settings = settingsOf(server.port)
  const auth = { username: settings.user, password: settings.password }
  const owner = new MongoClient(`mongodb://127.0.0.1:${server.port}/`, {
    auth,
    authSource: 'shop',
    directConnection: true,
  })
  after(() => owner.close())
  const shop = owner.db('shop')
  const session = await mongodbBody.open!(settings, localReach)
  after(() => session.close())
  test('it can do what it says', () => tablesAsDeclared(mongodb, session))
  const all = async (query: TableQuery, cursor?: unknown) => {
    const records: DataRecord[] = []
    for await (const batch of session.read(query, cursor)) records.push(...batch.records)
    return records
  }
  const id = '652d0f1a2b3c4d5e6f708192'
  const kinds = {
    _id: id,
    whole: -2147483648,
    large: '9223372036854775807',
    double: '0.1',
    flag: true,
    text: 'Ä "x" \\ \'q\' 😀\nnew',
    empty: '',
    moment: '2026-11-22T13:58:07.12Z',
    noon: '2026-11-22T12:00:00Z',
    bytes: 'AP8=',
    uuid: '018f3c7a-52d1-7abc-8def-000000000001',
    document: { n: 7, deep: [{ at: '2026-11-22T12:00:00Z' }], big: '9223372036854775807' },
    list: ['a', 2, null],
  }

  test('every value arrives exactly as it is, is found by itself, and is written back as what it was', async () => {
    await shop.collection('kinds').insertMany([
      {
        _id: ObjectId.createFromHexString(id),
        whole: new Int32(-2147483648),
        large: Long.fromString('9223372036854775807'),
        double: new Double(0.1),
        flag: true,
        text: kinds.text,
        empty: '',
        moment: new Date('2026-11-22T13:58:07.120Z'),
        noon: new Date('2026-11-22T12:00:00Z'),
        bytes: new Binary(Buffer.from('AP8=', 'base64')),
        uuid: new UUID(kinds.uuid),
        document: {
          n: new Int32(7),
          deep: [{ at: new Date('2026-11-22T12:00:00Z') }],
          big: Long.fromString('9223372036854775807'),
        },
        list: ['a', new Double(2), null],
      },
    ])
    const { fields, key } = await session.describe('kinds')
    assert.deepEqual(key, ['_id'])
    assert.deepEqual(
      fields.map(({ name, type, native }) => `${name} ${type} ${native}`),
      [
        '_id text objectId',
        'whole integer int',
        'large big_integer long',
        'double decimal double',
        'flag boolean bool',
        'text long_text string',
        'empty long_text string',
        'moment date_time date',
        'noon date_time date',
        'bytes long_text binData',
        'uuid uuid uuid',
        'document json object',
        'list list array',
      ],
    )
    assert.deepEqual(await all({ table: 'kinds' }), [kinds])
    for (const name of ['_id', 'whole', 'large', 'flag', 'text', 'moment', 'uuid'] as const) {
      const filter = [{ field: name, operator: 'equals' as const, value: kinds[name] }]
      assert.deepEqual(await all({ table: 'kinds', filter, fields: ['whole'] }), [{ whole: kinds.whole }], name)
      assert.equal(
        (await session.lookup!({ table: 'kinds', by: [name], keys: [{ [name]: kinds[name] }] })).length,
        1,
        name,
      )
    }
    const writer = await session.write!({ table: 'kinds', mode: 'upsert' })
    const copy = { ...kinds, _id: '652d0f1a2b3c4d5e6f708193' }
    assert.deepEqual(await writer.write([copy]), { written: [copy], rejected: [] })
    const [first, second] = await shop.collection('kinds').find({}, { promoteValues: false }).sort({ _id: 1 }).toArray()
    const { document: _, list: __, ...simple } = first!
    for (const [name, value] of Object.entries(simple)) if (name !== '_id') assert.deepEqual(second![name], value, name)
    assert.deepEqual(await all({ table: 'kinds' }), [kinds, copy])
  })

  test('a collection is read by its keys, whatever their types are, and goes on behind any batch', async () => {
    const keys = [
      1,
      2.5,
      Long.fromString('9007199254740993'),
      'a',
      'b',
      ObjectId.createFromHexString(id),
      true,
      new Date(0),
    ]
    await shop
      .collection<{ _id: unknown; n: number }>('mixed')
      .insertMany(keys.map((_id, n) => ({ _id, n })) as never[])
    const batches = await Array.fromAsync(session.read({ table: 'mixed', fields: ['n'], batch: 1 }))
    const wanted = keys.map((_, n) => ({ n }))
    assert.deepEqual(
      batches.flatMap(({ records }) => records),
      wanted,
    )
    for (const [at, { cursor }] of batches.entries())
      assert.deepEqual(
        await all({ table: 'mixed', fields: ['n'], batch: 3 }, JSON.parse(JSON.stringify(cursor))),
        wanted.slice(at + 1),
      )
    assert.deepEqual(
      await all({ table: 'mixed', fields: ['n'], batch: 2, limit: 5 }, batches[2]!.cursor),
      wanted.slice(3, 5),
    )
    assert.deepEqual(await all({ table: 'mixed', fields: ['n'], order: '-n', limit: 2 }), [{ n: 7 }, { n: 6 }])
  })

  test('what has changed is read in its order, goes on behind any batch, and reaches no further than now', async () => {
    await shop.createCollection('changes')
    const day = (n: number) => new Date(`2026-11-0${n}T12:00:00Z`)
    const rows = Array.from({ length: 9 }, (_, i) => ({ _id: 9 - i, at: day(1 + (i % 3)), n: i }))
    await shop
      .collection<{ _id: number }>('changes')
      .insertMany([
        ...rows,
        { _id: 10, at: null, n: 9 },
        { _id: 11, at: new Date('2031-01-01T00:00:00Z'), n: 10 },
      ] as never[])
    assert.equal(await session.latest!('changes', 'at'), '2026-11-03T12:00:00Z')
    assert.equal(await session.latest!('changes', 'n'), 10)
    assert.equal(await session.latest!('kinds', 'none'), null)
    const changed = { field: 'at', from: '2026-11-02T12:00:00Z', until: await session.latest!('changes', 'at') }
    const query = { table: 'changes', fields: ['n'], changed, batch: 2 }
    const expected = [7, 4, 1, 8, 5, 2].map((n) => ({ n }))
    const whole = await Array.fromAsync(session.read(query))
    assert.deepEqual(
      whole.flatMap(({ records }) => records),
      expected,
    )
    for (const [i, { cursor }] of whole.entries()) {
      const before = whole.slice(0, i + 1).flatMap(({ records }) => records)
      assert.deepEqual([...before, ...(await all(query, JSON.parse(JSON.stringify(cursor))))], expected)
    }
  })

  test('conditions are asked of the server, and no value becomes something to do', async () => {
    const skus = ['1-1', '1-2', '2.1', '', null, 'A-1'].map((sku, n) => ({ _id: n, sku, n }))
    await shop.collection<{ _id: number }>('lines').insertMany(skus as never[])
    const ids = async (...filter: NonNullable<TableQuery['filter']>[number][]) =>
      (await all({ table: 'lines', filter })).map(({ _id }) => _id)
    assert.deepEqual(await ids({ field: 'sku', operator: 'starts_with', value: '1-' }), [0, 1])
    assert.deepEqual(await ids({ field: 'sku', operator: 'contains', value: '.' }), [2])
    assert.deepEqual(await ids({ field: 'sku', operator: 'ends_with', value: 'a-1' }), [5])
    assert.deepEqual(await ids({ field: 'sku', operator: 'empty' }), [3, 4])
    assert.deepEqual(
      await ids({ field: 'sku', operator: 'not_empty' }, { field: 'n', operator: 'less', value: '2' }),
      [0, 1],
    )
    assert.deepEqual(await ids({ field: 'n', operator: 'in', value: '2, 4' }), [2, 4])
    assert.deepEqual(await ids({ field: 'n', operator: 'not_equals', value: 2 }), [0, 1, 3, 4, 5])
    const trick = ids({ field: 'sku', operator: 'equals', value: { $ne: null } })
    await assert.rejects(trick, { code: 'STATEMENT_REFUSED' })
    await assert.rejects(ids({ field: '$where', operator: 'equals', value: 'true' }), { code: 'INVALID' })
  })

  test('records are written in every mode, and what is refused is told while the others are written', async () => {
    await shop.collection('stock').createIndex({ sku: 1 }, { unique: true })
    const into = async (mode: TableWriteMode, records: DataRecord[], key?: string[]) => {
      const writer = await session.write!({ table: 'stock', mode, key })
      const outcome = await writer.write(records)
      await writer.close()
      return outcome
    }
    const numbers = (records: DataRecord[]) => records.map(({ _id }) => _id)
    const inserted = await into(
      'insert',
      [1, 2, 3, 2].map((n, i) => ({ _id: n, sku: `s${i}`, n })),
    )
    assert.deepEqual(
      [numbers(inserted.written), numbers(inserted.rejected.map(({ record }) => record))],
      [[1, 2, 3], [2]],
    )
    const upserted = await into('upsert', [
      { _id: 1, n: 1 },
      { _id: 1, n: 11 },
      { _id: 4, sku: 's4', n: 4 },
      { _id: 5, sku: 's0', n: 5 },
      { _id: 6, 'a.b': 1 },
      { n: 7 },
    ])
    assert.deepEqual(numbers(upserted.rejected.map(({ record }) => record)), [6, undefined, 5])
    const updated = await into(
      'update',
      [
        { sku: 's1', n: 22 },
        { sku: 'none', n: 1 },
      ],
      ['sku'],
    )
    assert.deepEqual([updated.written.length, updated.rejected.length], [1, 1])
    assert.equal((await into('delete', [{ _id: 3 }, { _id: 99 }])).written.length, 2)
    assert.deepEqual(await all({ table: 'stock' }), [
      { _id: 1, sku: 's0', n: 11 },
      { _id: 2, sku: 's1', n: 22 },
      { _id: 4, sku: 's4', n: 4 },
    ])
    const [made] = (await into('insert', [{ sku: 'own' }])).written
    assert.deepEqual(made, { sku: 'own' })
    assert.equal(
      (await session.lookup!({ table: 'stock', by: ['sku'], keys: [{ sku: 'own' }], fields: ['n'] })).length,
      1,
    )
    await assert.rejects(session.write!({ table: 'nothing', mode: 'insert' }), { code: 'NOT_FOUND' })
  })

  test('a question in the own language of the server is answered, with values beside its text', async () => {
    const ask = async (question: unknown, parameters: unknown[] = []) => {
      const records: DataRecord[] = []
      for await (const batch of session.query!(JSON.stringify(question), parameters)) records.push(...batch.records)
      return records
    }
    const find = { find: 'lines', filter: { n: { $gte: '$1' } }, sort: { n: -1 }, limit: 2, projection: { n: 1 } }
    assert.deepEqual(await ask(find, [1]), [
      { _id: 5, n: 5 },
      { _id: 4, n: 4 },
    ])
    assert.deepEqual(await ask({ find: 'kinds', filter: { _id: { $oid: id } }, projection: { large: 1 } }), [
      { _id: id, large: '9223372036854775807' },
    ])
    const pipeline = [{ $match: { n: { $lt: 3 } } }, { $group: { _id: null, count: { $sum: 1 } } }]
    assert.deepEqual(await ask({ aggregate: 'lines', pipeline }), [{ _id: null, count: 3 }])
    await assert.rejects(ask({ drop: 'lines' }), { code: 'STATEMENT_REFUSED' })
    await assert.rejects(Array.fromAsync(session.query!('{ find', [])), { code: 'STATEMENT_REFUSED' })
    await assert.rejects(ask({ find: 'lines', filter: { $what: 1 } }), { code: 'STATEMENT_REFUSED' })
  })

  test('collections are listed, and one that is not there is told', async () => {
    const found = await session.discover()
    assert.deepEqual(
      found.map(({ name, kind, rows }) => [name, kind, rows]),
      [
        ['changes', 'collection', 11],
        ['kinds', 'collection', 2],
        ['lines', 'collection', 6],
        ['mixed', 'collection', 8],
        ['stock', 'collection', 4],
      ],
    )
    await assert.rejects(session.describe('nothing'), { code: 'NOT_FOUND' })
  })

  test('a check tells each step, and who is not let in is told so', async () => {
    const steps: string[] = []
    await mongodbBody.check(settings, localReach, (step) => steps.push(step))
    assert.deepEqual(steps, ['host', 'connection', 'sign_in', 'version', 'rights'])
    await assert.rejects(mongodbBody.open!({ ...settings, password: 'wrong' }, localReach), {
      code: 'CONNECTION_DENIED',
    })
  })

  test('a server that goes away while it is read is told, and is read again when it is back', async () => {
    const line = await mongodbBody.open!(settings, localReach)
    await line.describe('lines')
    await server.stop()
    await assert.rejects(Array.fromAsync(line.read({ table: 'lines' })), { code: 'CONNECTION_FAILED' })
    await line.close()
    await server.start()
    assert.equal((await all({ table: 'lines' })).length, 6)
  })
}

linesFail('mongodb', { body: mongodbBody, settings: settingsOf, verified })

function verified(port: number) {
  return { ...settingsOf(port), encryption: 'verified' as const }
}
