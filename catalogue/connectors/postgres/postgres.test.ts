import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import pg from 'pg'
import { postgresBody } from './postgres.server.ts'
import { postgres } from './postgres.ts'

const control = await testDatabase()
const owner = new pg.Client({ connectionString: control.owner_url })
await owner.connect()
const { hostname: host, port, username: user, password, pathname } = new URL(control.owner_url)
const settings = postgres.settings.parse({
  host,
  port: Number(port),
  user,
  password,
  database: pathname.slice(1),
  encryption: 'none',
})
const session = await postgresBody.open!(settings, localReach)
after(async () => {
  await session.close()
  await owner.end()
})

const all = async (query: Parameters<ConnectorSession['read']>[0], cursor?: unknown) => {
  const records: DataRecord[] = []
  for await (const batch of session.read(query, cursor)) records.push(...batch.records)
  return records
}

await owner.query(`create schema shop; create type shop.mood as enum ('good', 'it''s bad');
  create table shop."odd.name" (id bigint generated always as identity primary key, "Größe ""x""" numeric(20,2));
  create table shop.kinds (id int primary key, small smallint, big bigint, exact numeric(38,18), free numeric, single real, double double precision,
    yes boolean, word varchar(20), fixed char(3), long text, day date, moment timestamptz, wall timestamp, clock time, one uuid, doc json, docb jsonb,
    bytes bytea, feeling shop.mood, tags text[], numbers bigint[], span interval, net inet);
  create table shop.plain (word text, n int);
  create view shop.few as select id, big from shop.kinds;
  create table shop.lines (order_id int references shop.kinds (id), line int, sku text, updated_at timestamptz not null default now(), primary key (order_id, line))`)

test('what there is is found with its kind, and described with types, key and cursors', async () => {
  const found = (await session.discover()).filter(({ name }) => name.startsWith('shop.'))
  assert.deepEqual(
    found.map(({ name, kind }) => [name, kind]),
    [
      ['shop.few', 'view'],
      ['shop.kinds', 'table'],
      ['shop.lines', 'table'],
      ['shop."odd.name"', 'table'],
      ['shop.plain', 'table'],
    ],
  )
  const kinds = await session.describe('shop.kinds')
  assert.deepEqual(Object.fromEntries(kinds.fields.map(({ name, type, native }) => [name, `${type} ${native}`])), {
    id: 'integer integer',
    small: 'integer smallint',
    big: 'big_integer bigint',
    exact: 'decimal numeric(38,18)',
    free: 'decimal numeric',
    single: 'decimal real',
    double: 'decimal double precision',
    yes: 'boolean boolean',
    word: 'text character varying(20)',
    fixed: 'text character(3)',
    long: 'long_text text',
    day: 'date date',
    moment: 'date_time timestamp with time zone',
    wall: 'date_time timestamp without time zone',
    clock: 'time time without time zone',
    one: 'uuid uuid',
    doc: 'json json',
    docb: 'json jsonb',
    bytes: 'long_text bytea',
    feeling: 'choice shop.mood',
    tags: 'list text[]',
    numbers: 'list bigint[]',
    span: 'long_text interval',
    net: 'long_text inet',
  })
  const lines = await session.describe('shop.lines')
  assert.deepEqual(
    [lines.key, lines.cursors, lines.references],
    [['order_id', 'line'], ['updated_at', 'order_id'], [{ fields: ['order_id'], table: 'shop.kinds', to: ['id'] }]],
  )
  assert.deepEqual(
    (await session.describe('shop."odd.name"')).fields.map(({ name, generated }) => [name, generated]),
    [
      ['id', 'default'],
      ['Größe "x"', undefined],
    ],
  )
  await assert.rejects(session.describe('shop.nothing'), { code: 'NOT_FOUND' })
})

test('every value arrives exactly as it is', async () => {
  await owner.query(`insert into shop.kinds values
    (1, -32768, 9223372036854775807, 12345678901234567890.123456789012345678, 1e-20, 0.1, 0.1, true, 'Ä "x"', 'EUR', E'a\\nb', '0001-01-01', '2026-11-22 14:58:07.123456+01', '2026-11-22 14:58:07.1', '23:59:59.999999',
     '018f3c7a-52d1-7abc-8def-000000000001', '{"n": 12345678901234567890}', '{"n": 1.10}', '\\x00ff', 'it''s bad', '{"a,b","", null}', '{9007199254740993}', 'P1D', '10.0.0.1'),
    (2, null, null, null, null, null, null, null, '', null, null, null, null, null, null, null, 'null', null, null, null, '{}', null, null, null)`)
  const [one, two] = await all({ table: 'shop.kinds' })
  assert.deepEqual(one, {
    id: 1,
    small: -32768,
    big: '9223372036854775807',
    exact: '12345678901234567890.123456789012345678',
    free: '0.00000000000000000001',
    single: '0.1',
    double: '0.1',
    yes: true,
    word: 'Ä "x"',
    fixed: 'EUR',
    long: 'a\nb',
    day: '0001-01-01',
    moment: '2026-11-22T13:58:07.123456Z',
    wall: '2026-11-22T14:58:07.1',
    clock: '23:59:59.999999',
    one: '018f3c7a-52d1-7abc-8def-000000000001',
    doc: { n: '12345678901234567890' },
    docb: { n: 1.1 },
    bytes: 'AP8=',
    feeling: "it's bad",
    tags: ['a,b', '', null],
    numbers: ['9007199254740993'],
    span: 'P1D',
    net: '10.0.0.1',
  })
  const nothing = Object.fromEntries(Object.keys(one!).map((name) => [name, null]))
  assert.deepEqual(two, { ...nothing, id: 2, word: '', tags: [] })
})

test('arrays, choices, bits and spans are written as they were read, and none is cut off to fit', async () => {
  await owner.query(`create table shop.odd (id int primary key, tags text[], numbers bigint[], feeling shop.mood, flags bit(3), span interval, bytes bytea, doc jsonb);
    insert into shop.odd values (1, '{"a,b","", null}', '{9007199254740993}', 'it''s bad', '101', 'P1D', '\\x00ff', '"text"'), (2, '{}', null, null, null, null, null, 'null')`)
  const before = await all({ table: 'shop.odd' })
  await owner.query('create table shop.odd_copy (like shop.odd including all)')
  const writer = await session.write!({ table: 'shop.odd_copy', mode: 'upsert' })
  assert.deepEqual((await writer.write(before)).rejected, [])
  assert.deepEqual(await all({ table: 'shop.odd_copy' }), before)
  const { rejected } = await writer.write([
    { id: 3, flags: '1010' },
    { id: 4, feeling: 'elsewhere' },
  ])
  assert.deepEqual(
    rejected.map(({ record }) => record['id']),
    [3, 4],
  )
})
