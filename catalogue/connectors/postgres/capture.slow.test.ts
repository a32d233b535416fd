import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CapturedChange, CaptureReader } from '@weft/kit/define/capture-session.ts'
import { captureConforms } from '@weft/kit/testing/capture-conformance.ts'
import { changesBehind, told } from '@weft/kit/testing/captured.ts'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import pg from 'pg'
import { postgresBody } from './postgres.server.ts'
import { postgres } from './postgres.ts'

const server = await loggedPostgres()
const { owner } = server
const settings = postgres.settings.parse(server.settings)
const open = (more: Partial<typeof settings> = {}) => postgresBody.capture!({ ...settings, ...more }, localReach)
const capture = await open()
after(() => capture.close())

const read = (reader: CaptureReader, cursor: unknown) => changesBehind(capture, reader, cursor)

await owner.query(`create schema shop; create type shop.mood as enum ('good', 'it''s bad');
  create table shop.kinds (id int primary key, small smallint, big bigint, exact numeric(38,18), single real, yes boolean, word varchar(20), fixed char(3), day date,
    moment timestamptz, wall timestamp, clock time, one uuid, doc json, docb jsonb, bytes bytea, feeling shop.mood, moods shop.mood[], tags text[], numbers bigint[], span interval,
    double int generated always as (small * 2) stored);
  create table items (id int primary key, n int, doc text);
  create table whole_rows (id int primary key, n int, doc text); alter table whole_rows replica identity full;
  create table bare (n int);
  create view few as select * from items;
  create table parted (id int primary key, n int) partition by range (id);
  create table parted_1 partition of parted for values from (0) to (10);
  create table parted_2 partition of parted for values from (10) to (20);
  alter table items alter doc set storage external; alter table whole_rows alter doc set storage external`)

test('every value of a change arrives as it does when the table is read', async () => {
  const reader = { name: 'weft_kinds', table: 'shop.kinds' }
  const begin = await capture.begin(reader)
  await owner.query(`insert into shop.kinds values
    (1, -32768, 9223372036854775807, 12345678901234567890.123456789012345678, 0.1, true, 'Ä "x"', 'EUR', '0001-01-01', '2026-11-22 14:58:07.123456+01', '2026-11-22 14:58:07.1', '23:59:59.999999',
     '018f3c7a-52d1-7abc-8def-000000000001', '{"n": 12345678901234567890}', '{"n": 1.10}', '\\x00ff', 'it''s bad', '{"it''s bad",good}', '{"a,b","",null,"q\\"\\\\"}', '{9007199254740993,1}', 'P1D'),
    (2, null, null, null, null, null, '', null, null, null, null, null, null, 'null', null, null, null, null, '{}', null, null)`)
  const { changes } = await read(reader, begin)
  const session = await postgresBody.open!(settings, localReach)
  const [{ records } = { records: [] }] = await Array.fromAsync(session.read({ table: 'shop.kinds' }))
  await session.close()
  assert.equal(records.length, 2)
  assert.deepEqual(
    changes.map(({ kind, record }) => [kind, record]),
    records.map((record) => ['insert', record]),
  )
  await capture.end(reader.name)
})

