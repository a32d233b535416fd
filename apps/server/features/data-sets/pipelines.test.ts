import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import type { PlanStep } from '@weft/kit/define/query-plan.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const user = {
  ...(await signedIn(server, { email: 'dev@pipelines.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/api/app/${path}`,
    headers: user,
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, ...(answer.body ? answer.json() : {}) }
}

const { data: structure } = await call('POST', 'data_structures', {
  class_name: 'Order',
  table_name: 'orders',
  label: 'Orders',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('customer', 'text'),
    aField('total', 'decimal', { precision: 10, scale: 2 }),
  ],
})
for (const [number, customer, total] of [
  [1, 'Köln', '10.10'],
  [2, 'Köln', '20.20'],
  [3, 'Reims', '5.00'],
] as const)
  await call('POST', `data_structures/${structure.id}/records`, { number, customer, total })

const pipeline = {
  stages: [
    {
      id: 'priced',
      structures: [{ as: 'o', structure_id: structure.id }],
      fields: [
        { name: 'customer', of: 'o', field: 'customer' },
        { name: 'gross', formula: 'round(total * 1.19, 2)' },
      ],
    },
  ],
  structures: [{ as: 'p', parent_id: 'priced' }],
  fields: [
    { name: 'customer', of: 'p', field: 'customer' },
    { name: 'sum', of: 'p', field: 'gross', function: 'sum' },
  ],
  sort: [{ field: 'sum', descending: true }],
}
const answered = [
  { customer: 'Köln', sum: '36.06' },
  { customer: 'Reims', sum: '5.95' },
]

test('a pipeline is previewed whole and stage by stage, stored, read, exported, and its plan is told', async () => {
  const preview = await call('POST', 'data_sets/preview', { definition: pipeline })
  assert.deepEqual(preview.data.rows, answered)
  const stage = await call('POST', 'data_sets/preview', { definition: pipeline, stage: 'priced' })
  assert.deepEqual(stage.data.rows.map((row: { gross: string }) => row.gross).sort(), ['12.02', '24.04', '5.95'])
  const nowhere = await call('POST', 'data_sets/preview', { definition: pipeline, stage: 'nowhere' })
  assert.deepEqual([nowhere.status, nowhere.errors], [422, { stage: ['There is no such stage.'] }])

  const { data } = await call('POST', 'data_sets', { name: 'Gross by customer', definition: pipeline })
  assert.deepEqual((await call('GET', `data_sets/${data.id}/records`)).data, answered)
  const csv = await server.app.inject({ url: `/api/app/data_sets/${data.id}/export`, headers: user })
  assert.equal(csv.body.replaceAll('\r', '').trim(), 'customer,sum\nKöln,36.06\nReims,5.95')
  const marked = await call('POST', `data_sets/${data.id}/mark`, { mark: 'clean' })
  assert.deepEqual([marked.status, marked.code], [409, 'NOT_RECORDS'])

  const plan = await call('POST', 'data_sets/plan', { definition: pipeline })
  assert.equal(plan.data.database, 'PostgreSQL')
  const steps = (step: PlanStep): PlanStep[] => [step, ...step.steps.flatMap(steps)]
  assert.ok(steps(plan.data.root).some(({ does, table }) => does === 'Seq Scan' && table === 'Orders'))

  const other = {
    structures: [{ as: 'g', data_set_id: data.id }],
    fields: [{ name: 'best', of: 'g', field: 'sum', function: 'max' }],
  }
  const { data: reader } = await call('POST', 'data_sets', { name: 'Best', definition: other })
  assert.deepEqual((await call('GET', `data_sets/${reader.id}/records`)).data, [{ best: '36.06' }])
  const inUse = await call('DELETE', `data_sets/${data.id}`)
  assert.deepEqual([inUse.status, inUse.message], [409, 'The data set is still used: Best.'])
  const circle = await call('PUT', `data_sets/${data.id}`, {
    definition: {
      ...other,
      structures: [{ as: 'g', data_set_id: reader.id }],
      fields: [{ name: 'x', of: 'g', field: 'best' }],
    },
  })
  assert.equal(circle.status, 422)
  assert.deepEqual(circle.errors['definition.structures.0.data_set_id'], [
    'The data set “Best” has something wrong in it. Open it to see what.',
  ])
})

test('what no database computes is computed in a process of its own, and told where it cannot be', async () => {
  const fields = [{ name: 'loud', formula: 'upper(customer)' }]
  const plain = { structures: [{ as: 'o', structure_id: structure.id }], fields }
  const { data } = await call('POST', 'data_sets/preview', { definition: plain })
  assert.deepEqual(data.rows, [{ loud: 'KÖLN' }, { loud: 'KÖLN' }, { loud: 'REIMS' }])
  const sorted = await call('POST', 'data_sets/preview', { definition: { ...plain, sort: [{ field: 'loud' }] } })
  assert.deepEqual(
    [sorted.status, sorted.errors],
    [
      422,
      {
        'sort.0.field': ['“loud” is computed only when the rows are there, so they cannot be chosen or sorted by it.'],
      },
    ],
  )
})

test('the pipeline config says what stages are made of, and of a data set what its own are', async () => {
  const { data } = await call('GET', 'data_pipelines/config')
  assert.deepEqual(
    data.operatorGroups.map(({ group }: { group: string }) => group),
    ['and', 'or', 'not'],
  )
  assert.deepEqual(data.aggregations[0], { aggregation: 'sum', types: ['integer', 'big_integer', 'decimal'] })
  const inDatabase = (name: string) => data.functions.find((one: { name: string }) => one.name === name)?.in_database
  assert.deepEqual([inDatabase('round'), inDatabase('upper'), inDatabase('cross_reference')], [true, false, undefined])
  assert.deepEqual(data.stages, [])

  const { data: stored } = await call('POST', 'data_sets', { name: 'Stages', definition: pipeline })
  const own = await call('GET', `data_pipelines/config?data_set_id=${stored.id}`)
  assert.deepEqual(own.data.stages, [
    {
      id: 'priced',
      model: structure.id,
      parentId: null,
      fields: [
        { field: 'o.customer', alias: 'customer' },
        { field: 'round(total * 1.19, 2)', alias: 'gross' },
      ],
    },
    {
      id: 'answer',
      model: null,
      parentId: 'priced',
      fields: [
        { field: 'p.customer', alias: 'customer' },
        { field: 'p.gross', alias: 'sum' },
      ],
    },
  ])
})

test('definitions from before there were stages are read and written as they were', async () => {
  const definition = {
    structures: [{ as: 'o', structure_id: structure.id }],
    fields: [{ name: 'number', of: 'o', field: 'number' }],
  }
  const { data } = await call('POST', 'data_sets', { name: 'Old', definition })
  assert.deepEqual(data.definition, {
    ...definition,
    lists: [],
    filters: [],
    having: [],
    sort: [],
    limit: 10_000,
    parameters: [],
    zone: 'Europe/Berlin',
  })
})
