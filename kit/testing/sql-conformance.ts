import type { Connector } from '../define/connector.ts'
import { provenWith, tablesAsDeclared } from './as-declared.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConnectorSession, TableQuery, TableWriteMode } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { say } from '../messages/messages.ts'
import type { SqlCounterpart, SqlValues } from './sql-counterpart.ts'

type Kind = keyof SqlValues

/** What a value of each kind is in a record, and the type of the field that holds it. */
const usual: Record<Kind, [type: string, value: unknown]> = {
  whole: ['integer', -2147483648],
  large: ['big_integer', '9223372036854775807'],
  exact: ['decimal', '12345678901234567890.123456789012345678'],
  double: ['decimal', '0.1'],
  flag: ['boolean', true],
  text: ['text', 'Ä "x" \\ \'q\' 😀\nnew'],
  day: ['date', '1583-01-01'],
  moment: ['date_time', '2026-11-22T13:58:07.123456Z'],
  wall: ['date_time', '2026-11-22T14:58:07.123456'],
  bytes: ['long_text', 'AP8='],
  document: ['json', { n: '12345678901234567890', t: 'ä' }],
}

/** Every connector to a database does the same with the same tables, on its real server. */
export async function sqlConforms(connector: Connector, start: () => Promise<SqlCounterpart | string>) {
  const { key } = connector
  const counterpart = await start()
  if (typeof counterpart === 'string') {
    test(key, { skip: counterpart }, () => undefined)
    return
  }
  const { run, values } = counterpart
  const insert = async (table: string, rows: string[]) => {
    for (let at = 0; at < rows.length; at += 200) {
      const some = rows.slice(at, at + 200)
      await run(counterpart.insertion?.(table, some) ?? `insert into "${table}" values ${some.join(', ')}`)
    }
  }
  const expected = Object.fromEntries(
    Object.entries(usual).map(([kind, [type, value]]) => [kind, [type, values[kind as Kind]?.arrives ?? value]]),
  ) as typeof usual
  const session = await counterpart.open()
  after(() => session.close())
  const all = (query: TableQuery, cursor?: unknown) => recordsOf(session, query, cursor)
  const kinds = Object.keys(values).filter((kind) => values[kind as Kind]) as Kind[]
  const writes = connector.provides.includes('write')
  const named = (name: string) => `${key} (${counterpart.product}): ${name}`

  test(named('it can do what it says, on the server that it says'), () => {
    tablesAsDeclared(connector, session)
    assert.equal(connector.provides.includes('exactly_once'), counterpart.remembersBatches === true)
    provenWith(connector, counterpart.product)
  })

  test(named('every value arrives exactly as it is, and nothing is not an empty text'), async () => {
    await run(
      `create table "kinds" ("id" int primary key, ${kinds.map((kind) => `"${kind}" ${values[kind]!.column}`).join(', ')})`,
    )
    await run(`insert into "kinds" values (1, ${kinds.map((kind) => values[kind]!.value).join(', ')})`)
    await run(`insert into "kinds" ("id") values (2)`)
    await run(`insert into "kinds" ("id", "text") values (3, '')`)
    const { fields, key } = await session.describe('kinds')
    assert.deepEqual(
      fields.slice(1).map(({ name, type }) => [name, type]),
      kinds.map((kind) => [kind, expected[kind][0]]),
    )
    assert.deepEqual(key, ['id'])
    const [one, two, three] = await all({ table: 'kinds' })
    assert.deepEqual(one, { id: 1, ...Object.fromEntries(kinds.map((kind) => [kind, expected[kind][1]])) })
    const nothing = Object.fromEntries(kinds.map((kind) => [kind, null]))
    assert.deepEqual(
      [two, three],
      [
        { ...nothing, id: 2 },
        { ...nothing, id: 3, text: '' },
      ],
    )
  })

  test(named('each value is found by itself, as a condition and as a key'), async () => {
    for (const kind of kinds.filter((one) => !['bytes', 'document', 'double'].includes(one))) {
      const filter = [{ field: kind, operator: 'equals' as const, value: expected[kind][1] }]
      assert.deepEqual(
        (await all({ table: 'kinds', fields: ['id'], filter })).map(({ id }) => id),
        [1],
        kind,
      )
    }
    for (const kind of ['large', 'exact', 'text', 'day', 'moment', 'wall'] as const) {
      if (!values[kind]) continue
      await run(
        `create table "by_${kind}" ("${kind}" ${values[kind].column.replace(' null', '')} not null primary key, "n" int)`,
      )
      await run(`insert into "by_${kind}" values (${values[kind].value}, 1)`)
      const [batch] = await Array.fromAsync(session.read({ table: `by_${kind}` }))
      assert.deepEqual(batch!.records, [{ [kind]: expected[kind][1], n: 1 }])
      const cursor = JSON.parse(JSON.stringify(batch!.cursor)) as unknown
      assert.deepEqual(await all({ table: `by_${kind}` }, cursor), [], kind)
    }
  })

  test(named('records are looked up by their keys, each at most once, and no other one is'), async () => {
    await run(
      'create table "shelf" ("place" varchar(5) not null, "slot" int not null, "n" int, primary key ("place", "slot"))',
    )
    const places = Array.from({ length: 1_200 }, (_, i) => ({ place: `p${i}`, slot: 1, n: i }))
    await insert(
      'shelf',
      places.map(({ place, slot, n }) => `('${place}', ${slot}, ${n})`),
    )
    const byPlace = (a: DataRecord, b: DataRecord) => Number(a['n']) - Number(b['n'])
    const found = await session.lookup!({ table: 'shelf', keys: [...places, places[7]!] })
    assert.deepEqual(found.toSorted(byPlace), places)
    const by = (by: string[], keys: DataRecord[], fields = ['n']) =>
      session.lookup!({ table: 'shelf', by, keys, fields })
    assert.deepEqual(await by(['place'], [{ place: 'p3' }, { place: 'p5 and more' }]), [{ place: 'p3', n: 3 }])
    assert.deepEqual(
      await by(['n'], [{ n: '4' }, { n: 'four' }, { n: '4.2' }, { n: null }, {}, { n: '9'.repeat(15) }]),
      [{ n: 4 }],
    )
    assert.deepEqual(await by(['place'], [{ place: 0 }, { place: "p1' or 1=1 -- " }]), [])
    assert.deepEqual(await by(['place'], []), [])
    await assert.rejects(by(['nothing'], [{ nothing: 1 }]), { code: 'INVALID' })
    await assert.rejects(session.lookup!({ table: 'few_keys', keys: [] }), { code: 'NOT_FOUND' })
    for (const kind of kinds.filter((one) => !['flag', 'bytes', 'document', 'double'].includes(one)))
      assert.deepEqual(
        await session.lookup!({ table: 'kinds', by: [kind], keys: [{ [kind]: expected[kind][1] }], fields: ['id'] }),
        [{ id: 1, [kind]: expected[kind][1] }],
      )
  })

  test(
    named('a statement answers with values as they are, batch by batch, and takes values beside its text'),
    async () => {
      const at = counterpart.parameter
      const ask = async (text: string, parameters: unknown[] = []) => {
        const records: DataRecord[] = []
        for await (const batch of session.query!(text, parameters)) records.push(...batch.records)
        return records
      }
      const [one, two] = await ask('select * from "kinds" order by "id"')
      assert.deepEqual(one, { id: 1, ...Object.fromEntries(kinds.map((kind) => [kind, expected[kind][1]])) })
      assert.deepEqual(two, { id: 2, ...Object.fromEntries(kinds.map((kind) => [kind, null])) })
      assert.deepEqual(await ask(`select * from "kinds" where "id" = ${at(1)}`, [1]), [one])
      for (const kind of kinds.filter((one) => !['bytes', 'document', 'double'].includes(one)))
        assert.deepEqual(await ask(`select "id" from "kinds" where "${kind}" = ${at(1)}`, [expected[kind][1]]), [
          { id: 1 },
        ])
      const quoted = 'it\'s "?" $1 \\'
      if (writes) await ask(`insert into "kinds" ("id", "text") values (${at(1)}, ${at(2)})`, [9, quoted])
      else await run(`insert into "kinds" ("id", "text") values (9, 'it''s "?" $1 \\')`)
      assert.deepEqual(
        await ask(`select "id", '?' as "mark", "id" from "kinds" where "id" = ${at(1)} and "text" = ${at(2)}`, [
          9,
          quoted,
        ]),
        [{ id: 9, mark: '?', id_2: 9 }],
      )
      if (writes) await ask(`delete from "kinds" where "id" = ${at(1)}`, ['9'])
      else await run('delete from "kinds" where "id" = 9')
      const sizes: number[] = []
      for await (const { records } of session.query!('select a."n" from "shelf" a join "shelf" b on b."n" < 3', []))
        sizes.push(records.length)
      assert.deepEqual(sizes, [100, 1_000, 1_000, 1_000, 500])
      await assert.rejects(ask('select nothing from nowhere'), { code: 'STATEMENT_REFUSED' })
      await assert.rejects(ask(`select "id" from "kinds" where nothing = ${at(1)}`, [1]), { code: 'STATEMENT_REFUSED' })
      assert.deepEqual(await ask('select count(*) as "n" from "shelf" where "n" < 3'), [{ n: '3' }])
    },
  )

  test(named('a table is read by its key, and goes on behind any batch'), async () => {
    await run(
      'create table "order_lines" ("order_id" int not null, "line" int not null, "sku" varchar(20), primary key ("order_id", "line"))',
    )
    for (let order = 1; order <= 50; order++)
      await insert(
        'order_lines',
        [1, 2, 3, 4, 5].map((line) => `(${order}, ${line}, '${order}-${line}')`),
      )
    const cursors: unknown[] = []
    const read: DataRecord[] = []
    for await (const { records, cursor } of session.read({ table: 'order_lines', fields: ['sku'], batch: 7 })) {
      read.push(...records)
      cursors.push(JSON.parse(JSON.stringify(cursor)))
    }
    const wanted = Array.from({ length: 250 }, (_, i) => ({ sku: `${Math.floor(i / 5) + 1}-${(i % 5) + 1}` }))
    assert.deepEqual(read, wanted)
    for (const at of [0, 10, 34])
      assert.deepEqual(
        await all({ table: 'order_lines', fields: ['sku'], batch: 7 }, cursors[at]),
        wanted.slice((at + 1) * 7),
      )
    assert.deepEqual(
      await all({ table: 'order_lines', fields: ['sku'], batch: 7, limit: 80 }, cursors[10]),
      wanted.slice(77, 80),
    )
  })

  test(named('what has no key is read in one go, batch by batch, and in another order by a page'), async () => {
    await run('create table "plain" ("word" varchar(20), "n" int)')
    for (let at = 0; at < 2_500; at += 500)
      await insert(
        'plain',
        Array.from({ length: 500 }, (_, i) => `('w${at + i + 1}', ${at + i + 1})`),
      )
    const sizes: [number, unknown][] = []
    for await (const { records, cursor } of session.read({ table: 'plain' })) sizes.push([records.length, cursor])
    assert.deepEqual(sizes, [
      [100, undefined],
      [1000, undefined],
      [1000, undefined],
      [400, undefined],
    ])
    assert.deepEqual(await all({ table: 'plain', order: '-n', limit: 2 }), [
      { word: 'w2500', n: 2500 },
      { word: 'w2499', n: 2499 },
    ])
  })

  test(named('conditions are asked of the database, and no value becomes SQL'), async () => {
    const skus = async (...filter: NonNullable<TableQuery['filter']>[number][]) =>
      (await all({ table: 'order_lines', filter, limit: 3 })).map(({ sku }) => sku)
    assert.deepEqual(await skus({ field: 'sku', operator: 'equals', value: "1-1' or 1=1 -- " }), [])
    assert.deepEqual(await skus({ field: 'sku', operator: 'equals', value: "1-1\\' or 1=1 -- " }), [])
    assert.deepEqual(await skus({ field: 'sku', operator: 'starts_with', value: '7-' }), ['7-1', '7-2', '7-3'])
    assert.deepEqual(await skus({ field: 'sku', operator: 'contains', value: '%' }), [])
    assert.deepEqual(
      await skus(
        { field: 'order_id', operator: 'greater', value: 49 },
        { field: 'line', operator: 'in', value: '2, 4' },
      ),
      ['50-2', '50-4'],
    )
    const empty = { field: 'text', operator: 'empty' as const }
    assert.deepEqual(
      (await all({ table: 'kinds', filter: [empty] })).map(({ id }) => id),
      [2, 3],
    )
    await assert.rejects(all({ table: 'kinds', filter: [{ field: 'x" or 1=1', operator: 'true' }] }), {
      code: 'INVALID',
    })
  })

  test(
    named('tables are found with their kind, names of any letters are themselves, and one that is not there is told'),
    async () => {
      await run('create table "odd.na""me" ("Größe ""x""" int not null primary key)')
      await run('insert into "odd.na""me" values (7)')
      await run('create view "few" as select "id" from "kinds"')
      const found = await session.discover()
      const kindOf = (name: string) => found.find((one) => one.name === name)?.kind
      assert.deepEqual([kindOf('kinds'), kindOf('few'), kindOf('"odd.na""me"')], ['table', 'view', 'table'])
      assert.deepEqual(await all({ table: '"odd.na""me"' }), [{ 'Größe "x"': 7 }])
      assert.deepEqual((await session.describe('few')).key, [])
      await assert.rejects(session.describe('nothing'), { code: 'NOT_FOUND' })
      await assert.rejects(session.describe('kinds; drop table kinds'), { code: 'NOT_FOUND' })
    },
  )

  test(
    named('what has changed is read in its order, goes on behind any batch, and reaches no further than now'),
    async () => {
      const { column } = values.moment ?? values.wall!
      await run(`create table "changes" ("id" int primary key, "at" ${column}, "n" int)`)
      assert.equal(await session.latest!('changes', 'at'), null)
      const day = (n: number) => `'2026-11-0${n} 12:00:00.0001'`
      const rows = Array.from({ length: 9 }, (_, i) => `(${9 - i}, ${day(1 + (i % 3))}, ${i})`)
      await insert('changes', [...rows, '(10, null, 10)', `(11, '2031-01-01 00:00:00', 11)`])
      assert.equal(await session.latest!('changes', 'n'), 11)
      const now = String(await session.latest!('changes', 'at')).slice(0, 4)
      assert.equal(now, String(new Date().getUTCFullYear()))
      const [{ at: from } = {}] = await all({
        table: 'changes',
        fields: ['at'],
        filter: [{ field: 'id', operator: 'equals', value: 8 }],
      })
      const changed = { field: 'at', from, until: await session.latest!('changes', 'at') }
      const query = { table: 'changes', fields: ['n'], changed, batch: 2 }
      const expected = [7, 4, 1, 8, 5, 2].map((n) => ({ n }))
      assert.deepEqual(await all(query), expected)
      const whole = await Array.fromAsync(session.read(query))
      for (const [i, { cursor }] of whole.entries()) {
        const before = whole.slice(0, i + 1).flatMap(({ records }) => records)
        assert.deepEqual([...before, ...(await all(query, JSON.parse(JSON.stringify(cursor))))], expected)
      }
    },
  )

  test(named('what a table refers to and what may be a cursor is told'), async () => {
    await run(
      'create table "orders" ("id" int primary key, "placed" date, "created_at" timestamp default current_timestamp not null, "changed_at" timestamp default current_timestamp not null)',
    )
    await run(
      'create table "parts" ("order_id" int not null, "n" int not null, primary key ("order_id", "n"), foreign key ("order_id") references "orders" ("id"))',
    )
    assert.deepEqual((await session.describe('orders')).cursors, ['changed_at', 'created_at', 'id'])
    assert.deepEqual((await session.describe('parts')).references, [
      { fields: ['order_id'], table: 'orders', to: ['id'] },
    ])
  })

  if (!writes) return

  test(named('what is read of a table is written into another one exactly as it is, in every mode'), async () => {
    const columns = kinds.map((kind) => `"${kind}" ${values[kind]!.column}`).join(', ')
    await run(`create table "copies" ("id" int primary key, ${columns})`)
    const source = await all({ table: 'kinds' })
    const into = async (mode: TableWriteMode, records: DataRecord[], key?: string[]) => {
      const writer = await session.write!({ table: 'copies', mode, key })
      const outcome = await writer.write(records)
      await writer.close()
      return outcome
    }
    assert.deepEqual(await into('insert', source), { written: source, rejected: [] })
    assert.deepEqual(await all({ table: 'copies' }), source)
    assert.deepEqual((await into('upsert', source)).written, source)
    assert.deepEqual(await all({ table: 'copies' }), source)
    const changed = [
      { id: 2, whole: 7, text: 'O\'Hara \\ "x"' },
      { id: 4, whole: 9, text: null },
    ]
    assert.deepEqual((await into('upsert', changed)).rejected, [])
    const now = await all({ table: 'copies', fields: ['id', 'whole', 'text'] })
    assert.deepEqual([now[1], now[3]], changed)
    assert.equal((await into('delete', [{ id: 1 }, { id: 99 }])).written.length, 2)
    assert.deepEqual(
      (await all({ table: 'copies', fields: ['id'] })).map(({ id }) => id),
      [2, 3, 4],
    )
    const updated = await into('update', [
      { id: 2, whole: 8 },
      { id: 50, whole: 1 },
      { id: 3, whole: 8 },
    ])
    assert.deepEqual(
      [updated.written.map(({ id }) => id), updated.rejected.map(({ record }) => record['id'])],
      [[2, 3], [50]],
    )
    await into('update', [{ whole: 8, text: 'by another key' }], ['whole'])
    assert.deepEqual(
      (
        await all({ table: 'copies', fields: ['text'], filter: [{ field: 'whole', operator: 'equals', value: 8 }] })
      ).map(({ text }) => text),
      ['by another key', 'by another key'],
    )
  })

  test(named('of two records with one key the later one stays, whatever stands between them'), async () => {
    await run('create table "latest" ("id" int primary key, "n" int)')
    const writer = await session.write!({ table: 'latest', mode: 'upsert' })
    const [first, second] = await Promise.all([
      writer.write([{ id: 1, n: 1 }, { id: 1 }, { id: 2, n: 1 }, { id: 1, n: 2 }]),
      writer.write([{ id: 2, n: 3 }]),
    ])
    assert.deepEqual([first.written.length, second.written.length], [4, 1])
    assert.deepEqual(await all({ table: 'latest' }), [
      { id: 1, n: 2 },
      { id: 2, n: 3 },
    ])
  })

  test(named('what the database refuses is told with its reason, and everything else is written'), async () => {
    await run('create table "strict" ("id" int primary key, "n" int not null, "word" varchar(3), "other" int unique)')
    const writer = await session.write!({ table: 'strict', mode: 'insert' })
    const records = Array.from({ length: 500 }, (_, i) => ({ id: i, n: i, word: 'abc', other: i }) as DataRecord)
    records[100] = { id: 100, n: null, word: 'abc', other: 100 }
    records[200] = { id: 200, n: 1, word: 'too long', other: 200 }
    records[300] = { id: 1, n: 1, word: 'abc', other: 300 }
    records[301] = { id: 301, n: 1, word: 'abc', colour: 'red' }
    const { written, rejected } = await writer.write(records)
    assert.equal(written.length, 496)
    assert.deepEqual(
      rejected.map(({ record }) => records.indexOf(record)).toSorted((a, b) => a - b),
      [100, 200, 300, 301],
    )
    for (const { reason } of rejected) assert.ok(say(reason, 'en').length > 10)
    assert.equal((await all({ table: 'strict' })).length, 496)
    const upserting = await session.write!({ table: 'strict', mode: 'upsert' })
    const outcome = await upserting.write([
      { id: 1_000, n: 1, other: 5 },
      { id: null, n: 1 },
      { id: 6, n: 66 },
    ])
    assert.deepEqual(
      [outcome.written.length, outcome.rejected.length],
      [1, 2],
      'another unique index changes no other row',
    )
    assert.deepEqual(
      (await all({ table: 'strict', filter: [{ field: 'other', operator: 'in', value: '5,6' }] })).map(({ id, n }) => [
        id,
        n,
      ]),
      [
        [5, 5],
        [6, 66],
      ],
    )
  })

  test(named('numbers of another system are kept, and what the database calculates is left to it'), async () => {
    await run(
      `create table "numbered" ("id" ${counterpart.numbered}, "n" int, "twice" ${counterpart.calculated('"n" * 2')})`,
    )
    const { fields } = await session.describe('numbered')
    assert.deepEqual(
      fields.map(({ generated }) => generated),
      ['default', undefined, 'always'],
    )
    for (const mode of ['insert', 'upsert'] as const) {
      const writer = await session.write!({ table: 'numbered', mode })
      const { written, rejected } = await writer.write([{ id: mode.length, n: 1 }, { n: 2 }, { id: 30, twice: 4 }])
      assert.deepEqual(
        rejected.map(({ field }) => field),
        mode === 'insert' ? ['twice'] : ['id', 'twice'],
      )
      assert.equal(written.length, mode === 'insert' ? 2 : 1)
    }
    assert.deepEqual(
      (await all({ table: 'numbered', filter: [{ field: 'n', operator: 'equals', value: 2 }] })).map(({ n, twice }) => [
        n,
        Number(twice),
      ]),
      [[2, 4]],
    )
    const removing = await session.write!({ table: 'numbered', mode: 'delete' })
    assert.equal((await removing.write([{ id: 6, n: 1, colour: 'red' }])).written.length, 1)
    assert.equal((await all({ table: 'numbered' })).length, 1)
  })

  test(named('what is inserted tells the key that the database has made of it'), async () => {
    if (!counterpart.tellsKeys) return
    await run(`create table "made" ("id" ${counterpart.numbered}, "code" varchar(5) not null unique, "n" int)`)
    const batch: DataRecord[] = Array.from({ length: 300 }, (_, i) => ({ code: `c${299 - i}`, n: i }))
    batch[150] = { code: 'too long', n: 150 }
    batch[10] = { code: 'c-own', id: 9_000, n: 10 }
    batch[20] = { code: 'empty', id: null, n: 20 }
    const writer = await session.write!({ table: 'made', mode: 'insert' })
    const { written, rejected } = await writer.write(batch)
    assert.deepEqual(
      rejected.map(({ record }) => record),
      [batch[150]],
    )
    const byId = (a: DataRecord, b: DataRecord) => Number(a['id']) - Number(b['id'])
    assert.deepEqual(written.toSorted(byId), await all({ table: 'made' }))
    const changes = [{ code: 'c298' }, { code: 'new', n: 7 }, { code: 'c299', n: -1 }]
    const upserting = await session.write!({ table: 'made', mode: 'upsert', key: ['code'], answer_key: true })
    const ids = (await upserting.write(changes)).written.map(({ id }) => id)
    const stored = await all({ table: 'made', fields: ['id', 'code', 'n'] })
    assert.deepEqual(
      ids,
      changes.map(({ code }) => stored.find((one) => one['code'] === code)!['id']),
    )
    assert.deepEqual(
      changes.map(({ code }) => stored.find((one) => one['code'] === code)!['n']),
      [1, 7, -1],
    )
    if (!counterpart.remembersBatches) return
    const marker = { job: 'c1a5c1f0-0000-4000-8000-000000000002', step: 'write' }
    const once = await session.write!({ table: 'made', mode: 'insert', marker })
    const first = await once.write([{ code: 'x' }, { code: 'too long' }, { code: 'y' }], 1)
    assert.equal(typeof first.written[1]!['id'], 'number')
    assert.deepEqual(await once.write([{ code: 'x' }, { code: 'too long' }, { code: 'y' }], 1), first)
  })

  const lines = [{ field: 'lines', table: 'nested_lines', column: 'order_id' }]
  const nested = async () => {
    const headers = await all({ table: 'nested' })
    const keys = headers.map(({ id }) => ({ order_id: id }))
    const found = await session.lookup!({ table: 'nested_lines', by: ['order_id'], keys })
    return headers.map(({ id, code }) => [
      code,
      found
        .filter((line) => line['order_id'] === id)
        .map(({ sku, n }) => `${String(n)} ${String(sku)}`)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ])
  }

  test(
    named('records are written with their lines, all or nothing of each, by the keys that the database makes'),
    async () => {
      if (!session.lines) return
      await run(`create table "nested" ("id" ${counterpart.numbered}, "code" varchar(5) not null unique)`)
      await run(
        `create table "nested_lines" ("line" ${counterpart.numbered}, "order_id" int not null references "nested" ("id"), "sku" varchar(5) not null, "n" int)`,
      )
      const writer = await session.write!({ table: 'nested', mode: 'insert', lines })
      const batch: DataRecord[] = [
        { code: 'a', lines: [{ sku: 'x', n: 1 }, { sku: 'y', n: 2 }, { sku: 'z' }] },
        { code: 'b', lines: [] },
        {
          code: 'c',
          lines: [
            { sku: 'x', n: 1 },
            { sku: 'too long', n: 2 },
          ],
        },
        { code: 'd' },
        { code: 'e', lines: [{ sku: 'x', colour: 'red' }] },
        { code: 'f', lines: 'none' },
        { code: 'g', lines: [{ sku: 'x', n: 3 }] },
      ]
      const { written, rejected } = await writer.write(batch)
      assert.deepEqual(
        rejected.map(({ record }) => String(record['code'])).toSorted((a, b) => (a < b ? -1 : 1)),
        ['c', 'e', 'f'],
      )
      assert.deepEqual(
        (await nested()).map(([code, has]) => [code, has]),
        [
          ['a', ['1 x', '2 y', 'null z']],
          ['b', []],
          ['d', []],
          ['g', ['3 x']],
        ],
      )
      const [first] = written
      const stored = await all({ table: 'nested_lines' })
      assert.equal(first!['id'], (await all({ table: 'nested' }))[0]!['id'])
      assert.deepEqual(
        (first!['lines'] as DataRecord[]).map(({ line }) => line),
        stored.filter(({ order_id }) => order_id === first!['id']).map(({ line }) => line),
        'each line comes back with its key',
      )
    },
  )

  test(named('lines of a changed record take the place of those before, and go with what is removed'), async () => {
    if (!session.lines) return
    const into = async (mode: TableWriteMode, records: DataRecord[], key?: string[]) =>
      (await session.write!({ table: 'nested', mode, lines, ...(key && { key }) })).write(records)
    const changed = await into(
      'upsert',
      [
        { code: 'a', lines: [{ sku: 'new', n: 9 }] },
        { code: 'g', lines: [{ sku: 'far too long' }] },
        { code: 'd' },
        { code: 'h', lines: [{ sku: 'x', n: 1 }] },
      ],
      ['code'],
    )
    assert.deepEqual(
      changed.rejected.map(({ record }) => record['code']),
      ['g'],
    )
    assert.deepEqual(await nested(), [
      ['a', ['9 new']],
      ['b', []],
      ['d', []],
      ['g', ['3 x']],
      ['h', ['1 x']],
    ])
    const [a, , , g] = await all({ table: 'nested' })
    const updated = await into('update', [
      { id: a!['id'], lines: [{ sku: 'far too long' }] },
      { id: 4_711, lines: [{ sku: 'x' }] },
      { id: g!['id'], lines: [{ sku: 'y', n: 1 }] },
    ])
    assert.deepEqual([updated.written.length, updated.rejected.length], [1, 2])
    await into('delete', [{ id: a!['id'] }])
    assert.deepEqual(await nested(), [
      ['b', []],
      ['d', []],
      ['g', ['1 y']],
      ['h', ['1 x']],
    ])
    await assert.rejects(session.write!({ table: 'nested', mode: 'delete', key: ['code'], lines }), {
      code: 'NO_SINGLE_KEY',
    })
  })

  test(named('the table of batches is made once, however many want it for the first time at once'), async () => {
    if (!counterpart.remembersBatches) return
    await run('create table once_many (id int primary key)')
    for (let round = 0; round < 3; round++) {
      await run('drop table if exists weft_batches')
      const sessions = await Promise.all(Array.from({ length: 8 }, () => counterpart.open()))
      await Promise.all(
        sessions.map((one, i) =>
          one.write!({ table: 'once_many', mode: 'insert', marker: { job: `job ${round} ${i}`, step: 'write' } }),
        ),
      )
      await Promise.all(sessions.map((one) => one.close()))
    }
  })

  test(named('a batch that is repeated changes nothing and answers as it did, in another line, too'), async () => {
    if (!counterpart.remembersBatches) {
      const marker = { job: 'j', step: 's' }
      await run('create table "once_only" ("id" int not null primary key, "n" int not null)')
      await assert.rejects(session.write!({ table: 'once_only', mode: 'insert', marker }), { code: 'NO_MARKER' })
      return
    }
    await run('create table once_only (id int primary key, n int not null)')
    const marker = { job: 'c1a5c1f0-0000-4000-8000-000000000001', step: 'write' }
    const target = { table: 'once_only', mode: 'insert', marker } as const
    const batch = [
      { id: 1, n: 1 },
      { id: 2, n: null },
      { id: 3, n: 3 },
    ]
    const first = await (await session.write!(target)).write(batch, 7)
    assert.deepEqual([first.written, first.rejected.map(({ record }) => record)], [[batch[0], batch[2]], [batch[1]]])
    const other = await counterpart.open()
    const again = await (await other.write!(target)).write(structuredClone(batch), 7)
    await other.close()
    assert.deepEqual(again.written, first.written)
    assert.deepEqual(
      again.rejected.map(({ record, reason }) => [record, reason]),
      first.rejected.map(({ record, reason }) => [record, reason]),
    )
    // Another number, another step: other batches.
    const next = await session.write!(target)
    assert.equal((await next.write([{ id: 4, n: 4 }], 8)).written.length, 1)
    assert.equal((await next.write([{ id: 4, n: 4 }], 9)).rejected.length, 1)
    assert.deepEqual(
      (await all({ table: 'once_only' })).map(({ id }) => id),
      [1, 3, 4],
    )
  })

  test(named('what cannot be done at all is told as that, and not as a database that does not answer'), async () => {
    await run('create table "gone" ("id" int primary key)')
    const writer = await session.write!({ table: 'gone', mode: 'insert' })
    await run('drop table "gone"')
    await assert.rejects(writer.write([{ id: 1 }]), { code: 'STATEMENT_REFUSED' })
  })

  test(named('a table without a key is inserted into, and asks for a key where one is needed'), async () => {
    const inserting = await session.write!({ table: 'plain', mode: 'insert' })
    assert.equal((await inserting.write([{ word: 'x', n: -1 }])).written.length, 1)
    await assert.rejects(session.write!({ table: 'plain', mode: 'upsert' }), { code: 'NO_KEY' })
    await assert.rejects(session.write!({ table: 'plain', mode: 'delete', key: ['nothing'] }), {
      code: 'NO_SUCH_FIELD',
    })
  })
}

async function recordsOf(session: ConnectorSession, query: TableQuery, cursor?: unknown) {
  const records: DataRecord[] = []
  for await (const batch of session.read(query, cursor)) records.push(...batch.records)
  return records
}
