import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { projectSchema } from '@weft/engine/records/postgres/names.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import pg from 'pg'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const owner = new pg.Client({ connectionString: server.test.owner_url })
await owner.connect()
after(() => owner.end())
const tenant = await aTenant({ ...server.test, key: server.context.key })
const as = async (role: string) => ({
  ...(await signedIn(server, { email: `${role}@dashboards.test`, role, tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
})
const developer = await as('developer')

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = developer,
) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? (answer.json() as any) : undefined }
}

const {
  body: { data: orders },
} = await call('POST', '/data_structures', {
  class_name: 'Sale',
  table_name: 'sale',
  label: 'Sales',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('sold_on', 'date'),
    aField('country'),
    aField('channel'),
    aField('amount', 'decimal', { precision: 12, scale: 2 }),
  ],
})
const sales: [number, string, string, string, string][] = [
  [1, '2026-01-05', 'DE', 'Shop', '10.10'],
  [2, '2026-01-06', 'DE', 'EDI', '20.20'],
  [3, '2026-01-06', 'AT', 'Shop', '5'],
  [4, '2026-01-12', 'FR', 'Shop', '0.30'],
  [5, '2026-01-13', 'AT', 'EDI', '100'],
]
for (const [number, sold_on, country, channel, amount] of sales)
  await call('POST', `/data_structures/${orders.id}/records`, { number, sold_on, country, channel, amount })

const at = (field: string) => ({ of: 'sales', field })
const dataSet = async (name: string, fields: object[], more: object = {}) =>
  (
    await call('POST', '/data_sets', {
      name,
      definition: { structures: [{ as: 'sales', structure_id: orders.id }], fields, ...more },
    })
  ).body.data.id as string
