import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app } = server
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const other = await aTenant({ ...server.test, key: server.context.key }, { name: 'Alster Handel' })
const headersOf = async (of: typeof tenant, email: string, role: 'developer' | 'viewer' | 'tenant_admin') => ({
  ...(await signedIn(server, { email, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const admin = await headersOf(tenant, 'admin@hanse.test', 'tenant_admin')

type Headers = Record<string, string>
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Headers = admin,
) {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? (answer.json() as any) : undefined, headers: answer.headers }
}
const structure = async (class_name: string, table_name: string, fields: object[]) =>
  (await call('POST', '/data_structures', { class_name, table_name, label: class_name, fields })).body.data
const customers = await structure('Customer', 'customer', [
  aField('customer_id', 'text', { primary_key: true, nullable: false }),
  aField('company', 'text'),
])
const shop = await structure('ShopOrder', 'shop_order', [
  aField('number', 'text', { primary_key: true, nullable: false }),
  aField('customer', 'text'),
  aField('freight', 'decimal', { precision: 10, scale: 2 }),
])
const sales = await structure('SalesOrder', 'sales_order', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('sold_to', 'text'),
  aField('costs', 'decimal', { precision: 10, scale: 2 }),
])
await call('POST', `/data_structures/${customers.id}/records`, {
  customer_id: 'VINET',
  company: 'Vins et alcools Chevalier',
})
await call('POST', `/data_structures/${shop.id}/records`, { number: '10248', customer: 'VINET', freight: '32.38' })

const field = (of: any, name: string) => of.fields.find((one: any) => one.name === name).id as string
const connection = (from: string, to: string) => ({
  id: randomUUID(),
  source_field_id: shop.fields.some((f: any) => f.name === from) ? field(shop, from) : from,
  target_field_id: field(sales, to),
})
const lookup = {
  id: randomUUID(),
  key: 'structure_lookup',
  inputs: [field(shop, 'customer')],
  options: { structure: customers.id, key: 'customer_id', field: 'company' },
  output: 'company_name',
  position: { x: 100, y: 40 },
}
const definition = {
  transformers: [lookup],
  connections: [
    connection('number', 'order_no'),
    connection('company_name', 'sold_to'),
    connection('freight', 'costs'),
  ],
}
const created = await call('POST', '/mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
  definition,
})
const id = created.body.data.id as string

test('a mapping is created and read with both structures, full names and what is wrong', async () => {
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { body, headers } = await call('GET', `/mappings/${id}`)
  assert.deepEqual(
    [body.data.version, body.data.runnable, body.data.problems, Boolean(headers.etag)],
    [1, true, [], true],
  )
  assert.deepEqual(
    body.data.source.fields.map((f: any) => [f.full_name, f.type]),
    [
      ['number', 'text'],
      ['customer', 'text'],
      ['freight', 'decimal'],
    ],
  )
  assert.deepEqual(
    body.data.field_transformers.map((f: any) => [f.target_field_id, f.config.output]),
    [[field(sales, 'sold_to'), 'company_name']],
  )
  assert.deepEqual(
    (await call('GET', '/mappings')).body.data.map((row: any) => row.label),
    ['Shop to sales'],
  )
})

test('it runs on the newest records of the source, with lookups in the tenant’s own database', async () => {
  const { body } = await call('POST', `/mappings/${id}/run`, {})
  assert.deepEqual(body.data.out, [{ order_no: '10248', sold_to: 'Vins et alcools Chevalier', costs: '32.38' }])
  const own = await call('POST', `/mappings/${id}/run`, {
    records: [{ number: '1', customer: 'NONE', freight: 'much' }],
  })
  assert.deepEqual(own.body.data.out, [{ order_no: '1', sold_to: null, costs: 'much' }])
})

test('debugging answers every value of every transformer', async () => {
  const { body } = await call('POST', `/mappings/${id}/debug`, {
    records: [{ number: '1', customer: 'VINET', freight: '1' }],
  })
  assert.deepEqual(body.data.records[0].values, [
    { transformer_id: lookup.id, entries: [], inputs: ['VINET'], value: 'Vins et alcools Chevalier' },
  ])
})

test('the code of a mapping is shown, samples are answered, connections are suggested', async () => {
  assert.match(
    (await call('GET', `/mappings/${id}/code`)).body.data.code,
    /const \$company_name = .*structure_lookup_1\(/,
  )
  assert.deepEqual((await call('GET', `/mappings/${id}/samples`)).body.data, {
    source: [{ number: '10248', customer: 'VINET', freight: '32.38' }],
    from: 'records',
    target: [],
  })
  const { body } = await call('POST', `/mappings/${id}/suggest`, { definition: {} })
  assert.deepEqual(
    body.data.map((s: any) => [s.source_field_id, s.target_field_id]),
    [[field(shop, 'number'), field(sales, 'order_no')]],
  )
})

test('what another mapping of the project has connected is suggested again', async () => {
  const draft = { source_structure_id: shop.id, target_structure_id: sales.id }
  const [one, other] = [
    await call('POST', '/mappings', { ...draft, label: 'First' }),
    await call('POST', '/mappings', { ...draft, label: 'Second' }),
  ]
  const suggested = async () =>
    (await call('POST', `/mappings/${other.body.data.id}/suggest`, {})).body.data.map((s: any) => [
      s.source_field_id,
      s.target_field_id,
    ])
  const [number, costs] = [
    [field(shop, 'number'), field(sales, 'order_no')],
    [field(shop, 'freight'), field(sales, 'costs')],
  ]
  assert.deepEqual(await suggested(), [number, costs], 'as the mapping of the tests before has it')
  const connections = [connection('customer', 'sold_to')]
  await call('PUT', `/mappings/${one.body.data.id}/connections`, { connections })
  assert.deepEqual(await suggested(), [number, [field(shop, 'customer'), field(sales, 'sold_to')], costs])
  for (const { body } of [one, other]) await call('DELETE', `/mappings/${body.data.id}`)
})

test('rules are refused in the caller’s language, each at its place; unfinished work is kept', async () => {
  const same = await call(
    'POST',
    '/mappings',
    { label: 'Same', source_structure_id: shop.id, target_structure_id: shop.id },
    { ...admin, 'accept-language': 'de' },
  )
  assert.deepEqual(
    [same.status, same.body.errors],
    [422, { target_structure_id: ['Quelle und Ziel müssen verschiedene Strukturen sein.'] }],
  )
  const wrong = connection('number', 'costs')
  const refused = await call('PUT', `/mappings/${id}`, {
    definition: { transformers: [{ ...lookup, output: 'costs' }], connections: [wrong] },
  })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        [`definition.transformer.${lookup.id}`]: ['The output name “costs” is reserved.'],
        [`definition.connection.${wrong.id}`]: ['Text does not fit a number. Put “Read a number” in between.'],
      },
    ],
  )
  const open = await call('PUT', `/mappings/${id}/connections`, { connections: [connection('freight', 'costs')] })
  assert.deepEqual([open.status, open.body.data.runnable, open.body.data.version], [200, false, 2])
  assert.deepEqual(
    open.body.data.problems.map((p: any) => p.code),
    ['required', 'unused'],
  )
})