test('changes come in the order of their commits, with what is known of before, large values told as unchanged', async () => {
  const reader = { name: 'weft_items', table: 'items' }
  await owner.query(`insert into items values (1, 1, repeat('x', 100000)), (2, 2, 'small')`)
  const begin = await capture.begin(reader)
  assert.deepEqual(await capture.begin(reader), begin, 'it has begun already')
  const late = new pg.Client({ connectionString: server.url })
  await late.connect()
  await late.query('begin; update items set n = 20 where id = 2')
  await owner.query(`update items set n = 10 where id = 1`)
  await owner.query(
    'begin; insert into items values (3, 3, null); update items set id = 4 where id = 3; delete from items where id = 4; commit',
  )
  await owner.query('begin; insert into items values (9, 9, null); rollback')
  await owner.query('insert into whole_rows values (1, 1, null)')
  await late.query('commit')
  await late.end()
  const { changes, cursor } = await read(reader, begin)
  assert.deepEqual(told(changes), [
    ['update', { id: 1, n: 10 }, { unchanged: ['doc'] }],
    ['insert', { id: 3, n: 3, doc: null }],
    ['update', { id: 4, n: 3, doc: null }, { before: { id: 3 } }],
    ['delete', { id: 4 }],
    ['update', { id: 2, n: 20, doc: 'small' }],
  ])
  assert.equal(new Set(changes.map(({ position }) => position)).size, 5)
  assert.match(changes[0]!.at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual((await read(reader, cursor)).changes, [])
  assert.deepEqual((await read(reader, begin)).changes, changes, 'the same again until it is confirmed')
  await owner.query('truncate items')
  const emptied = await read(reader, cursor)
  assert.deepEqual([emptied.changes, emptied.notices.length], [[], 1])
  await capture.confirm(reader, emptied.cursor)
  await capture.end(reader.name)
})

test('where the table logs whole rows, so do its changes', async () => {
  const reader = { name: 'weft_whole', table: 'whole_rows' }
  const begin = await capture.begin(reader)
  await owner.query(
    `insert into whole_rows values (2, 2, repeat('x', 5000)); update whole_rows set n = 3 where id = 2; delete from whole_rows where id = 1`,
  )
  const { changes } = await read(reader, begin)
  const doc = 'x'.repeat(5000)
  assert.deepEqual(told(changes.slice(1)), [
    ['update', { id: 2, n: 3, doc }, { before: { id: 2, n: 2, doc } }],
    ['delete', { id: 1, n: 1, doc: null }],
  ])
  await capture.end(reader.name)
})

captureConforms('PostgreSQL', {
  capture,
  open: () => postgresBody.open!(settings, localReach),
  run: (text) => owner.query(text),
  async line() {
    const line = new pg.Client({ connectionString: server.url })
    await line.connect()
    return line
  },
  numbers: (from, to) => `generate_series(${from}, ${to}) as numbers(n)`,
})

test('a partitioned table is read as one', async () => {
  const reader = { name: 'weft_parted', table: 'parted' }
  const begin = await capture.begin(reader)
  await owner.query('insert into parted values (1, 1), (11, 11)')
  assert.deepEqual(told((await read(reader, begin)).changes), [
    ['insert', { id: 1, n: 1 }],
    ['insert', { id: 11, n: 11 }],
  ])
  await capture.end(reader.name)
})

test('a log that was not kept is told as lost, and what is ended leaves nothing', async () => {
  const reader = { name: 'weft_lost', table: 'items' }
  const begin = await capture.begin(reader)
  await owner.query('truncate items; insert into items values (1, 1, null)')
  assert.ok((await capture.kept(reader.name))! > 0)
  await owner.query(`select pg_replication_slot_advance('weft_lost', pg_current_wal_flush_lsn())`)
  await assert.rejects(read(reader, begin), { code: 'POSITION_LOST' })
  await capture.end(reader.name)
  await capture.end(reader.name)
  await assert.rejects(capture.confirm(reader, begin), { code: 'POSITION_LOST' })
  assert.equal(await capture.kept(reader.name), null)
  const { rows } = await owner.query(
    `select slot_name from pg_replication_slots union all select pubname from pg_publication`,
  )
  assert.deepEqual(rows, [])
})

test('readers of one table need nothing of each other, and one whose publication is gone is told', async () => {
  const [one, other] = [
    { name: 'weft_one', table: 'items' },
    { name: 'weft_other', table: 'items' },
  ]
  const [, begin] = [await capture.begin(one), await capture.begin(other)]
  await capture.end(one.name)
  await owner.query('insert into items values (501, 1, null)')
  const { changes, cursor } = await read(other, begin)
  assert.deepEqual(told(changes), [['insert', { id: 501, n: 1, doc: null }]])
  await owner.query('drop publication weft_other; insert into items values (502, 1, null)')
  await assert.rejects(read(other, cursor), { code: 'POSITION_LOST', message: /publication weft_other is gone/ })
  await capture.end(other.name)
})

test('what cannot be read from the log says why, and no table is published whose changes would be refused', async () => {
  const begin = (table: string, on = capture) => on.begin({ name: 'weft_no', table })
  await assert.rejects(begin('bare'), { code: 'CAPTURE_REFUSED', message: /alter table "bare" replica identity full/ })
  await assert.rejects(begin('few'), { code: 'CAPTURE_REFUSED' })
  await assert.rejects(begin('nothing'), { code: 'NOT_FOUND' })
  await owner.query(`create role reader login password 'r'; grant select on all tables in schema public to reader`)
  const reader = await open({ user: 'reader', password: 'r' })
  await assert.rejects(begin('items', reader), { code: 'CAPTURE_REFUSED', message: /alter role reader replication/ })
  await owner.query('alter role reader replication')
  await assert.rejects(begin('items', reader), {
    code: 'CAPTURE_REFUSED',
    message: /create publication weft_no for table "items"/,
  })
  await owner.query('create publication ours for table items')
  const cursor = await begin('items', reader)
  await owner.query('insert into items values (77, 1, null)')
  const changes: CapturedChange[] = []
  for await (const batch of reader.read({ name: 'weft_no', table: 'items' }, cursor, 1_000))
    changes.push(...batch.changes)
  assert.deepEqual(told(changes), [['insert', { id: 77, n: 1, doc: null }]])
  await reader.end('weft_no')
  await reader.close()
  const { rows } = await owner.query(`select count(*)::int as n from pg_replication_slots`)
  assert.deepEqual(rows, [{ n: 0 }])
})
