import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ConnectorSession, TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { ownFolder } from './testing/counterpart.ts'
import { storedIn } from './testing/stored.ts'
import { sqliteBody } from './sqlite.server.ts'

const folder = ownFolder()
const reach = storedIn(folder)
/** Makes a file and closes it again, as it lies on a storage. */
function made(name: string, ...statements: string[]): string {
  const database = new DatabaseSync(path.join(folder, name))
  for (const statement of statements) database.exec(statement)
  database.close()
  return name
}
async function using<T>(name: string, work: (session: ConnectorSession) => Promise<T>): Promise<T> {
  const session = await sqliteBody.open!({ path: name }, reach)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
async function asked(session: ConnectorSession, text: string, ...parameters: unknown[]) {
  const records: DataRecord[] = []
  for await (const batch of session.query!(text, parameters)) records.push(...batch.records)
  return records
}
async function read(session: ConnectorSession, query: TableQuery) {
  const records: DataRecord[] = []
  for await (const batch of session.read(query)) records.push(...batch.records)
  return records
}

test('a column takes values of any kind, and each arrives as what it is', async () => {
  const name = made(
    'kinds.db',
    'create table mixed (id integer primary key, number int, anything, day date, amount decimal(10,2), note text, flag bool)',
    `insert into mixed values (9007199254740993, 4294967296, 7, '25.11.2026', 19.9, '', 2), (9007199254740994, 'many', x'00ff', 1764028800, '1e3', null, 0),
      (-1, 1.5, 'word', null, 5, 'x', 'yes')`,
  )
  await using(name, async (session) => {
    assert.deepEqual(await read(session, { table: 'mixed' }), [
      { id: '-1', number: '1.5', anything: 'word', day: null, amount: '5', note: 'x', flag: 'yes' },
      {
        id: '9007199254740993',
        number: '4294967296',
        anything: '7',
        day: '25.11.2026',
        amount: '19.9',
        note: '',
        flag: '2',
      },
      {
        id: '9007199254740994',
        number: 'many',
        anything: 'AP8=',
        day: '1764028800',
        amount: '1000',
        note: null,
        flag: false,
      },
    ])
    const { fields, key } = await session.describe('mixed')
    assert.deepEqual(key, ['id'])
    assert.deepEqual(
      fields.map(({ type, nullable }) => [type, nullable]),
      [
        ['big_integer', false],
        ['integer', true],
        ['long_text', true],
        ['date', true],
        ['decimal', true],
        ['long_text', true],
        ['boolean', true],
      ],
    )
  })
})

test('a key in which there is nothing, or bytes, is none: every record is read once all the same', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `('k${i}', ${i})`).join(', ')
  const name = made(
    'keys.db',
    `create table empty (code text primary key, n int); insert into empty values (null, -1), (null, -2), ${rows}`,
    `create table bytes (code text primary key, n int); insert into bytes values (x'00', -1), ${rows}`,
    `create table whole (code text primary key, n int); insert into whole values ${rows}`,
    `create table floating (at real primary key not null, n int); insert into floating select 0.1 * n, n from whole`,
    `create table untyped (code primary key not null, n int); insert into untyped select n, n from whole`,
  )
  await using(name, async (session) => {
    const keys = async (table: string) => [
      (await session.describe(table)).key.join(),
      new Set((await read(session, { table, batch: 7 })).map(({ n }) => n)).size,
      (await read(session, { table, batch: 7 })).length,
    ]
    assert.deepEqual(await keys('empty'), ['', 302, 302])
    assert.deepEqual(await keys('bytes'), ['', 301, 301])
    assert.deepEqual(await keys('whole'), ['code', 300, 300])
    assert.deepEqual(await keys('floating'), ['at', 300, 300])
    assert.deepEqual(await keys('untyped'), ['', 300, 300])
  })
})

