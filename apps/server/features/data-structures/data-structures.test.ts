import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app } = server
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const other = await aTenant({ ...server.test, key: server.context.key }, { name: 'Alster Handel' })
const headersOf = async (
  of: typeof tenant,
  email: string,
  role: 'developer' | 'viewer' | 'tenant_admin' | 'analyst',
) => ({ ...(await signedIn(server, { email, role, tenant_id: of.tenant_id })), 'x-project-id': of.project_id })
const admin = await headersOf(tenant, 'admin@hanse.test', 'tenant_admin')

type Headers = Record<string, string>
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Headers = admin,
) {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body: answer.headers['content-type']?.includes('json') && answer.body ? (answer.json() as any) : answer.body,
    headers: answer.headers,
    raw: answer.rawPayload,
  }
}
const draft = (class_name: string, table_name: string) => ({
  class_name,
  table_name,
  label: `Structure ${class_name}`,
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('customer', 'text', { alias: 'Customer' }),
    aField('total', 'decimal', { precision: 10, scale: 2 }),
  ],
})
const created = await call('POST', '/data_structures', draft('SalesOrder', 'sales_order'))

const orders = created.body.data

test('a structure is created with its table and listed with names and aliases of its fields', async () => {
  assert.deepEqual([orders.version, orders.locked, orders.published], [1, false, true])
  const { body } = await call('GET', '/data_structures?noPagination=true')
  assert.deepEqual(
    body.data.map((s: any) => [s.id, s.class_name, s.fields.map((f: any) => [f.name, f.alias])]),
    [
      [
        orders.id,
        'SalesOrder',
        [
          ['number', undefined],
          ['customer', 'Customer'],
          ['total', undefined],
        ],
      ],
    ],
  )
})

test('class and table names in use are refused, each in its field', async () => {
  const { status, body } = await call('POST', '/data_structures', draft('SalesOrder', 'sales_order'), {
    ...admin,
    'accept-language': 'de',
  })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, {
    class_name: ['Dieser Klassenname wird bereits verwendet.'],
    table_name: ['Dieser Tabellenname wird bereits verwendet.'],
  })
})

test('fields, primary key and names are judged with their own sentences', async () => {
  const wrong = await call('POST', '/data_structures', { ...draft('Sales order', 'select'), fields: [] })
  assert.deepEqual(wrong.body.errors, {
    class_name: ['The class name must be in Pascal case without white space, such as SalesOrder.'],
    table_name: ['select is a reserved word of SQL. Please choose another name.'],
    fields: ['The data structure needs at least one field.'],
  })
  const { body } = await call('POST', '/data_structures/plan', {
    ...draft('Keyless', 'keyless'),
    fields: [aField('name')],
  })
  assert.deepEqual(body.errors, { fields: ['No primary key is set.'] })
})

test('a new structure is planned without being made', async () => {
  const { body } = await call('POST', '/data_structures/plan', draft('Planned', 'planned'), {
    ...admin,
    'accept-language': 'de',
  })
  assert.deepEqual(
    body.data.changes.map((c: any) => c.text),
    ['Tabelle planned mit 3 Feldern anlegen', 'number eindeutig machen'],
  )
  assert.equal((await call('GET', '/data_structures?searchTerm=Planned')).body.meta.total, 0)
})

test('records are added, shown, searched, changed, marked and deleted', async () => {
  for (const [number, customer] of [
    [1, 'Alfreds'],
    [2, 'Bólido'],
    [3, 'Chop-suey'],
  ] as const)
    assert.equal(
      (await call('POST', `/data_structures/${orders.id}/records`, { number, customer, total: '10.50' })).status,
      201,
    )
  const { body } = await call('GET', `/data_structures/${orders.id}/records?perPage=2&sort=-number`)
  assert.deepEqual(
    [body.data.map((r: any) => r.number), body.meta],
    [[3, 2], { page: 1, perPage: 2, total: 3, lastPage: 2, about: false, more: false }],
  )
  const conditions = encodeURIComponent(JSON.stringify([{ field: 'number', operator: 'greater', value: 1 }]))
  assert.deepEqual(
    (await call('GET', `/data_structures/${orders.id}/records?conditions=${conditions}&searchTerm=chop`)).body.data.map(
      (r: any) => r.customer,
    ),
    ['Chop-suey'],
  )
  assert.deepEqual(
    (await call('GET', `/data_structures/${orders.id}/records?filter[customer]=Alfreds`)).body.data.map(
      (r: any) => r.number,
    ),
    [1],
  )
  const first = body.data[1]
  assert.equal(
    (await call('PUT', `/data_structures/${orders.id}/records/${first._id}`, { changes: { total: '11' }, version: 1 }))
      .body.data.total,
    '11.00',
  )
  const late = await call('PUT', `/data_structures/${orders.id}/records/${first._id}`, {
    changes: { total: '12' },
    version: 1,
  })
  assert.deepEqual([late.status, late.body.code], [409, 'VERSION_CONFLICT'])
  const wrong = await call('PUT', `/data_structures/${orders.id}/records/${first._id}`, { changes: { total: 'much' } })
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { total: ['This is not a number.'] }])
  assert.equal(
    (await call('POST', `/data_structures/${orders.id}/records/mark`, { mark: 'clean', ids: [first._id] })).body.data
      .changed,
    1,
  )
  assert.equal(
    (await call('POST', `/data_structures/${orders.id}/records/mark`, { mark: 'clean', selection: {} })).body.data
      .changed,
    2,
  )
  assert.equal((await call('GET', `/data_structures/${orders.id}/records?state=dirty`)).body.meta.total, 0)
  assert.equal((await call('DELETE', `/data_structures/${orders.id}/records/${first._id}`)).status, 204)
  assert.deepEqual((await call('GET', '/data_structures/counts')).body.data, {
    [orders.id]: { total: 2, about: false },
  })
})