const daily = await dataSet('Daily sales', [
  { name: 'day', ...at('sold_on'), label: 'Day' },
  { name: 'country', ...at('country'), label: 'Country' },
  { name: 'channel', ...at('channel'), label: 'Channel' },
  { name: 'amount', ...at('amount'), function: 'sum', label: 'Amount' },
  { name: 'sold', ...at('number'), function: 'count', label: 'Sold' },
])
const channels = await dataSet('By channel', [
  { name: 'channel', ...at('channel') },
  { name: 'amount', ...at('amount'), function: 'sum' },
])
const insight = async (label: string, chart_type: string, graphs: object[], more: object = {}) => {
  const { status, body } = await call('POST', '/insights', { label, chart_type, definition: { graphs, ...more } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as string
}
const revenue = await insight('Revenue', 'number', [{ data_set_id: daily, x_field: 'day', y_field: 'amount' }])
const byCountry = await insight('By country', 'bar', [{ data_set_id: daily, x_field: 'country', y_field: 'amount' }])
const pivot = await insight('Pivot', 'pivot', [
  { data_set_id: daily, x_field: 'country', series_field: 'channel', y_field: 'amount' },
])
const list = await insight('List', 'table', [{ data_set_id: daily, columns: ['day', 'amount'] }])
const perChannel = await insight('Per channel', 'column', [
  { data_set_id: channels, x_field: 'channel', y_field: 'amount' },
])

const tile = (id: string, insight_id: string, more: object = {}) => ({
  id,
  insight_id,
  x: 0,
  y: 0,
  w: 3,
  h: 2,
  ...more,
})
const definition = {
  tiles: [
    tile('revenue', revenue),
    tile('country', byCountry),
    tile('pivot', pivot),
    tile('list', list),
    tile('channel', perChannel),
    { id: 'note', text: 'All in euros.', x: 0, y: 0, w: 3, h: 2 },
  ],
  filters: [
    { name: 'period', kind: 'period', field: 'day' },
    { name: 'country', kind: 'choice', field: 'country' },
    { name: 'amount', kind: 'range', field: 'amount' },
    { name: 'channel', kind: 'text', field: 'channel' },
  ],
}
const made = await call('POST', '/dashboards', { label: 'Trade', definition })
const id = made.body.data?.id as string

async function tiles(values: Record<string, string>, of: object = definition) {
  const { status, body } = await call('POST', '/dashboards/data', { definition: of, values })
  assert.equal(status, 200, JSON.stringify(body))
  return Object.fromEntries(body.data.tiles.map((one: any) => [one.id, one])) as Record<string, any>
}

/** What the database itself says of the records. */
async function asked(sql: string, values: unknown[] = []) {
  const { pool } = await server.context.databases.relational(tenant.tenant_id)
  const schema = projectSchema(tenant.project_id)
  const { rows } = await (pool as any).query({
    text: sql.replaceAll('SALES', `"${schema}"."sale"`),
    values,
    rowMode: 'array',
  })
  return rows as any[][]
}

test('every figure of a dashboard is what a query over the records says, with and without filters', async () => {
  assert.equal(made.status, 201)
  const all = await tiles({})
  assert.deepEqual(all['revenue'].answer.number, {
    value: String((await asked('select sum(amount) from SALES'))[0]![0]).replace(/0$/, ''),
  })
  assert.deepEqual(all['country'].answer.graphs[0].points.toSorted(), [
    ['AT', 105],
    ['DE', 30.3],
    ['FR', 0.3],
  ])

  const values = { period: '2026-01-06..2026-01-12', country: 'DE,AT' }
  const some = await tiles(values)
  const [[sum]] = (await asked(
    `select sum(amount) from SALES where country = any($1) and sold_on between '2026-01-06' and '2026-01-12'`,
    [['DE', 'AT']],
  )) as [[string]]
  assert.equal(sum, '25.20')
  assert.equal(Number(some['revenue'].answer.number.value), 25.2)
  // The seven days before: only the first sale.
  assert.equal(some['revenue'].answer.number.before, '10.1')
  assert.deepEqual(some['revenue'].answer.graphs[0].points, [['2026-01-06', 25.2]])
  assert.deepEqual(some['pivot'].answer.graphs[0].points.toSorted(), [
    ['AT', 5, 'Shop'],
    ['DE', 20.2, 'EDI'],
  ])
  assert.deepEqual(some['list'].answer.table.rows, [
    { day: '2026-01-06', amount: '5.00' },
    { day: '2026-01-06', amount: '20.20' },
  ])
})

test('a tile says which filters its data has no field for, and may be given another field, or none', async () => {
  const { channel, country } = await tiles({ country: 'DE', channel: 'ed' })
  assert.deepEqual([channel.unfiltered, country.unfiltered], [['country'], []])
  assert.deepEqual(channel.answer.graphs[0].points, [['EDI', 120.2]])
  assert.deepEqual(country.answer.graphs[0].points, [['DE', 20.2]])
  const adjusted = {
    ...definition,
    tiles: [
      tile('a', perChannel, { fields: { country: 'channel' } }),
      tile('b', byCountry, { fields: { country: '' } }),
    ],
  }
  const { a, b } = await tiles({ country: 'EDI' }, adjusted)
  assert.deepEqual([a.answer.graphs[0].points, a.unfiltered], [[['EDI', 120.2]], []])
  assert.deepEqual([b.answer.graphs[0].points.length, b.unfiltered], [3, ['country']])
})

test('a range holds for sums, and what means nothing is told at its filter', async () => {
  const { country } = await tiles({ amount: '20..' })
  assert.deepEqual(country.answer.graphs[0].points.toSorted(), [
    ['AT', 100],
    ['DE', 20.2],
  ])
  const wrong = await call('POST', '/dashboards/data', { definition, values: { amount: 'many', period: 'soon' } })
  assert.deepEqual(
    [wrong.status, wrong.body.errors],
    [
      422,
      {
        'values.amount': ['Please give a range such as 10..20.'],
        'values.period': ['Please give a period such as 2026-01-01..2026-03-31.'],
      },
    ],
  )
})

test('values to choose come from the data, and a comma or quote in one is a value like others', async () => {
  const { body } = await call('POST', '/dashboards/choices', { definition, filter: 'country' })
  assert.deepEqual(body.data, { choices: ['AT', 'DE', 'FR'], more: false })
  const searched = await call('POST', '/dashboards/choices', { definition, filter: 'country', search: 'd' })
  assert.deepEqual(searched.body.data.choices, ['DE'])
  const { country } = await tiles({ country: `DE\\,AT,x') or true --,FR` })
  assert.deepEqual(country.answer.graphs[0].points, [['FR', 0.3]])
})

test('a dashboard is read as a whole or tile by tile, and one that fails leaves the others alone', async () => {
  const whole = await call('POST', `/dashboards/${id}/data`, {})
  assert.equal(whole.body.data.tiles.length, 5)
  const one = await call('POST', `/dashboards/${id}/data`, { only: ['list'] })
  assert.deepEqual(
    one.body.data.tiles.map((t: any) => t.id),
    ['list'],
  )
  const broken = { ...definition, filters: [{ name: 'sold', kind: 'choice', field: 'sold' }] }
  const { revenue, channel } = await tiles({ sold: 'abc' }, broken)
  assert.deepEqual([revenue.answer, typeof revenue.error], [null, 'string'])
  assert.deepEqual([channel.error, channel.answer.graphs[0].points.length], [null, 2])
})

test('a place of a chart leads to the records behind it, whose sum it is', async () => {
  const { body } = await call('POST', `/insights/${byCountry}/rows`, {
    at: { x: 'AT' },
    filters: definition.filters,
    values: { period: '2026-01-06..2026-01-31' },
  })
  assert.deepEqual(
    body.data.rows.map(({ _id, ...row }: any) => [typeof _id, row]),
    [
      ['number', { day: '2026-01-06', country: 'AT', channel: 'Shop', amount: '5.00', sold: 3 }],
      ['number', { day: '2026-01-13', country: 'AT', channel: 'EDI', amount: '100.00', sold: 5 }],
    ],
  )
  assert.deepEqual([body.data.exact, body.data.of, body.data.more], [true, { kind: 'structure', id: orders.id }, false])
  const bySum = await call('POST', `/insights/${byCountry}/rows`, {
    filters: definition.filters,
    values: { amount: '20..' },
  })
  assert.equal(bySum.body.data.exact, false)
})

test('what is computed behind the question is shown and not filtered by, and its rows say that there may be more', async () => {
  const loud = await dataSet('Loud', [
    { name: 'loud', formula: 'upper(channel)', label: 'Loud' },
    { name: 'country', ...at('country') },
    { name: 'amount', ...at('amount') },
  ])
  const perLoud = await insight('Per loud', 'bar', [{ data_set_id: loud, x_field: 'loud', y_field: 'amount' }])
  const filters = [
    { name: 'loud', kind: 'choice', field: 'loud' },
    { name: 'country', kind: 'choice', field: 'country' },
  ]
  const { a } = await tiles({ loud: 'SHOP', country: 'AT' }, { tiles: [tile('a', perLoud)], filters })
  assert.deepEqual([a.error, a.unfiltered], [null, ['loud']])
  assert.deepEqual(a.answer.graphs[0].points.toSorted(), [
    ['EDI', 100],
    ['SHOP', 5],
  ])
  const { body } = await call('POST', `/insights/${perLoud}/rows`, {
    at: { x: 'SHOP' },
    filters,
    values: { country: 'AT' },
  })
  assert.deepEqual(
    body.data.rows.map(({ _id, ...row }: any) => [typeof _id, row]),
    [
      ['number', { loud: 'SHOP', country: 'AT', amount: '5.00' }],
      ['number', { loud: 'EDI', country: 'AT', amount: '100.00' }],
    ],
  )
  assert.equal(body.data.exact, false)
})

test('rows of a stage or of another data set are behind a place, and no records to go on to', async () => {
  const perCountry = { name: 'country', of: 'd', field: 'country' }
  const total = { name: 'amount', of: 'd', field: 'amount', function: 'sum' }
  const [{ body: ofSet }, { body: ofStage }] = [
    await call('POST', '/data_sets', {
      name: 'Of another',
      definition: { structures: [{ as: 'd', data_set_id: daily }], fields: [perCountry, total] },
    }),
    await call('POST', '/data_sets', {
      name: 'Of a stage',
      definition: {
        stages: [
          {
            id: 'shops',
            structures: [{ as: 'sales', structure_id: orders.id }],
            fields: [
              { name: 'country', ...at('country') },
              { name: 'amount', ...at('amount') },
            ],
            filters: [{ ...at('channel'), operator: 'equals', value: 'Shop' }],
          },
        ],
        structures: [{ as: 'd', parent_id: 'shops' }],
        fields: [perCountry, total],
      },
    }),
  ]
  for (const [set, amount] of [
    [ofSet, '105.00'],
    [ofStage, '5.00'],
  ]) {
    const shown = await insight(set.data.name, 'bar', [
      { data_set_id: set.data.id, x_field: 'country', y_field: 'amount' },
    ])
    const { a } = await tiles(
      { country: 'AT' },
      { tiles: [tile('a', shown)], filters: [{ name: 'country', kind: 'choice', field: 'country' }] },
    )
    assert.deepEqual(a.answer.graphs[0].points, [['AT', Number(amount)]])
    const { body } = await call('POST', `/insights/${shown}/rows`, { at: { x: 'AT' } })
    assert.deepEqual(body.data.rows, [{ country: 'AT', amount }])
    assert.deepEqual([body.data.exact, body.data.of], [true, { kind: 'structure', id: null }])
  }
})

test('what a dashboard shows cannot be deleted, and one with nothing on it is refused at its tile', async () => {
  assert.equal((await call('DELETE', `/insights/${perChannel}`)).body.code, 'IN_USE')
  const wrong = await call('POST', '/dashboards', {
    label: 'Wrong',
    definition: {
      tiles: [tile('a', id), { id: 'b', x: 0, y: 0, w: 1, h: 1 }, { id: 'c', text: 'x', x: 8, y: 0, w: 8, h: 1 }],
    },
  })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['definition.tiles.2.w']])
  const nothing = await call('POST', '/dashboards', {
    label: 'Wrong',
    definition: { tiles: [tile('a', id), { id: 'b', x: 0, y: 0, w: 1, h: 1 }] },
  })
  assert.deepEqual(Object.keys(nothing.body.errors), ['definition.tiles.0.insight_id', 'definition.tiles.1.insight_id'])
})

