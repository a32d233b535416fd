import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DescribedTable } from '@weft/kit/define/connector-session.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { selectByKeys, selectLatest, selectPage } from '@weft/kit/sql/statement.ts'
import { linesFail } from '@weft/kit/testing/lines-fail.ts'
import { parametersOf } from '@weft/kit/sql/write-fields.ts'
import { fieldOf, oracleSql, readerOf, type Column } from './fields.ts'
import { placeOf, statementError } from './line.server.ts'
import { oracleBody } from './oracle.server.ts'
import { oracle } from './oracle.ts'
import { refusal, statementOf } from './write.server.ts'

// There is no server to try this on: what it would be asked is compared with what it is documented to take.
const column = (name: string, base: string, more: Partial<Column> = {}) =>
  fieldOf({ name, base, nullable: true, generated: undefined, length: 0, precision: null, scale: null, ...more })
const orders: DescribedTable = {
  name: 'SHOP.ORDERS',
  kind: 'table',
  rows: 0,
  bytes: null,
  fields: [
    column('ID', 'NUMBER', { precision: 9, scale: 0 }),
    column('TOTAL', 'NUMBER', { precision: 18, scale: 2 }),
    column('PLACED', 'DATE'),
    column('CHANGED', 'TIMESTAMP(6) WITH TIME ZONE'),
    column('NAME', 'VARCHAR2', { length: 20 }),
    column('RAW_ID', 'RAW'),
  ],
  key: ['ID'],
  cursors: [],
  references: [],
}

test('columns are fields that hold every value of theirs', () => {
  const rows: [string, Partial<Column>, string][] = [
    ['NUMBER', { precision: 9, scale: 0 }, 'integer'],
    ['NUMBER', { precision: 18, scale: 0 }, 'big_integer'],
    ['NUMBER', { precision: 38, scale: 0 }, 'decimal'],
    ['NUMBER', { scale: 0 }, 'decimal'],
    ['NUMBER', {}, 'decimal'],
    ['BINARY_DOUBLE', {}, 'decimal'],
    ['DATE', {}, 'date_time'],
    ['TIMESTAMP(6) WITH LOCAL TIME ZONE', {}, 'date_time'],
    ['NVARCHAR2', { length: 20 }, 'text'],
    ['CLOB', {}, 'long_text'],
    ['RAW', {}, 'long_text'],
    ['BOOLEAN', {}, 'boolean'],
    ['JSON', {}, 'json'],
  ]
  for (const [base, more, wanted] of rows) assert.equal(column('X', base, more).type, wanted, base)
})

test('pages, changes, keys and the largest value are asked for with values beside the text', () => {
  assert.deepEqual(
    selectPage(
      oracleSql,
      orders,
      { table: orders.name, fields: ['TOTAL'] },
      { cursor: { after: [7], count: 1 }, size: 50 },
    ),
    {
      text: 'select "ID" as "ID", "TOTAL" as "TOTAL" from "SHOP"."ORDERS" where "ID" > to_number(:1) order by "ID" fetch first 50 rows only',
      values: ['7'],
    },
  )
  const changed = { field: 'CHANGED', from: '2026-11-22T12:00:00Z', until: '2026-11-23T12:00:00.120Z' }
  const filter = [{ field: 'NAME', operator: 'starts_with' as const, value: '5%' }]
  assert.deepEqual(
    selectPage(oracleSql, orders, { table: orders.name, fields: ['PLACED'], changed, filter }, { size: 2 }),
    {
      text: `select "ID" as "ID", to_char("PLACED", 'YYYY-MM-DD"T"HH24:MI:SS') as "PLACED", to_char(sys_extract_utc("CHANGED"), 'YYYY-MM-DD"T"HH24:MI:SS.FF9') || 'Z' as "CHANGED" from "SHOP"."ORDERS" where lower("NAME") like lower(:1) escape '\\' and "CHANGED" >= from_tz(to_timestamp(:2, 'YYYY-MM-DD"T"HH24:MI:SS.FF9'), 'UTC') and "CHANGED" <= from_tz(to_timestamp(:3, 'YYYY-MM-DD"T"HH24:MI:SS.FF9'), 'UTC') order by "CHANGED", "ID" fetch first 2 rows only`,
      values: ['5\\%%', '2026-11-22T12:00:00.0', '2026-11-23T12:00:00.12'],
    },
  )
  assert.deepEqual(
    selectByKeys(oracleSql, orders, { by: ['PLACED', 'RAW_ID'], fields: ['ID'] }, [
      { PLACED: '2026-11-22T12:00:00', RAW_ID: 'AP8=' },
    ]),
    {
      text: `select "ID" as "ID", to_char("PLACED", 'YYYY-MM-DD"T"HH24:MI:SS') as "PLACED", "RAW_ID" as "RAW_ID" from "SHOP"."ORDERS" where ("PLACED" = to_date(:1, 'YYYY-MM-DD"T"HH24:MI:SS') and "RAW_ID" = hextoraw(:2))`,
      values: ['2026-11-22T12:00:00', '00ff'],
    },
  )
  assert.equal(
    selectLatest(oracleSql, orders, 'PLACED').text,
    `select to_char(case when "largest" > cast(sys_extract_utc(systimestamp) + interval '14' hour as date) then cast(sys_extract_utc(systimestamp) + interval '14' hour as date) else "largest" end, 'YYYY-MM-DD"T"HH24:MI:SS') as "PLACED" from (select max("PLACED") as "largest" from "SHOP"."ORDERS") found where "largest" is not null`,
  )
})