test('a change over an older version is refused', async () => {
  const { status, body } = await call('PUT', `/mappings/${id}`, { version: 1, label: 'Late' })
  assert.deepEqual([status, body.code], [409, 'VERSION_CONFLICT'])
  assert.equal((await call('PUT', `/mappings/${id}`, { version: 2, definition })).status, 200)
})

test('a stored text template is written for each record, known by what uses it, and not deleted while it is', async () => {
  await call('POST', '/config_values', { name: 'sales.greeting', kind: 'text', value: 'Hello <you>' })
  const made = await call('POST', '/text_templates', {
    label: 'Greeting',
    type: 'html',
    body: '{{ config.sales.greeting }}, {% if customer == "VINET" %}<b>{{ customer }}</b>{% else %}{{ customer }}{% endif %}',
  })
  const template = made.body.data.id as string
  const writing = (names: string[]) => ({
    id: randomUUID(),
    key: 'text_template',
    inputs: [field(shop, 'customer')],
    options: { template, names },
    output: 'greeting',
    position: { x: 100, y: 40 },
  })
  const connections = [connection('number', 'order_no'), connection('greeting', 'sold_to')]
  const mapping = await call('POST', '/mappings', {
    label: 'Greeted',
    source_structure_id: shop.id,
    target_structure_id: sales.id,
    definition: { transformers: [writing(['customer'])], connections },
  })
  const url = `/mappings/${mapping.body.data.id}`
  const run = async (records: object[]) => (await call('POST', `${url}/run`, { records })).body.data
  const { out } = await run([
    { number: '1', customer: 'VINET', freight: null },
    { number: '2', customer: '<TOMS>', freight: null },
  ])
  assert.deepEqual(
    out.map((one: any) => one.sold_to),
    ['Hello &#60;you&#62;, <b>VINET</b>', 'Hello &#60;you&#62;, &#60;TOMS&#62;'],
  )
  await call('PUT', url, { definition: { transformers: [writing(['custmer'])], connections } })
  const refused = await run([{ number: '1', customer: 'VINET', freight: null }])
  assert.deepEqual(
    [refused.out, refused.rejected.map(({ field, reason }: any) => [field, reason])],
    [[], [['sold_to', 'There is no value called "customer". Did you mean "custmer"?']]],
  )
  await call('PUT', url, { definition: { transformers: [writing(['customer'])], connections } })

  const uses = async () => (await call('GET', `/definitions/${template}/uses`)).body.data.used_by
  assert.deepEqual(
    (await uses()).map(({ kind, name }: any) => [kind, name]),
    [['mapping', 'Greeted']],
  )
  const kept = await call('DELETE', `/text_templates/${template}`)
  assert.deepEqual([kept.status, kept.body.message], [409, '“Greeting” is still used: Greeted. Change these first.'])
  assert.equal(
    (await call('PUT', `/text_templates/${template}`, { label: 'Welcome', body: 'Welcome {{ customer }}' })).status,
    200,
  )
  assert.deepEqual((await run([{ number: '1', customer: 'VINET', freight: null }])).out[0].sold_to, 'Welcome VINET')
  const { body: versions } = await call('GET', `/definitions/${mapping.body.data.id}/versions`)
  const newest = await call('GET', `/definitions/${mapping.body.data.id}/versions/${versions.data[0].commit}`)
  assert.match(newest.body.data.text, /template: ref:text_template\/greeting/)
  await call('DELETE', url)
  assert.equal((await call('DELETE', `/text_templates/${template}`)).status, 204)
})

