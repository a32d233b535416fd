import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CapturedChange, CaptureReader } from '@weft/kit/define/capture-session.ts'
import { captureConforms } from '@weft/kit/testing/capture-conformance.ts'
import { changesBehind, told } from '@weft/kit/testing/captured.ts'
import { loggedMariaDb } from '@weft/kit/testing/logged-mariadb.ts'
import { bothLanguages, type Message } from '@weft/kit/messages/messages.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { mariadbBody } from './mariadb.server.ts'
import { mariadb } from './mariadb.ts'

const logged = await loggedMariaDb()
const skip = typeof logged === 'string' ? logged : false
const { owner, settings: own, open: anotherLine } = (skip ? {} : logged) as Exclude<typeof logged, string>
const settings = skip ? undefined! : mariadb.settings.parse(own)
const open = (more: Partial<typeof settings> = {}) => mariadbBody.capture!({ ...settings, ...more }, localReach)
const capture = skip ? undefined! : await open()
after(() => capture?.close())
const run = (text: string) => owner.query(text)

const read = (reader: CaptureReader, cursor: unknown, by = capture) => changesBehind(by, reader, cursor)
async function recordsOf(table: string) {
  const session = await mariadbBody.open!(settings, localReach)
  const batches = await Array.fromAsync(session.read({ table }))
  await session.close()
  return batches.flatMap(({ records }) => records)
}
const reader = (table: string) => ({ name: 'weft_reader', table })

test('every value of a change arrives as it does when the table is read', { skip }, async () => {
  await run(`create table kinds (id int primary key, tiny tinyint, tinyu tinyint unsigned, small smallint, smallu smallint unsigned, medium mediumint, mediumu mediumint unsigned,
    whole int, wholeu int unsigned, big bigint, bigu bigint unsigned, padded int(8) zerofill, paddedbig bigint zerofill, paddedexact decimal(9,2) zerofill, exact decimal(38,18), few decimal(3,0), all_behind decimal(9,9), single float, dbl double, yes boolean, flag bit(1), bits bit(11), manybits bit(64),
    y year, day date, wall datetime, wall3 datetime(3), wall6 datetime(6), moment timestamp null, moment1 timestamp(1) null, moment6 timestamp(6) null, clock time, clock2 time(2), clock6 time(6),
    feeling enum('good', 'it''s bad', 'Ä'), moods set('a','it''s','Ü'),
    fixed char(3), fixed_long char(255), word varchar(20), long_word varchar(2000), latin varchar(20) character set latin1, wide varchar(20) character set ucs2, wide4 varchar(20) character set utf16, lfix char(3) character set latin1, tt tinytext, t text, mt mediumtext, lt longtext,
    bin binary(4), vbin varbinary(300), tb tinyblob, b blob, mb mediumblob, lb longblob, doc json, one uuid, four inet4,
    dbl2 int generated always as (small * 2) stored, virt int generated always as (small + 1) virtual)`)
  const begin = await capture.begin(reader('kinds'))
  const columns = `id, tiny, tinyu, small, smallu, medium, mediumu, whole, wholeu, big, bigu, padded, paddedbig, paddedexact, exact, few, all_behind, single, dbl, yes, flag, bits, manybits, y, day, wall, wall3, wall6, moment, moment1, moment6, clock, clock2, clock6, feeling, moods, fixed, fixed_long, word, long_word, latin, wide, wide4, lfix, tt, t, mt, lt, bin, vbin, tb, b, mb, lb, doc, one, four`
  await run(`set sql_mode = ''; insert into kinds (${columns}) values
    (1, -128, 255, -32768, 65535, -8388608, 16777215, -2147483648, 4294967295, -9223372036854775808, 18446744073709551615, 42, 42, 7.5, 12345678901234567890.123456789012345678, -999, -0.000000001, 0.1, 0.1, true, 1, 1025, 18446744073709551615,
      2026, '2026-11-22', '2026-11-22 14:58:07', '2026-11-22 14:58:07.123', '2026-11-22 14:58:07.000001', '2026-11-22 13:58:07', '2026-11-22 13:58:07.9', '1970-01-01 00:00:01.000001', '-838:59:59', '-00:00:00.01', '838:59:58.999999',
      'it''s bad', 'a,Ü', 'EUR', repeat('Ä', 255), 'Ä "x" 😀', repeat('ä', 2000), 'Ä€é', 'Äß', 'Ä😀', 'Äb', 'tiny', 'text', 'medium', repeat('x', 70000), x'00ff', repeat(x'00ff', 150), x'', x'0001', x'ff', repeat(x'00', 70000), '{"n": 12345678901234567890, "t": "ä"}', '018f3c7a-52d1-7abc-8def-000000000001', '192.168.0.1'),
    (2, 127, 0, 32767, 0, 8388607, 0, 2147483647, 0, 9223372036854775807, 0, 0, 0, 0, -12345678901234567890.123456789012345678, 7, 0, -1e-30, 1e300, false, 0, 0, 0,
      0, '0000-00-00', '0000-00-00', '0001-01-01 00:00:00.5', '9999-12-31 23:59:59.999999', 0, 0, '2038-01-19 03:14:07.999999', '00:00:00', '12:34:56.78', '-12:34:56.000001',
      'no such', '', '', 'x  ', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'null', '7b3c1f86-26a7-4f5d-9c52-1e1f7d2f6a10', '0.0.0.0'),
    (3${', null'.repeat(56)}),
    (4, 5, 5, 5, 5, -5, 5, -5, 5, -5, 5, 5, 5, 5, 0.000000000000000001, 0, 0.5, 16777216, 123456789.123, 5, 1, 1, 1,
      1901, '1000-01-01', '1000-01-01', '1999-12-31', '1999-12-31', '1999-12-31', '1999-12-31', '1999-12-31', '-00:00:01', '-838:59:59', '-00:00:00.000001',
      1, 'it''s', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', '[1.10]', '00000000-0000-0000-0000-000000000000', '255.255.255.255')`)
  const { changes } = await read(reader('kinds'), begin)
  const records = await recordsOf('kinds')
  assert.equal(records.length, 4)
  assert.deepEqual(
    changes.map(({ kind, record }) => [kind, record]),
    records.map((record) => ['insert', record]),
  )
})