test('each mode is a statement by key that is sent with the values of all records', () => {
  const [id, total, placed] = orders.fields
  const write = (mode: 'insert' | 'update' | 'upsert' | 'delete') => {
    const own = { table: orders, mode, key: [id!], fields: [id!, total!, placed!], records: [], wanted: [] }
    return [statementOf(own), parametersOf(own).map(({ name }) => name)]
  }
  const date = (at: number) => `to_date(:${at}, 'YYYY-MM-DD"T"HH24:MI:SS')`
  assert.deepEqual(write('insert'), [
    `insert into "SHOP"."ORDERS" ("ID", "TOTAL", "PLACED") values (to_number(:1), to_number(:2), ${date(3)})`,
    ['ID', 'TOTAL', 'PLACED'],
  ])
  assert.deepEqual(write('update'), [
    `update "SHOP"."ORDERS" t set t."TOTAL" = to_number(:1), t."PLACED" = ${date(2)} where t."ID" = to_number(:3)`,
    ['TOTAL', 'PLACED', 'ID'],
  ])
  assert.deepEqual(write('upsert'), [
    `merge into "SHOP"."ORDERS" t using (select to_number(:1) as c0, to_number(:2) as c1, ${date(3)} as c2 from dual) x on (t."ID" = x.c0) when matched then update set t."TOTAL" = x.c1, t."PLACED" = x.c2 when not matched then insert ("ID", "TOTAL", "PLACED") values (x.c0, x.c1, x.c2)`,
    ['ID', 'TOTAL', 'PLACED'],
  ])
  assert.deepEqual(write('delete'), ['delete from "SHOP"."ORDERS" t where t."ID" = to_number(:1)', ['ID']])
})

test('values read as records carry them', () => {
  const read = (base: string, value: unknown, more: Partial<Column> = {}) => readerOf(column('X', base, more))!(value)
  assert.equal(read('NUMBER', '12345678901234567890.123'), '12345678901234567890.123')
  assert.equal(read('NUMBER', '7', { precision: 9, scale: 0 }), 7)
  assert.equal(read('TIMESTAMP(6)', '2026-11-22T13:58:07.120000000'), '2026-11-22T13:58:07.12')
  assert.equal(read('TIMESTAMP(6) WITH TIME ZONE', '2026-11-22T13:58:00.000000000Z'), '2026-11-22T13:58:00Z')
  assert.equal(read('BLOB', Buffer.from([0, 255])), 'AP8=')
  assert.deepEqual(read('JSON', '{"n":12345678901234567890}'), { n: '12345678901234567890' })
})

test('errors of data are told of a record, those that pass are tried again, and others are refused', () => {
  const error = (code: string, message = code) => Object.assign(new Error(message), { code })
  const told = refusal(error('ORA-01400', 'ORA-01400: cannot insert NULL into ("SHOP"."ORDERS"."TOTAL")'))
  assert.deepEqual(
    [told!.field, say(told!.reason, 'en')],
    ['TOTAL', 'ORA-01400: cannot insert NULL into ("SHOP"."ORDERS"."TOTAL")'],
  )
  assert.equal(refusal(error('ORA-00060')), undefined)
  const codeOf = (code: string) => statementError(settingsOf(1), error(code)).code
  assert.deepEqual(['ORA-00060', 'ORA-00942', 'NJS-500', 'ECONNRESET'].map(codeOf), [
    'CONNECTION_FAILED',
    'STATEMENT_REFUSED',
    'CONNECTION_FAILED',
    'CONNECTION_FAILED',
  ])
})

test('the driver is given the address that was cleared, and no name to look up', () => {
  const settings = oracle.settings.parse({ host: 'db.example.com', service: 'SHOP', user: 'weft' })
  assert.equal(
    placeOf(settings, { host: '10.0.0.7', port: 2484 }),
    '(DESCRIPTION=(RETRY_COUNT=0)(TRANSPORT_CONNECT_TIMEOUT=10)(CONNECT_TIMEOUT=10)(ADDRESS=(PROTOCOL=tcps)(HOST=10.0.0.7)(PORT=2484))(CONNECT_DATA=(SERVICE_NAME=SHOP))(SECURITY=(SSL_SERVER_DN_MATCH=off)))',
  )
  assert.equal(oracle.settings.safeParse({ ...settings, service: 'x)(HOST=elsewhere' }).success, false)
})

linesFail('oracle', { body: oracleBody, settings: settingsOf, verified })

function verified(port: number) {
  return { ...settingsOf(port), encryption: 'required' as const }
}

function settingsOf(port: number) {
  return oracle.settings.parse({
    host: '127.0.0.1',
    port,
    service: 'shop',
    user: 'weft',
    password: 'x',
    encryption: 'none',
  })
}
