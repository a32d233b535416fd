import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectSchema } from '@weft/engine/records/postgres/names.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { execute } from '@weft/kit/database/prepare.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const headers = {
  ...(await signedIn(server, { email: 'dev@insights.test', role: 'developer', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body: answer.headers['content-type']?.includes('json') && answer.body ? (answer.json() as any) : answer.body,
  }
}

const {
  body: { data: orders },
} = await call('POST', '/data_structures', {
  class_name: 'SalesOrder',
  table_name: 'sales_order',
  label: 'Orders',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('country'),
    aField('freight', 'decimal', { precision: 10, scale: 2 }),
  ],
})
for (const [number, country, freight] of [
  [1, 'DE', '1.10'],
  [2, 'DE', '2.20'],
  [3, 'FR', '5'],
])
  await call('POST', `/data_structures/${orders.id}/records`, { number, country, freight })

const definition = {
  structures: [{ as: 'orders', structure_id: orders.id }],
  fields: [
    { name: 'country', label: 'Country', of: 'orders', field: 'country' },
    { name: 'freight', label: 'Freight', of: 'orders', field: 'freight', function: 'sum' },
  ],
  sort: [{ field: 'country' }],
}
const {
  body: { data: perCountry },
} = await call('POST', '/data_sets', { name: 'Freight per country', definition })
const graph = { data_set_id: perCountry?.id, x_field: 'country', y_field: 'freight' }

test('a data set is saved, previewed, read page by page and exported', async () => {
  assert.deepEqual([perCountry.definition.limit, perCountry.definition.zone], [10000, 'Europe/Berlin'])
  const { body } = await call('POST', '/data_sets/preview', { definition })
  assert.deepEqual(
    [body.data.rows, body.data.columns.map((c: any) => [c.label, c.type, c.aggregated])],
    [
      [
        { country: 'DE', freight: '3.30' },
        { country: 'FR', freight: '5.00' },
      ],
      [
        ['Country', 'text', false],
        ['Freight', 'decimal', true],
      ],
    ],
  )
  const page = await call('GET', `/data_sets/${perCountry.id}/records?perPage=1&page=2`)
  assert.deepEqual(
    [page.body.data, page.body.meta],
    [[{ country: 'FR', freight: '5.00' }], { page: 2, perPage: 1, more: false }],
  )
  assert.deepEqual((await call('GET', `/data_sets/${perCountry.id}/export?format=json`)).body.length, 2)
  assert.equal((await call('POST', `/data_sets/${perCountry.id}/mark`, { mark: 'clean' })).body.data.changed, 3)
})

test('a data set that cannot be is refused at the place that is wrong', async () => {
  const { status, body } = await call('POST', '/data_sets', {
    name: 'Wrong',
    definition: {
      ...definition,
      sort: [],
      fields: [{ name: 'x', of: 'orders', field: 'country', function: 'sum' }],
      limit: 5,
    },
  })
  assert.deepEqual(
    [status, body.errors],
    [422, { 'definition.fields.0.function': ['Only numbers can be added up or averaged.'] }],
  )
  assert.equal(
    (await call('PUT', `/data_sets/${perCountry.id}`, { definition: { ...definition, limit: 1_000_001 } })).status,
    422,
  )
})

test('an insight gives the points of its graphs, saved or not', async () => {
  const { status, body } = await call('POST', '/insights', {
    label: 'Freight',
    chart_type: 'column',
    definition: { graphs: [graph] },
  })
  assert.equal(status, 201)
  const expected = {
    graphs: [
      {
        x: { name: 'country', label: 'Country', type: 'text' },
        y: { name: 'freight', label: 'Freight', type: 'decimal' },
        points: [
          ['DE', 3.3],
          ['FR', 5],
        ],
        more: false,
      },
    ],
  }
  assert.deepEqual((await call('GET', `/insights/${body.data.id}/data`)).body.data, expected)
  assert.deepEqual(
    (await call('POST', '/insights/data', { chart_type: 'pie', definition: { graphs: [graph] } })).body.data,
    expected,
  )
  assert.equal((await call('DELETE', `/data_sets/${perCountry.id}`)).body.code, 'IN_USE')
})

test('an insight that cannot be drawn is refused', async () => {
  const wrong = async (chart_type: string, definition: object) =>
    Object.keys((await call('POST', '/insights', { label: 'x', chart_type, definition })).body.errors)
  assert.deepEqual(await wrong('pie', { graphs: [graph, graph] }), ['definition.graphs'])
  assert.deepEqual(await wrong('line', { graphs: [{ ...graph, y_field: 'country' }] }), ['definition.graphs.0.y_field'])
  assert.deepEqual(await wrong('line', { graphs: [{ ...graph, x_field: 'nope' }] }), ['definition.graphs.0.x_field'])
  assert.deepEqual(await wrong('line', { graphs: [] }), ['definition.graphs'])
  assert.deepEqual(await wrong('donut', { graphs: [graph], start_angle: 361 }), ['definition.start_angle'])
  assert.deepEqual(await wrong('scatter', { graphs: [graph] }), ['chart_type'])
})

test('a graph fills what its data set asks for, and is told where that does not fit', async () => {
  const asking = {
    ...definition,
    filters: [{ of: 'orders', field: 'number', operator: 'greater', parameter: 'above' }],
    parameters: [{ name: 'above', type: 'integer', required: true }],
  }
  const {
    body: { data: above },
  } = await call('POST', '/data_sets', { name: 'Freight above a number', definition: asking })
  assert.deepEqual(
    (await call('GET', `/data_sets/${above.id}/columns`)).body.data.map((one: any) => [one.name, one.type]),
    [
      ['country', 'text'],
      ['freight', 'decimal'],
    ],
  )
  const graphWith = (parameters: object) => ({
    chart_type: 'bar',
    definition: { graphs: [{ ...graph, data_set_id: above.id, parameters }] },
  })
  assert.deepEqual((await call('POST', '/insights/data', graphWith({ above: '1' }))).body.data.graphs[0].points, [
    ['DE', 2.2],
    ['FR', 5],
  ])
  for (const parameters of [{}, { above: 'many' }]) {
    const { status, body } = await call('POST', '/insights', { label: 'x', ...graphWith(parameters) })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['definition.graphs.0.parameters.above']])
  }
})