test('a statement reads, and neither changes the file nor reaches another one', async () => {
  const name = made('guarded.db', 'create table t (id integer primary key); insert into t values (1)')
  const other = path.join(folder, made('other.db', 'create table secret (word text)'))
  await using(name, async (session) => {
    assert.deepEqual(await asked(session, 'with a as (select id from t) select upper(id) as u from a'), [{ u: '1' }])
    for (const statement of [
      'insert into t values (2)',
      'delete from t',
      'drop table t',
      'create temp table x (y)',
      `attach '${other}' as other`,
      `vacuum into '${folder}/stolen.db'`,
      'begin immediate',
      'pragma journal_mode = wal',
      'pragma writable_schema = on',
      'pragma hard_heap_limit = 0',
      `pragma temp_store_directory = '${folder}'`,
      `select load_extension('x')`,
      `select readfile('/etc/passwd')`,
      'select zeroblob(100000000)',
    ])
      await assert.rejects(asked(session, statement), { code: 'STATEMENT_REFUSED' }, statement)
  })
  assert.equal(existsSync(path.join(folder, 'stolen.db')), false)
})

test('what is no database, is cut off, missing, or still being written is told as that', async () => {
  const checked = async (name: string) => {
    const passed: string[] = []
    const error = await sqliteBody
      .check({ path: name }, reach, (step) => passed.push(step))
      .catch((caught: WeftError) => caught)
    return [...passed, ...(error ? [error.code, say(error.say, 'en')] : [])]
  }
  const good = made('good.db', 'create table t (n int)', 'insert into t values (1)')
  assert.deepEqual(await checked(good), ['connection', 'version'])
  writeFileSync(path.join(folder, 'text.db'), 'Sehr geehrte Damen und Herren, '.repeat(10))
  const noDatabase = 'The file "text.db" is no SQLite database, or it is encrypted.'
  assert.deepEqual(await checked('text.db'), ['NO_DATABASE', noDatabase])
  writeFileSync(path.join(folder, 'empty.db'), '')
  assert.equal((await checked('empty.db'))[0], 'NO_DATABASE')
  writeFileSync(path.join(folder, 'half.db'), readFileSync(path.join(folder, good)).subarray(0, 5_000))
  const cut = 'The file "half.db" is cut off: 5,000 of 8,192 bytes are there.'
  assert.deepEqual(await checked('half.db'), ['NO_DATABASE', cut])
  assert.equal((await checked('nothing.db'))[0], 'NOT_FOUND')
  const busy = made('busy.db', 'create table t (n int)')
  writeFileSync(path.join(folder, 'busy.db-wal'), 'something')
  assert.equal((await checked(busy))[0], 'DATABASE_IN_USE')
})

test('a schema that lies and a file full of noise end in an error that says so', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `(${i}, 'some text ${i}', x'0102')`).join(', ')
  const original = readFileSync(
    path.join(
      folder,
      made(
        'noise.db',
        `create table t (id integer primary key, note text, b blob); insert into t values ${rows}`,
        'create index by_note on t (note); create view v as select note, count(*) as n from t group by note',
      ),
    ),
  )
  const change = fc.tuple(fc.nat(original.length - 1), fc.nat(255))
  const noise = fc.oneof(
    fc.nat(original.length).map((length) => original.subarray(0, length)),
    fc.array(change, { minLength: 1, maxLength: 40 }).map((changes) => {
      const bytes = Buffer.from(original)
      for (const [at, value] of changes) bytes[at] = value
      return bytes
    }),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.concat([original.subarray(0, 100), bytes])),
  )
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) => {
      writeFileSync(path.join(folder, 'noisy.db'), bytes)
      const work = using('noisy.db', async (session) => {
        for (const { name } of await session.discover()) {
          await session.describe(name)
          await read(session, { table: name, limit: 1_000 })
        }
        await asked(session, 'select * from t where note > ?', 'some')
      })
      await work.catch((error: unknown) => assert.ok(error instanceof WeftError, String(error)))
    }),
    { numRuns: 150 },
  )
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('copy-')),
    [],
  )
})