test('numbers with a point are written out as the server does', { skip }, async () => {
  await run('create table points (id int primary key, single float, dbl double)')
  const begin = await capture.begin(reader('points'))
  const anyDouble = () => new DataView(crypto.getRandomValues(new Uint8Array(8)).buffer).getFloat64(0)
  const powers = Array.from({ length: 80 }, (_, n) => [
    10 ** (n - 40),
    1.25 * 10 ** (n - 40),
    -1.2345678901234567 * 10 ** (n - 40),
  ])
  const wanted = [...powers.flat(), ...Array.from({ length: 600 }, anyDouble)].filter((value) => Number.isFinite(value))
  const rows = wanted.map((value, id) => `(${id}, ${Math.abs(value) < 3e38 ? value : 1 / 3}, ${value})`)
  await run(`insert into points values ${rows.join()}`)
  const { changes } = await read(reader('points'), begin)
  assert.deepEqual(
    changes.map(({ record }) => record),
    await recordsOf('points'),
  )
})

test(
  'changes come in the order of their commits, with all that was before; what was rolled back never',
  { skip },
  async () => {
    await run(
      'create table items (id int primary key, n int); create table others (id int primary key) engine = myisam',
    )
    await run('insert into items values (1, 1), (2, 2)')
    const begin = await capture.begin(reader('items'))
    const late = await anotherLine()
    await late.query('use shop; begin; update items set n = 20 where id = 2')
    await run('update items set n = 10 where id = 1')
    await run(
      'begin; insert into items values (3, 3); update items set id = 4 where id = 3; delete from items where id = 4; commit',
    )
    await run('begin; insert into items values (9, 9); rollback')
    await run(
      `begin; insert into items values (5, 5); savepoint s; insert into items values (6, 6); insert into others values (1); rollback to s; commit`,
    )
    await late.query('commit')
    await late.end()
    await run('alter table items comment = "another", add index n (n); insert into others values (2)')
    const { changes, cursor } = await read(reader('items'), begin)
    assert.deepEqual(told(changes), [
      ['update', { id: 1, n: 10 }, { before: { id: 1, n: 1 } }],
      ['insert', { id: 3, n: 3 }],
      ['update', { id: 4, n: 3 }, { before: { id: 3, n: 3 } }],
      ['delete', { id: 4, n: 3 }],
      ['insert', { id: 5, n: 5 }],
      ['update', { id: 2, n: 20 }, { before: { id: 2, n: 2 } }],
    ])
    assert.equal(new Set(changes.map(({ position }) => position)).size, 6)
    assert.match(changes[0]!.at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    assert.deepEqual((await read(reader('items'), cursor)).changes, [])
    assert.deepEqual((await read(reader('items'), begin)).changes, changes, 'the same again')
    await run('truncate table shop.items; flush binary logs; insert into items values (7, 7)')
    const emptied = await read(reader('items'), cursor)
    assert.deepEqual([told(emptied.changes), emptied.notices.length], [[['insert', { id: 7, n: 7 }]], 1])
    assert.deepEqual((await read(reader('items'), emptied.cursor)).notices, [])
  },
)

captureConforms('MariaDB', {
  skip,
  capture,
  open: () => mariadbBody.open!(settings, localReach),
  run,
  async line() {
    const line = await anotherLine()
    await line.query('use shop')
    return line
  },
  numbers: (from, to) => `(select seq as n from seq_${from}_to_${to}) as numbers`,
})

test(
  'where only what has changed is logged, the rest is told as unchanged, also in another file of the log',
  { skip },
  async () => {
    await run('create table part_logged (id int primary key, n int, word varchar(20))')
    await run(`insert into part_logged values (1, 1, 'x')`)
    const begin = await capture.begin(reader('part_logged'))
    await run('flush binary logs; set session binlog_row_image = MINIMAL')
    await run('update part_logged set n = -n; set session binlog_row_image = FULL')
    assert.deepEqual(told((await read(reader('part_logged'), begin)).changes), [
      ['update', { id: 1, n: -1 }, { before: { id: 1 } }, { unchanged: ['word'] }],
    ])
  },
)

test('entries that are packed, larger than a packet, or not summed are read as well', { skip }, async () => {
  await run('create table large (id int primary key, doc longtext); set global max_allowed_packet = 100000000')
  const begin = await capture.begin(reader('large'))
  const line = await anotherLine()
  await line.query(
    `use shop; set global log_bin_compress = 1; insert into large values (1, repeat('x', 5000)); update large set doc = repeat('y', 5000)`,
  )
  await line.query(`set global log_bin_compress = 0; insert into large values (2, repeat('z', 20000000))`)
  await line.query(`set global binlog_checksum = NONE; insert into large values (3, repeat('ä', 300))`)
  await line.query('set global binlog_checksum = CRC32; delete from large where id = 3')
  await line.end()
  const { changes } = await read(reader('large'), begin)
  assert.deepEqual(
    changes.map(({ kind, record }) => [kind, record['id'], String(record['doc']).length, String(record['doc'])[0]]),
    [
      ['insert', 1, 5000, 'x'],
      ['update', 1, 5000, 'y'],
      ['insert', 2, 20_000_000, 'z'],
      ['insert', 3, 300, 'ä'],
      ['delete', 3, 300, 'ä'],
    ],
  )
})

test(
  'where the table has become another, what was before is given first, and then all of it has to be read again',
  { skip },
  async () => {
    await run('create table altered (id int primary key, a int, b int)')
    const lost = (cursor: unknown) =>
      assert.rejects(read(reader('altered'), cursor), { code: 'POSITION_LOST', message: /columns/ })
    const begin = await capture.begin(reader('altered'))
    await run(
      'insert into altered values (1, 1, 2); alter table altered modify b int after id; insert into altered values (2, 4, 3)',
    )
    await lost(begin)
    const { cursor } = await capture.whole(reader('altered'))
    await run('insert into altered values (3, 6, 5)')
    assert.deepEqual(told((await read(reader('altered'), cursor)).changes), [['insert', { id: 3, b: 6, a: 5 }]])
    // What is described is what the table is by now, and the log tells that it was another on its way there.
    const by = await open()
    let isFirst = true
    const changes: CapturedChange[] = []
    await run('insert into altered select seq, 1, 1 from seq_10_to_1500')
    for await (const batch of by.read(reader('altered'), cursor, 100_000)) {
      changes.push(...batch.changes)
      if (isFirst) await run('alter table altered modify b int after a; insert into altered values (4, 7, 8)')
      isFirst = false
    }
    await by.close()
    assert.ok(changes.every(({ record }) => record['id'] !== 4))
  },
)

test('what was logged without its rows is told, as is a distributed transaction', { skip }, async () => {
  await run('create table stated (id int primary key)')
  const begin = await capture.begin(reader('stated'))
  await run('insert into stated values (1)')
  await run(`set session binlog_format = STATEMENT; insert into stated values (2); set session binlog_format = ROW`)
  const { changes, cursor } = await read(reader('stated'), begin)
  assert.deepEqual(told(changes), [['insert', { id: 1 }]])
  await assert.rejects(read(reader('stated'), cursor), { code: 'POSITION_LOST', message: /binlog_format/ })
  const behind = await capture.begin(reader('stated'))
  await run(`xa start 'x'; insert into stated values (3); xa end 'x'; xa commit 'x' one phase`)
  const once = await read(reader('stated'), behind)
  assert.deepEqual(told(once.changes), [['insert', { id: 3 }]])
  await run(`xa start 'y'; insert into stated values (4); xa end 'y'; xa prepare 'y'; xa rollback 'y'`)
  await assert.rejects(read(reader('stated'), once.cursor), { code: 'POSITION_LOST', message: /XA/ })
})

test('a log that was not kept or begun anew is told as lost', { skip }, async () => {
  await run('create table lost (id int primary key)')
  const begin = await capture.begin(reader('lost'))
  await run('insert into lost values (1); flush binary logs; flush binary logs')
  // A file that somebody still reads stays.
  for (let tries = 0; ; tries++) {
    const [logs] = (await owner.query('show binary logs')) as unknown as [{ Log_name: string }[]]
    if (logs.length === 1) break
    assert.ok(tries < 100)
    await run(`purge binary logs to '${logs.at(-1)!.Log_name}'`)
    await new Promise((done) => setTimeout(done, 50))
  }
  await assert.rejects(read(reader('lost'), begin), { code: 'POSITION_LOST' })
  await run('reset master')
  const first = await capture.begin(reader('lost'))
  await new Promise((done) => setTimeout(done, 1100))
  await run('reset master; insert into lost values (2), (3), (4), (5); create table filling (id int)')
  await assert.rejects(read(reader('lost'), first), { code: 'POSITION_LOST' })
  assert.equal(await capture.kept('weft_reader'), null)
})

test('what cannot be read from the log says why and what helps', { skip }, async () => {
  await run('create table places (id int primary key, at point); create view seen as select * from items')
  const refused = (message: RegExp) => ({ code: 'CAPTURE_REFUSED', message })
  await assert.rejects(capture.begin(reader('places')), refused(/"?at"? of "?places"? is point/))
  await assert.rejects(capture.begin(reader('seen')), refused(/no table/))
  await assert.rejects(capture.begin(reader('nothing')), { code: 'NOT_FOUND' })
  await run(`create user looker@'%' identified by 'l'; grant select on shop.* to looker@'%'`)
  const looker = await open({ user: 'looker', password: 'l' })
  await assert.rejects(looker.begin(reader('items')), refused(/grant replication slave on \*\.\* to looker/))
  await run(`grant replication slave on *.* to looker@'%'`)
  await looker.close()
  const may = await open({ user: 'looker', password: 'l' })
  const cursor = await may.begin(reader('items'))
  await run('insert into items values (77, 1)')
  assert.deepEqual(told((await read(reader('items'), cursor, may)).changes), [['insert', { id: 77, n: 1 }]])
  await may.close()
  await run('set global binlog_row_image = MINIMAL')
  await assert.rejects(capture.begin(reader('items')), refused(/set global binlog_row_image = FULL/))
  await run('set global binlog_row_image = FULL; set global binlog_format = MIXED')
  await assert.rejects(capture.begin(reader('items')), refused(/set global binlog_format = ROW/))
  await run('set global binlog_format = ROW')
})

test('what may be read of the log is told with the rights', { skip }, async () => {
  const rights = async (more: Partial<typeof settings> = {}) => {
    let told: unknown
    await mariadbBody.check({ ...settings, ...more }, localReach, (step, detail) => {
      if (step === 'rights') told = detail
    })
    return bothLanguages(told as Message)
  }
  assert.match((await rights()).en, /^\d+ tables to read; changes can be read from the log$/)
  await run(`create user blind@'%' identified by 'b'; grant select on shop.* to blind@'%'`)
  assert.match(
    (await rights({ user: 'blind', password: 'b' })).de,
    /^\d+ Tabellen zum Lesen; keine Änderungen aus dem Protokoll: Der Benutzer blind .*grant replication slave on/,
  )
})
