import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import type { DescribedTable } from '@weft/kit/define/connector-session.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { selectByKeys, selectLatest, selectPage } from '@weft/kit/sql/statement.ts'
import { linesFail } from '@weft/kit/testing/lines-fail.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { answeredValue } from './answered-value.ts'
import { fieldOf, readerOf, sqlServerSql, type Column } from './fields.ts'
import { statementError } from './line.server.ts'
import { sqlServerBody } from './sql-server.server.ts'
import { sqlServer } from './sql-server.ts'
import { refusal, statementOf } from './write.server.ts'

// There is no server to try this on: what it would be asked is compared with what it is documented to take.
const column = (name: string, base: string, more: Partial<Column> = {}) =>
  fieldOf({ name, base, nullable: true, generated: undefined, length: 0, precision: 0, scale: 0, ...more })
const orders: DescribedTable = {
  name: 'shop.orders',
  kind: 'table',
  rows: 0,
  bytes: 0,
  fields: [
    column('id', 'int', { generated: 'default' }),
    column('total', 'decimal', { precision: 18, scale: 2 }),
    column('fee', 'money'),
    column('at', 'datetime'),
    column('zoned', 'datetimeoffset'),
    column('name', 'nvarchar', { length: 40 }),
    column('bytes', 'varbinary', { length: -1 }),
    column('version', 'timestamp'),
  ],
  key: ['id'],
  cursors: [],
  references: [],
}

test('columns are fields that hold every value of theirs', () => {
  const rows: [string, Partial<Column>, string][] = [
    ['tinyint', {}, 'integer tinyint'],
    ['bigint', {}, 'big_integer bigint'],
    ['timestamp', {}, 'big_integer rowversion'],
    ['numeric', { precision: 38, scale: 18 }, 'decimal numeric(38,18)'],
    ['smallmoney', {}, 'decimal smallmoney'],
    ['float', {}, 'decimal float'],
    ['bit', {}, 'boolean bit'],
    ['date', {}, 'date date'],
    ['time', {}, 'time time'],
    ['datetimeoffset', {}, 'date_time datetimeoffset'],
    ['uniqueidentifier', {}, 'uuid uniqueidentifier'],
    ['nvarchar', { length: 40 }, 'text nvarchar(20)'],
    ['varchar', { length: 40 }, 'text varchar(40)'],
    ['nvarchar', { length: -1 }, 'long_text nvarchar(max)'],
    ['varbinary', { length: 8 }, 'long_text varbinary'],
    ['xml', { length: -1 }, 'long_text xml'],
  ]
  for (const [base, more, wanted] of rows) {
    const { type, native } = column('x', base, more)
    assert.equal(`${type} ${native}`, wanted)
  }
})

test('a page is asked for by its key, and no value comes as a number or date of JavaScript', () => {
  assert.deepEqual(
    selectPage(sqlServerSql, orders, { table: orders.name }, { cursor: { after: [7], count: 100 }, size: 50 }),
    {
      text: `select top (50) [id] as [id], cast([total] as varchar(41)) as [total], convert(varchar(40), [fee], 2) as [fee], convert(varchar(27), [at], 126) as [at], convert(varchar(27), cast(switchoffset([zoned], '+00:00') as datetime2(7)), 126) + 'Z' as [zoned], [name] as [name], [bytes] as [bytes], cast([version] as bigint) as [version] from [shop].[orders] where [id] > cast(@p1 as bigint) order by [id]`,
      values: ['7'],
    },
  )
})

test('what has changed, what is looked for and the largest value are asked for with values beside the text', () => {
  const changed = { field: 'at', from: '2026-11-22T12:00:00', until: '2026-11-23T12:00:00Z' }
  const filter = [
    { field: 'name', operator: 'contains' as const, value: '50%[a]' },
    { field: 'total', operator: 'greater' as const, value: '1.005' },
  ]
  const cursor = { after: ['2026-11-22T13:00:00.123', 7], count: 1 }
  assert.deepEqual(
    selectPage(sqlServerSql, orders, { table: orders.name, fields: ['name'], changed, filter }, { cursor, size: 2 }),
    {
      text: `select top (2) [id] as [id], convert(varchar(27), [at], 126) as [at], [name] as [name] from [shop].[orders] where lower([name]) like replace(lower(@p1), N'[', N'\\[') escape N'\\' and [total] > cast(@p2 as decimal(38,22)) and [at] >= cast(cast(@p3 as datetime2(7)) as datetime) and [at] <= cast(cast(@p4 as datetime2(7)) as datetime) and (([at] > cast(cast(@p5 as datetime2(7)) as datetime)) or ([at] = cast(cast(@p6 as datetime2(7)) as datetime) and [id] > cast(@p7 as bigint))) order by [at], [id]`,
      values: [
        '%50\\%[a]%',
        '1.005',
        '2026-11-22T12:00:00',
        '2026-11-23T12:00:00',
        '2026-11-22T13:00:00.123',
        '2026-11-22T13:00:00.123',
        '7',
      ],
    },
  )
  assert.deepEqual(
    selectByKeys(sqlServerSql, orders, { by: ['version', 'bytes'], fields: ['id'] }, [
      { version: '2001', bytes: 'AP8=' },
    ]),
    {
      text: 'select [id] as [id], [bytes] as [bytes], cast([version] as bigint) as [version] from [shop].[orders] where ([version] = cast(cast(@p1 as bigint) as binary(8)) and [bytes] = convert(varbinary(max), @p2, 2))',
      values: ['2001', '00ff'],
    },
  )
  assert.equal(
    selectLatest(sqlServerSql, orders, 'zoned').text,
    `select convert(varchar(27), cast(switchoffset(case when [largest] > sysdatetimeoffset() then sysdatetimeoffset() else [largest] end, '+00:00') as datetime2(7)), 126) + 'Z' as [zoned] from (select max([zoned]) as [largest] from [shop].[orders]) found where [largest] is not null`,
  )
})