test('values of two megabytes in five hundred rows are refused with a sentence wherever they are shown, and exported', async () => {
  const {
    body: { data: letters },
  } = await call('POST', '/data_structures', {
    class_name: 'Letter',
    table_name: 'letter',
    label: 'Letters',
    fields: [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('body'),
      aField('pages', 'integer'),
    ],
  })
  await call('POST', `/data_structures/${letters.id}/records`, { number: 1, body: 'short', pages: 1 })
  const table = `"${projectSchema(tenant.project_id)}".letter`
  await execute(
    tenant.database_url,
    `insert into ${table} (number, body, pages) select 2, repeat('x', 2000000), 2 from ${table}`,
  )
  await execute(
    tenant.database_url,
    `insert into ${table} (number, body, pages) select n, body, n from ${table} cross join generate_series(3, 501) n where number = 2`,
  )
  const definition = {
    structures: [{ as: 'letters', structure_id: letters.id }],
    fields: ['number', 'body', 'pages'].map((field) => ({ name: field, label: field, of: 'letters', field })),
    sort: [{ field: 'number' }],
  }
  const {
    body: { data: all },
  } = await call('POST', '/data_sets', { name: 'All letters', definition })
  const refused = {
    status: 422,
    code: 'ROWS_TOO_LARGE',
    message: 'The rows asked for are larger than 10 MB together. Please ask for fewer rows or fields.',
  }
  const graph = {
    chart_type: 'bar',
    definition: { graphs: [{ data_set_id: all.id, x_field: 'body', y_field: 'pages' }] },
  }
  for (const [method, url, payload] of [
    ['POST', '/data_sets/preview', { definition, limit: 500 }],
    ['GET', `/data_sets/${all.id}/records?perPage=500`],
    ['POST', '/insights/data', graph],
    ['GET', `/data_structures/${letters.id}/records?perPage=50`],
  ] as const) {
    const { status, body } = await call(method, url, payload)
    assert.deepEqual({ status, code: body.code, message: body.message }, refused, url)
  }
  assert.deepEqual((await call('GET', `/data_sets/${all.id}/records?perPage=1`)).body.data, [
    { number: 1, body: 'short', pages: 1 },
  ])
  assert.equal(
    (await call('GET', `/data_structures/${letters.id}/records?perPage=2&sort=number`)).body.data[1].body.length,
    2_000_000,
  )
  const {
    body: { data: some },
  } = await call('POST', '/data_sets', { name: 'Some letters', definition: { ...definition, limit: 60 } })
  const { status, body: file } = await call('GET', `/data_sets/${some.id}/export?format=csv`)
  assert.deepEqual([status, file.length > 59 * 2_000_000, file.trim().split('\n').length], [200, true, 61])
})
