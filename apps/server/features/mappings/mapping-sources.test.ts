import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const other = await aTenant({ ...server.test, key: server.context.key }, { name: 'Alster Handel' })
const headersOf = async (of: typeof tenant, email: string) => ({
  ...(await signedIn(server, { email, role: 'tenant_admin', tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const admin = await headersOf(tenant, 'lena@hanse.test')
const foreign = await headersOf(other, 'kim@alster.test')

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = admin) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? (answer.json() as any) : undefined }
}
const structure = async (class_name: string, fields: object[], rows: object[] = []) => {
  const made = { class_name, table_name: class_name.toLowerCase(), label: class_name, fields }
  const { data } = (await call('POST', '/data_structures', made)).body
  for (const row of rows) await call('POST', `/data_structures/${data.id}/records`, row)
  return { ...data, field: (name: string): string => data.fields.find((one: any) => one.name === name).id }
}
const key = { primary_key: true, nullable: false }
const orders = await structure(
  'Orders',
  [aField('number', 'text', key), aField('customer_no')],
  [
    { number: '1', customer_no: 'K1' },
    { number: '2', customer_no: 'K9' },
  ],
)
const customers = await structure(
  'Customers',
  [aField('no', 'text', key), aField('name'), aField('tier', 'integer')],
  [
    { no: 'K1', name: 'Hanari', tier: 1 },
    { no: 'K2', name: 'Vinet', tier: 2 },
  ],
)
const sales = await structure(
  'Sales',
  [aField('id', 'text', key), aField('tier', 'integer'), aField('amount', 'decimal', { precision: 10, scale: 2 })],
  [
    { id: 'a', tier: 1, amount: '10.50' },
    { id: 'b', tier: 1, amount: '4.25' },
    { id: 'c', tier: 2, amount: '1.00' },
  ],
)
const target = await structure('Offers', [
  aField('order_no', 'text', key),
  aField('sold_to'),
  aField('turnover', 'decimal', { precision: 12, scale: 2 }),
])
const byTier = {
  structures: [{ as: 's', structure_id: sales.id }],
  fields: [
    { name: 'tier', of: 's', field: 'tier' },
    { name: 'turnover', of: 's', field: 'amount', function: 'sum' },
    { name: 'sales', of: 's', field: 'id', function: 'count' },
  ],
}
const set = (await call('POST', '/data_sets', { name: 'Turnover by tier', definition: byTier })).body.data
const line = (source_field_id: string, name: string) => ({
  ...{ id: randomUUID(), source_field_id },
  target_field_id: target.field(name),
})

const sources = [
  {
    name: 'customer',
    of: { structure_id: customers.id },
    on: [{ source_field_id: orders.field('customer_no'), field: customers.field('no') }],
  },
  {
    name: 'turnover_of',
    of: { data_set_id: set.id },
    on: [{ source_field_id: `customer@${customers.field('tier')}`, field: 'tier' }],
  },
]
const joined = {
  sources,
  connections: [
    line(orders.field('number'), 'order_no'),
    line(`customer@${customers.field('name')}`, 'sold_to'),
    line('turnover_of@turnover', 'turnover'),
  ],
}
const created = await call('POST', '/mappings', {
  label: 'Orders to offers',
  source_structure_id: orders.id,
  target_structure_id: target.id,
  definition: joined,
})
const id = created.body.data.id as string
const newest = async (of: string): Promise<string> => {
  const { data } = (await call('GET', `/definitions/${of}/versions`)).body
  return (await call('GET', `/definitions/${of}/versions/${data[0].commit}`)).body.data.text
}

test('records are mapped with what a structure and a data set have for them', async () => {
  assert.equal(created.status, 201)
  assert.deepEqual(
    [created.body.data.problems, created.body.data.others.map((one: any) => one.label).toSorted()],
    [[], ['Customers', 'Turnover by tier']],
  )
  const { body } = await call('POST', `/mappings/${id}/run`, {})
  assert.deepEqual(
    body.data.out.toSorted((a: any, b: any) => a.order_no.localeCompare(b.order_no)),
    [
      { order_no: '1', sold_to: 'Hanari', turnover: '14.75' },
      { order_no: '2', sold_to: null, turnover: null },
    ],
  )
  const traced = (await call('POST', `/mappings/${id}/debug`, { records: [{ number: '7', customer_no: 'K2' }] })).body
  assert.deepEqual(traced.data.records[0].joined, {
    ...{ number: '7', customer_no: 'K2' },
    ...{ customer: { name: 'Vinet', tier: 2 }, turnover_of: { turnover: '1.00' } },
  })
})

test('it is kept by names, points to what it reads, and what it reads is not deleted', async () => {
  const text = await newest(id)
  assert.match(text, /source_structure: ref:data_structure\/orders\ntarget_structure: ref:data_structure\/offers/)
  assert.match(text, /source_field_id: customer@ref:field\/customers\/name$/m)
  assert.match(text, /source_field_id: turnover_of@turnover$/m)
  assert.match(text, /data_set_id: ref:data_set\/turnover-by-tier$/m)
  assert.match(text, /field: ref:field\/customers\/no$/m)
  const { uses } = (await call('GET', `/definitions/${id}/uses`)).body.data
  assert.deepEqual(uses.map((one: any) => one.name).toSorted(), ['Customers', 'Offers', 'Orders', 'Turnover by tier'])
  const refused = await call('DELETE', `/data_sets/${set.id}`)
  assert.deepEqual([refused.status, refused.body.message], [409, 'The data set is still used: Orders to offers.'])
  assert.equal((await call('DELETE', `/data_structures/${customers.id}`)).status, 409)
})

test('a data set is the main source: its columns are fields, its rows the samples', async () => {
  const made = await call('POST', '/mappings', {
    label: 'Tiers',
    source_data_set_id: set.id,
    target_structure_id: target.id,
    definition: { connections: [line('tier', 'order_no'), line('turnover', 'turnover')] },
  })
  const { source, problems } = made.body.data
  assert.deepEqual(problems, [])
  assert.deepEqual(source.fields, [
    { id: 'tier', full_name: 'tier', type: 'integer' },
    { id: 'turnover', full_name: 'turnover', type: 'decimal' },
    { id: 'sales', full_name: 'sales', type: 'integer' },
  ])
  const { out } = (await call('POST', `/mappings/${made.body.data.id}/run`, {})).body.data
  assert.deepEqual(
    out.toSorted((a: any, b: any) => a.order_no.localeCompare(b.order_no)),
    [
      { order_no: '1', turnover: '14.75' },
      { order_no: '2', turnover: '1.00' },
    ],
  )
  assert.match(
    await newest(made.body.data.id),
    /^source_data_set: ref:data_set\/turnover-by-tier\ntarget_structure: ref:data_structure\/offers$/m,
  )
  assert.match((await call('DELETE', `/data_sets/${set.id}`)).body.message, /Tiers/)

  const fewer = { ...byTier, fields: [byTier.fields[0], { ...byTier.fields[1]!, name: 'turnovers' }] }
  await call('PUT', `/data_sets/${set.id}`, { definition: fewer })
  const told = (await call('GET', `/mappings/${made.body.data.id}`)).body.data.problems
  assert.deepEqual(
    told.map((one: any) => one.message),
    ['“turnover” is neither a field of the source nor an output of a transformer. Perhaps “turnovers” is meant.'],
  )
  await call('PUT', `/data_sets/${set.id}`, { definition: byTier })
})

test('a mapping has one main source, and says so', async () => {
  const none = await call('POST', '/mappings', { label: 'None', target_structure_id: target.id })
  const both = { source_structure_id: orders.id, source_data_set_id: set.id, target_structure_id: target.id }
  const two = await call('POST', '/mappings', { label: 'Two', ...both })
  for (const { status, body } of [none, two])
    assert.deepEqual(
      [status, body.errors.source_structure_id],
      [422, ['Choose a data structure or a data set as source: one of them, and not both.']],
    )
})

test('no tenant finds the sources and rows of another', async () => {
  const of = sources.map((one) => one.of)
  assert.equal((await call('POST', '/mappings/sources', { of })).body.data.length, 2)
  assert.deepEqual((await call('POST', '/mappings/sources', { of }, foreign)).body.data, [])
  const asked = { of: { structure_id: customers.id }, on: ['no'], keys: [['K1']], fields: ['name'], order: [], most: 2 }
  assert.deepEqual((await call('POST', '/mappings/partners', asked)).body.data, { '["K1"]': [{ name: 'Hanari' }] })
  assert.notEqual((await call('POST', '/mappings/partners', asked, foreign)).status, 200)
})
