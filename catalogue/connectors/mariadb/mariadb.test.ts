import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import mysql from 'mysql2/promise'
import { mariadbBody } from './mariadb.server.ts'
import { mariadb } from './mariadb.ts'

const server = await mariaDb()
const skip = typeof server === 'string' ? server : false

test('whoever may insert and not read is told the numbers of a statement that gave all of them', { skip }, async () => {
  if (typeof server === 'string') return
  const { host, port, username: user, password } = server
  const owner = await mysql.createConnection({ host, port, user, password })
  after(() => owner.end())
  for (const statement of [
    'create database till',
    'create table till.receipts (id int auto_increment primary key, n int)',
    `create user blind@'%' identified by 'only in'`,
    `grant insert on till.* to blind@'%'`,
  ])
    await owner.query(statement)
  const session = await mariadbBody.open!(
    mariadb.settings.parse({
      host,
      port,
      user: 'blind',
      password: 'only in',
      database: 'till',
      encryption: 'none',
    }),
    localReach,
  )
  after(() => session.close())
  const writer = await session.write!({ table: 'receipts', mode: 'insert' })
  assert.deepEqual((await writer.write([{ n: 7 }, { n: 8 }, { n: 9 }])).written, [
    { n: 7, id: 1 },
    { n: 8, id: 2 },
    { n: 9, id: 3 },
  ])
  // Those that bring a number of their own are written by a statement of their own.
  const mixed = await writer.write([
    { id: 50, n: 1 },
    { id: null, n: 2 },
  ])
  assert.deepEqual(mixed.written, [
    { id: 50, n: 1 },
    { id: 51, n: 2 },
  ])
  const [stored] = await owner.query('select id, n from till.receipts where id > 3 order by id')
  assert.deepEqual(stored, [
    { id: 50, n: 1 },
    { id: 51, n: 2 },
  ])
})

test('a look at what a statement answers changes nothing, neither rows nor tables', { skip }, async () => {
  if (typeof server === 'string') return
  const { host, port, username: user, password } = server
  const owner = await mysql.createConnection({ host, port, user, password, multipleStatements: true })
  after(() => owner.end())
  await owner.query('create database looked; use looked; create table n as select seq as id from seq_1_to_5000')
  const settings = mariadb.settings.parse({ host, port, user, password, database: 'looked', encryption: 'none' })
  const session = await mariadbBody.open!(settings, localReach)
  after(() => session.close())
  const looked = async (text: string, parameters: unknown[] = []) => {
    const records = []
    for await (const batch of session.peek!(text, parameters)) records.push(...batch.records)
    return records
  }
  assert.deepEqual(await looked('select id from n where id < ? order by id', ['3']), [{ id: '1' }, { id: '2' }])
  for (const statement of ['delete from n', 'drop table n', 'create table m (id int)', '/*! drop table n */ select 1'])
    await assert.rejects(looked(statement), { code: 'STATEMENT_NOT_READ' }, statement)
  await owner.query('create function emptied() returns int begin delete from n; return 1; end')
  await assert.rejects(looked('select emptied()'), /READ ONLY/)
  assert.deepEqual(await looked('select count(*) as count from n'), [{ count: '5000' }])
  // Whoever has seen enough leaves, and the line is given up.
  for await (const { records } of session.peek!('select id from n', [])) {
    assert.ok(records.length >= 1)
    break
  }
})

test(
  'records that are all there are changed at once, and as soon as one is missing each is looked for',
  { skip },
  async () => {
    if (typeof server === 'string') return
    const { host, port, username: user, password } = server
    const owner = await mysql.createConnection({ host, port, user, password, multipleStatements: true })
    after(() => owner.end())
    await owner.query(
      'create database shelf; use shelf; create table goods (code varchar(9) primary key, ean int unique, n int) collate utf8mb4_general_ci',
    )
    const settings = mariadb.settings.parse({ host, port, user, password, database: 'shelf', encryption: 'none' })
    const session = await mariadbBody.open!(settings, localReach)
    after(() => session.close())
    const writer = await session.write!({ table: 'goods', mode: 'upsert' })
    const asked = async () => {
      const [rows] = await owner.query(`show global status where variable_name in ('Com_select', 'Com_update_multi')`)
      return (rows as { Value: string }[]).map(({ Value }) => Number(Value))
    }
    /** How many questions and changes it took, and how many were written and refused. */
    const write = async (records: { code: string; ean?: number; n: number }[]) => {
      const before = await asked()
      const { written, rejected } = await writer.write(records)
      const statements = (await asked()).map((count, i) => count - before[i]!)
      return { statements, written: written.length, rejected: rejected.map(({ record }) => record['code']) }
    }
    const stored = async () => (await owner.query({ sql: 'select * from goods order by ean', rowsAsArray: true }))[0]

    const first = [
      { code: 'a', ean: 1, n: 1 },
      { code: 'b', ean: 2, n: 1 },
    ]
    assert.deepEqual(await write(first), { statements: [2, 0], written: 2, rejected: [] })
    assert.deepEqual(await write(first), { statements: [2, 1], written: 2, rejected: [] })
    const changed = first.map((record) => ({ ...record, n: 2 }))
    assert.deepEqual(await write(changed), { statements: [0, 1], written: 2, rejected: [] })
    // One of them is new: the others are not changed twice.
    const mixed = [
      { code: 'A', n: 3 },
      { code: 'c', n: 3 },
    ].map((record, i) => ({ ...record, ean: 1 + 2 * i }))
    assert.deepEqual(await write(mixed), { statements: [2, 1], written: 2, rejected: [] })
    assert.deepEqual(await stored(), [
      ['a', 1, 3],
      ['b', 2, 2],
      ['c', 3, 3],
    ])
    // Two that the database takes for one: the later one stays.
    assert.equal((await write([{ code: 'b', n: 4 }])).written, 1)
    const alike = await write([
      { code: 'b', n: 5 },
      { code: 'B', n: 6 },
    ])
    assert.deepEqual([alike.written, alike.rejected], [2, []])
    // What another unique index stands against changes no other row, nor holds up those beside it.
    const refused = await write([
      { code: 'a', ean: 2, n: 7 },
      { code: 'c', ean: 3, n: 7 },
    ])
    assert.deepEqual([refused.written, refused.rejected], [1, ['a']])
    assert.deepEqual(await stored(), [
      ['a', 1, 3],
      ['b', 2, 6],
      ['c', 3, 7],
    ])
    // Whatever else records are recognised by need not be theirs alone: each is looked for.
    await owner.query(`insert into goods values ('d', null, 7)`)
    const byNumber = await session.write!({ table: 'goods', mode: 'upsert', key: ['n'] })
    const both = await byNumber.write([
      { n: 7, ean: null },
      { n: 8, code: 'e', ean: 9 },
    ])
    assert.deepEqual([both.written.length, both.rejected], [2, []])
    assert.deepEqual(await stored(), [
      ['c', null, 7],
      ['d', null, 7],
      ['a', 1, 3],
      ['b', 2, 6],
      ['e', 9, 8],
    ])
  },
)