test('runs of the project are shown like a data set, to those who may see runs', async () => {
  const { body: sources } = await call('GET', '/insights/sources')
  assert.deepEqual(
    sources.data.map((one: any) => [one.id, one.name]),
    [
      ['runs', 'Runs of this project'],
      ['rejects', 'Rejected records of this project'],
    ],
  )
  const {
    rows: [{ id: queue_id }],
  } = await owner.query(`insert into queues (tenant_id, project_id, name) values ($1, $2, 'Imports') returning id`, [
    tenant.tenant_id,
    tenant.project_id,
  ])
  const {
    rows: [{ id: workflow_id }],
  } = await owner.query(
    `insert into workflows (tenant_id, project_id, label, class_name, queue_id, source) values ($1, $2, 'Import', 'Import', $3, '') returning id`,
    [tenant.tenant_id, tenant.project_id, queue_id],
  )
  await owner.query(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, status, source_id, version, started_by, records_in, started_at, finished_at)
     select $1, $2, $3, $4, s, $5, 1, 'user', 10, '2026-02-01T10:00:00Z', '2026-02-01T10:00:00Z'::timestamptz + n * interval '1 second'
     from (values ('info', 4), ('info', 8), ('error', 1)) as x (s, n)`,
    [tenant.tenant_id, tenant.project_id, workflow_id, queue_id, await keptSource(owner, workflow_id)],
  )
  const runs = await insight('Runs', 'column', [{ data_set_id: 'runs', x_field: 'status', y_field: 'runs' }])
  const long = await insight('Duration', 'bar', [
    { data_set_id: 'runs', x_field: 'workflow', y_field: 'seconds', total: 'avg' },
  ])
  const shown = await tiles(
    { day: '2026-02-01..2026-02-01' },
    {
      tiles: [tile('runs', runs), tile('long', long)],
      filters: [{ name: 'day', kind: 'period', field: 'day' }],
    },
  )
  assert.deepEqual(shown['runs'].answer.graphs[0].points.toSorted(), [
    ['error', 1],
    ['info', 2],
  ])
  assert.deepEqual(shown['long'].answer.graphs[0].points, [['Import', 4.333333]])
  const { body } = await call('POST', `/insights/${runs}/rows`, { at: { x: 'error' } })
  assert.deepEqual([body.data.rows.length, body.data.rows[0].workflow, body.data.of.kind], [1, 'Import', 'run'])
})