test('a selection is exported as CSV, JSON and Excel', async () => {
  const csv = await call('GET', `/data_structures/${orders.id}/records/export?format=csv&sort=number`)
  assert.equal(csv.headers['content-disposition'], 'attachment; filename="sales_order.csv"')
  assert.equal(
    String(csv.body).replace('\ufeff', '').replaceAll('\r\n', '\n').trim(),
    'number,customer,total\n1,Alfreds,10.50\n3,Chop-suey,10.50',
  )
  assert.deepEqual(
    (await call('GET', `/data_structures/${orders.id}/records/export?format=json&searchTerm=alf`)).body,
    [{ number: 1, customer: 'Alfreds', total: '10.50' }],
  )
  assert.equal(
    (await call('GET', `/data_structures/${orders.id}/records/export?format=xlsx`)).raw.subarray(0, 2).toString(),
    'PK',
  )
})

test('a change is planned, confirmed where values would be lost, and kept as a revision', async () => {
  const fields = orders.fields.filter((field: any) => field.name !== 'customer')
  const { body: plan } = await call('POST', `/data_structures/${orders.id}/plan`, { fields })
  assert.deepEqual(
    plan.data.losses.map((l: any) => l.text),
    ['2 values are removed with the field customer.'],
  )
  const refused = await call('PUT', `/data_structures/${orders.id}/config`, { fields })
  assert.deepEqual([refused.status, refused.body.code], [409, 'LOSSES'])
  const { body: applied } = await call('POST', `/data_structures/${orders.id}/apply`, {
    fields,
    accept_losses: true,
    version: 1,
  })
  assert.deepEqual([applied.data.version, applied.data.fields.length], [2, 2])
  assert.equal((await call('POST', `/data_structures/${orders.id}/apply`, { fields, version: 1 })).status, 409)
  assert.deepEqual(
    (await call('GET', `/data_structures/${orders.id}/revisions`)).body.data.map((r: any) => r.version),
    [2, 1],
  )
  assert.equal((await call('GET', `/data_structures/${orders.id}/revisions/1`)).body.data.definition.fields.length, 3)
})

test('a locked structure answers 423 until it is unlocked', async () => {
  await call('POST', `/data_structures/${orders.id}/lock`)
  for (const [method, url, body] of [
    ['PUT', '/base_data', { label: 'x' }],
    ['POST', '/publish', { published: false }],
    ['PUT', '/queries', { queries: [] }],
  ] as const) {
    const { status, body: answer } = await call(method, `/data_structures/${orders.id}${url}`, body)
    assert.deepEqual([status, answer.code], [423, 'LOCKED'])
  }
  assert.equal((await call('DELETE', `/data_structures/${orders.id}`)).status, 423)
  await call('POST', `/data_structures/${orders.id}/unlock`)
  assert.equal(
    (await call('PUT', `/data_structures/${orders.id}/base_data`, { label: 'Orders', table_name: 'orders' })).body.data
      .table_name,
    'orders',
  )
  assert.equal(
    (await call('POST', `/data_structures/${orders.id}/publish`, { published: false })).body.data.published,
    false,
  )
})

test('a standard query reads and can do nothing else', async () => {
  const run = (sql: string) => call('POST', `/data_structures/${orders.id}/queries/run`, { sql })
  assert.deepEqual((await run('select count(*)::int as orders from orders;')).body.data.rows, [{ orders: 2 }])
  for (const sql of [
    'delete from orders',
    'select 1; drop table orders',
    'with gone as (delete from orders returning 1) select * from gone',
    'select nonsense',
  ])
    assert.deepEqual(Object.keys((await run(sql)).body.errors), ['sql'])
  assert.deepEqual((await run('select count(*)::int as orders from orders')).body.data.rows, [{ orders: 2 }])
})

test("another tenant's structures and records are not there", async () => {
  const foreign = await headersOf(other, 'admin@alster.test', 'tenant_admin')
  assert.equal((await call('GET', '/data_structures', undefined, foreign)).body.meta.total, 0)
  for (const url of [
    `/data_structures/${orders.id}`,
    `/data_structures/${orders.id}/records`,
    `/data_structures/${orders.id}/records/export`,
    `/data_structures/${orders.id}/revisions/1`,
  ])
    assert.equal((await call('GET', url, undefined, foreign)).status, 404)
  assert.equal((await call('POST', `/data_structures/${orders.id}/apply`, { label: 'stolen' }, foreign)).status, 404)
  assert.equal((await call('GET', `/data_structures/${randomUUID()}`)).status, 404)
})

test('who may only look changes nothing', async () => {
  const viewer = await headersOf(tenant, 'viewer@hanse.test', 'viewer')
  assert.equal((await call('GET', `/data_structures/${orders.id}/records`, undefined, viewer)).status, 200)
  assert.equal((await call('POST', `/data_structures/${orders.id}/records`, { number: 9 }, viewer)).status, 403)
  assert.equal((await call('POST', `/data_structures/${orders.id}/lock`, undefined, viewer)).status, 403)
  assert.equal((await call('GET', `/data_structures/${orders.id}/records/export`, undefined, viewer)).status, 403)
})

test('a structure is deleted with its records', async () => {
  assert.equal((await call('DELETE', `/data_structures/${orders.id}`)).status, 204)
  const rows = await inScope(server.context.db, tenant.scope, (trx) =>
    trx.selectFrom('data_structure_revisions').selectAll().execute(),
  )
  assert.deepEqual(rows, [])
})
