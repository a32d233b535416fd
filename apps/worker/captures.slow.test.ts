import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { watchCaptures } from '@weft/engine/connectors/watch-captures.server.ts'
import { openIsolation } from '@weft/engine/isolation/isolation.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { program } from '@weft/kit/process/program.server.ts'
import { anEngine } from './testing/engine.ts'
import { followingBy } from './testing/following.ts'

const shop = await loggedPostgres()
const { owner } = shop
const { host, port } = shop.settings
const engine = await anEngine({ allowed: [{ host, port }] })
const { control, pool } = engine
const isolation = openIsolation({ entry: program('isolation'), home: engine.home })
after(() => isolation.close())
await engine.aConnection('shop', 'postgres', shop.settings)
const watch = async () => {
  await pool.query('update connection_captures set next_look_at = now()')
  await watchCaptures(control.db, { key: control.key, isolation, ways: { of: () => engine.egress }, connectorOf })
  return inScope(control.db, systemScope, (trx) =>
    trx.selectFrom('connection_captures').select(['reader', 'source_table', 'kept_bytes']).execute(),
  )
}
const slots = async () =>
  (await owner.query<{ slot_name: string }>('select slot_name from pg_replication_slots')).rows.map(
    (row) => row.slot_name,
  )
const { following, given } = followingBy(engine)
await owner.query('create table items (id int primary key, n int); create table others (id int primary key, n int)')

test('every change is given once, what was there at first where that is wanted', async () => {
  await owner.query('insert into items values (1, 1)')
  const [all, fresh] = [await following('items', { first: 'all' }), await following('items', { first: 'new' }, 'New')]
  assert.deepEqual(await given(all), ['stopped', 'read 1=1'])
  assert.deepEqual(await given(fresh), ['info'])
  await owner.query(
    'insert into items values (2, 2); update items set n = 3 where id = 2; delete from items where id = 1',
  )
  const changes = ['stopped', 'insert 2=2', 'update 2=3', 'delete 1=']
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), changes)
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), ['info'])
  assert.equal((await slots()).length, 2)
  const kept = await watch()
  assert.deepEqual(
    kept.map(({ source_table }) => source_table),
    ['items', 'items'],
  )
  for (const { reader, kept_bytes } of kept) assert.ok((await slots()).includes(reader) && Number(kept_bytes) >= 0)
  await pool.query('delete from workflows where id = any ($1)', [[all, fresh]])
  assert.deepEqual([await watch(), await slots()], [[], []])
})

test('beyond what may be kept nothing is any more, also while it is switched off: it is told, and the next run reads all of it', async () => {
  const workflow = await following('others', { most_gb: 0.01 })
  assert.deepEqual(await given(workflow), ['info'])
  await owner.query(`create table noise as select repeat('x', 1000) from generate_series(1, 20000)`)
  await owner.query('insert into others values (1, 1)')
  await pool.query('update connections set active = false')
  await watch()
  await pool.query('update connections set active = true')
  assert.deepEqual(await slots(), [])
  const told = await pool.query<{ title: string }>('select distinct title from notifications')
  assert.deepEqual(
    told.rows.map(({ title }) => title),
    ['shop behält ihr Protokoll nicht mehr'],
  )
  const [status, warning, ...rows] = await given(workflow)
  assert.deepEqual([status, rows], ['warning', ['read 1=1']])
  assert.match(warning!, /^changes warning: .* has not kept its log .* All records are read again/)
  await owner.query('insert into others values (2, 2)')
  assert.deepEqual(await given(workflow), ['stopped', 'insert 2=2'])
})

test('a step that follows another table leaves nothing of the first', async () => {
  const before = await slots()
  assert.equal(before.length, 1)
  const { rows } = await pool.query<{ id: string; source: string }>(
    `select id, source from workflows where label = 'Follow others'`,
  )
  const source = rows[0]!.source.replaceAll('"others"', '"items"')
  await pool.query('update workflows set source = $2 where id = $1', [rows[0]!.id, source])
  assert.deepEqual(await given(rows[0]!.id), ['info'])
  const left = await watch()
  assert.deepEqual(
    left.map(({ source_table }) => source_table),
    ['items'],
  )
  assert.deepEqual(await slots(), [left[0]!.reader])
})

test('an older run that goes on after a newer one does not set back how far the log was read', async () => {
  await owner.query('create table sold (id int primary key, n int)')
  const workflow = await engine.aWorkflow(
    'Follow into a copy',
    {
      changes: ['change_captured', { connection: 'shop', table: 'sold' }],
      log: ['write_journal', { text: '{{ _change.kind }} {{ id }}={{ n }}' }],
      // Behind it the changes are not asked for again.
      order: ['sort', { by: [{ field: 'id' }] }],
      flat: ['set_fields', { keep_others: false, fields: [{ field: 'id', value: '{{ id }}' }] }],
      copy: ['connector_write', { connection: 'shop', table: 'sold_copy', mode: 'upsert' }],
    },
    'changes.out>log.in log.out>order.in order.out>flat.in flat.out>copy.in',
  )
  assert.deepEqual(await given(workflow), ['info'])
  await owner.query('insert into sold values (1, 1)')
  const older = await engine.run(workflow)
  assert.equal(older.status, 'error', older.error)
  await owner.query('create table sold_copy (id int primary key); insert into sold values (2, 2)')
  assert.deepEqual(await given(workflow), ['stopped', 'insert 1=1', 'insert 2=2'])
  await owner.query('insert into sold values (3, 3)')
  assert.deepEqual(await given(workflow), ['stopped', 'insert 3=3'])
  const gone = await engine.goOn(older.id)
  assert.equal(gone.status, 'stopped', gone.error)
  await owner.query('insert into sold values (4, 4)')
  const last = await given(workflow)
  assert.deepEqual(last, ['stopped', 'insert 4=4'])
})

test('an older run that reads only now keeps how far it has read', async () => {
  await owner.query('create table bought (id int primary key, n int)')
  const workflow = await following('bought')
  assert.deepEqual(await given(workflow), ['info'])
  await owner.query('insert into bought values (1, 1); alter table bought rename to hidden')
  const older = await engine.run(workflow)
  assert.equal(older.status, 'error', older.error)
  await owner.query('alter table hidden rename to bought')
  assert.deepEqual(await given(workflow), ['stopped', 'insert 1=1'])
  await owner.query('insert into bought values (2, 2)')
  const gone = await engine.goOn(older.id)
  assert.deepEqual(gone.logs.slice(-1), ['log info: insert 2=2'])
  assert.deepEqual(await given(workflow), ['info'])
})