test('each mode is a statement by key, and nothing is merged', () => {
  const [id, total] = orders.fields
  const write = (mode: 'insert' | 'update' | 'upsert' | 'delete') =>
    statementOf({
      table: orders,
      mode,
      key: [id!],
      fields: [id!, total!],
      records: [
        { id: 1, total: '1.10' },
        { id: 2, total: null },
      ],
      wanted: [],
    })
  const given = '(values (@p1, @p2), (@p3, @p4)) x(c0, c1)'
  const values = ['1', '1.10', '2', null]
  const around = (...statements: string[]) => `set xact_abort on; begin transaction; ${statements.join('; ')}; commit`
  const numbered = (...statements: string[]) =>
    around('set identity_insert [shop].[orders] on', ...statements, 'set identity_insert [shop].[orders] off')
  const insert = `insert into [shop].[orders] ([id], [total]) select cast(x.c0 as bigint), cast(x.c1 as decimal(38,22)) from ${given}`
  const set = 'update t set [total] = cast(x.c1 as decimal(38,22)) from [shop].[orders] t'
  const same = 't.[id] = cast(x.c0 as bigint)'
  assert.deepEqual(write('insert'), { text: numbered(insert), values })
  assert.deepEqual(write('update'), { text: around(`${set} join ${given} on ${same}`), values })
  assert.deepEqual(write('upsert'), {
    text: numbered(
      `${set} with (updlock, holdlock) join ${given} on ${same}`,
      `${insert} where not exists (select 1 from [shop].[orders] t with (updlock, holdlock) where ${same})`,
    ),
    values,
  })
  assert.deepEqual(write('delete'), {
    text: around('delete t from [shop].[orders] t join (values (@p1), (@p2)) x(c0) on t.[id] = cast(x.c0 as bigint)'),
    values: ['1', '2'],
  })
})

test('values read as records carry them', () => {
  const read = (base: string, value: unknown) => readerOf(column('x', base))!(value)
  assert.equal(read('datetime2', '2026-11-22T13:58:07.1230000'), '2026-11-22T13:58:07.123')
  assert.equal(read('datetimeoffset', '2026-11-22T13:58:00.0000000Z'), '2026-11-22T13:58:00Z')
  assert.equal(read('time', '10:00:00'), '10:00:00')
  assert.equal(read('varbinary', Buffer.from([0, 255])), 'AP8=')
  assert.equal(read('uniqueidentifier', '018F3C7A-52D1-7ABC-8DEF-000000000001'), '018f3c7a-52d1-7abc-8def-000000000001')
  const exact = Object.assign(new Date('2026-11-22T13:58:07.123Z'), { nanosecondsDelta: 0.0004567 })
  assert.equal(answeredValue(exact, 'DateTime2'), '2026-11-22T13:58:07.1234567')
  assert.equal(answeredValue(new Date('1970-01-01T10:00:00Z'), 'Time'), '10:00:00')
  assert.equal(answeredValue(1.1, 'DecimalN', 2), '1.10')
})

test('errors of data are told of a record, those that pass are tried again, and others are refused', () => {
  const error = (number: number, message = 'x') => Object.assign(new Error(message), { number })
  const settings = settingsOf(1)
  const told = refusal(error(515, "Cannot insert the value NULL into column 'total', table 'shop.dbo.orders'."))
  assert.deepEqual(
    [told!.field, say(told!.reason, 'en')],
    ['total', "Cannot insert the value NULL into column 'total', table 'shop.dbo.orders'."],
  )
  assert.equal(refusal(error(1205)), undefined)
  assert.equal(statementError(settings, error(1205)).code, 'CONNECTION_FAILED')
  assert.equal(statementError(settings, error(208)).code, 'STATEMENT_REFUSED')
  assert.equal(
    statementError(settings, Object.assign(new Error('gone'), { code: 'ESOCKET' })).code,
    'CONNECTION_FAILED',
  )
})

test('a server that does not let somebody in is told as that', async () => {
  const server = createServer((socket) => refuseLogin(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const steps: string[] = []
  await assert.rejects(
    sqlServerBody.check(settingsOf(port), localReach, (step) => steps.push(step)),
    { code: 'CONNECTION_DENIED', message: /Login failed for user/ },
  )
  assert.deepEqual(steps, ['host', 'connection'])
})

linesFail('sql server', { body: sqlServerBody, settings: settingsOf })

function settingsOf(port: number) {
  return sqlServer.settings.parse({
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'weft',
    password: 'x',
    encryption: 'none',
  })
}

/** No server, but two of its answers: https://learn.microsoft.com/openspecs/windows_protocols/ms-tds */
function refuseLogin(socket: Socket) {
  const packet = (data: Buffer) => Buffer.concat([Buffer.from([4, 1, 0, data.length + 8, 0, 0, 1, 0]), data])
  // Its version, and that it does not encrypt.
  const before = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255, 16, 0, 0, 0, 0, 0, 2])
  const said = Buffer.from("Login failed for user 'weft'.", 'utf16le')
  const size = Buffer.alloc(2)
  size.writeUInt16LE(said.length / 2)
  const body = Buffer.concat([Buffer.from([0x18, 0x48, 0, 0, 1, 14]), size, said, Buffer.from([0, 0, 1, 0, 0, 0])])
  const length = Buffer.alloc(2)
  length.writeUInt16LE(body.length)
  const done = Buffer.from([0xfd, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  socket.once('data', () => {
    socket.write(packet(before))
    socket.once('data', () => socket.end(packet(Buffer.concat([Buffer.from([0xaa]), length, body, done]))))
  })
}