test('a pattern that backtracks for ever elsewhere answers at once', async () => {
  const evil = {
    id: randomUUID(),
    key: 'regex_replace',
    inputs: [field(shop, 'number')],
    options: { pattern: '^(a+)+$' },
    output: 'never',
    position: { x: 0, y: 0 },
  }
  const { status, body } = await call('POST', `/mappings/${id}/run`, {
    definition: { transformers: [evil], connections: [connection('never', 'order_no')] },
    records: [{ number: `${'a'.repeat(60)}!` }],
  })
  assert.deepEqual([status, body.data.out], [200, [{ order_no: `${'a'.repeat(60)}!` }]])
})

test('the catalogue of transformers speaks the caller’s language', async () => {
  const { body } = await call('GET', '/mapping_transformers', undefined, { ...admin, 'accept-language': 'de' })
  const concat = body.data.find((one: any) => one.key === 'concat')
  assert.deepEqual(
    [concat.title, concat.group, concat.inputs.least, concat.options.properties.separator.default],
    ['Text verbinden', 'text', 2, ' '],
  )
  assert.ok(
    body.data.length >= 89 &&
      body.data.some((one: any) => one.key === 'Collection') &&
      body.data.some((one: any) => one.key === 'CollectionFilter'),
  )
  assert.equal((await call('GET', '/mapping_transformers/telepathy')).status, 404)
})

test('viewers may look and try but not change; another tenant sees nothing', async () => {
  const viewer = await headersOf(tenant, 'viewer@hanse.test', 'viewer')
  assert.equal((await call('GET', `/mappings/${id}`, undefined, viewer)).status, 200)
  assert.equal((await call('PUT', `/mappings/${id}`, { label: 'Mine' }, viewer)).status, 403)
  const foreign = await headersOf(other, 'admin@alster.test', 'tenant_admin')
  for (const [method, url] of [
    ['GET', ''],
    ['GET', '/code'],
    ['POST', '/run'],
    ['POST', '/debug'],
    ['GET', '/samples'],
    ['DELETE', ''],
  ] as const)
    assert.equal(
      (await call(method, `/mappings/${id}${url}`, method === 'POST' ? {} : undefined, foreign)).status,
      404,
      url,
    )
  assert.equal(
    (
      await call(
        'POST',
        '/mappings/lookup',
        { structure_id: customers.id, field: 'customer_id', values: ['VINET'], fields: ['company'] },
        foreign,
      )
    ).status,
    404,
  )
  assert.deepEqual(
    (
      await call('POST', '/mappings/lookup', {
        structure_id: customers.id,
        field: 'customer_id',
        values: ['VINET'],
        fields: ['company'],
      })
    ).body.data,
    { VINET: { _id: 1, company: 'Vins et alcools Chevalier' } },
  )
})

test('a mapping is deleted', async () => {
  assert.equal((await call('DELETE', `/mappings/${id}`)).status, 204)
  assert.equal((await call('GET', `/mappings/${id}`)).status, 404)
})
