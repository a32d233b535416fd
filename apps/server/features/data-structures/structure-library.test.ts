import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const [tenant, other] = [
  await aTenant({ ...server.test, key: context.key }),
  await aTenant({ ...server.test, key: context.key }),
]
const partner_id = await inScope(
  context.db,
  { level: 'provider' },
  async (trx) =>
    (await trx.selectFrom('tenants').select('partner_id').where('id', '=', tenant.tenant_id).executeTakeFirstOrThrow())
      .partner_id!,
)
const admin = await signedIn(server, { email: 'ada@library.test', role: 'admin' })
const nora = await signedIn(server, { email: 'nora@library.test', role: 'partner_admin', partner_id })
const developer = async ({ tenant_id, project_id }: typeof tenant) => ({
  ...(await signedIn(server, { email: `dev@${tenant_id}.test`, role: 'developer', tenant_id })),
  'x-project-id': project_id,
})
const [dev, stranger] = [await developer(tenant), await developer(other)]

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) {
  const host = headers === admin ? 'admin' : 'app'
  const answer = await server.app.inject({ method, url: `/api/${host}/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; code: string; errors: Record<string, string[]> }),
  }
}
const labels = async (headers: Record<string, string>) =>
  (await call('GET', 'structure_library', headers)).data.map((one: any) => one.label)
const draft = (label: string, more: object = {}) => ({
  label,
  class_name: label.replaceAll(' ', ''),
  table_name: label.toLowerCase().replaceAll(' ', '_'),
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('lines', 'list', { fields: [aField('sku', 'text')] }),
  ],
  queries: [{ name: 'All', description: 'Every row.', sql: 'select 1' }],
  published: false,
  ...more,
})

const orders = (await call('POST', 'structure_library', admin, draft('Sales order'))).data
const stock = (await call('POST', 'structure_library', nora, draft('Stock level', { published: true }))).data

test('the provider and each partner have a library of their own; a tenant is offered what is published in those of its provider and partner', async () => {
  assert.deepEqual(
    [await labels(admin), await labels(nora), await labels(dev)],
    [['Sales order'], ['Stock level'], ['Stock level']],
  )
  assert.equal((await call('POST', `structure_library/${orders.id}/publish`, admin)).data.published, true)
  assert.deepEqual([await labels(dev), await labels(nora)], [['Sales order', 'Stock level'], ['Stock level']])
  const offered = await labels(stranger)
  assert.deepEqual(offered.includes('Sales order'), true)
  for (const [headers, id] of [
    [nora, orders.id],
    [admin, stock.id],
  ] as const)
    assert.equal((await call('GET', `structure_library/${id}`, headers)).status, 404)
})

test('its fields, base data and queries are changed under the rules of a project’s, one version at a time', async () => {
  assert.deepEqual(
    Object.keys(
      (
        await call('POST', 'structure_library', nora, {
          ...draft('x'),
          class_name: 'two words',
          table_name: 'select',
          fields: [],
        })
      ).errors,
    ),
    ['class_name', 'table_name', 'fields'],
  )
  assert.deepEqual((await call('POST', 'structure_library', nora, draft('Stock level'))).errors, {
    class_name: ['This class name is already in use.'],
    table_name: ['This table name is already in use.'],
  })
  const config = await call('PUT', `structure_library/${stock.id}/config`, nora, {
    fields: [...stock.fields, aField('place', 'text')],
    version: 1,
  })
  assert.deepEqual([config.data.version, config.data.fields.length], [2, 3])
  assert.equal(
    (await call('PUT', `structure_library/${stock.id}/base_data`, nora, { label: 'Stock', version: 1 })).code,
    'VERSION',
  )
  assert.equal(
    (await call('PUT', `structure_library/${stock.id}/base_data`, nora, { label: 'Stock', version: 2 })).data.label,
    'Stock',
  )
  assert.equal(
    (await call('PUT', `structure_library/${stock.id}/queries`, nora, { queries: [] })).data.queries.length,
    0,
  )
  assert.equal((await call('POST', `structure_library/${stock.id}/lock`, nora)).data.locked, true)
  assert.equal((await call('PUT', `structure_library/${stock.id}/base_data`, nora, { label: 'Stocks' })).code, 'LOCKED')
  await call('POST', `structure_library/${stock.id}/unlock`, nora)
})

test('a tenant changes nothing of it', async () => {
  for (const [method, url, body] of [
    ['POST', 'structure_library', draft('Mine')],
    ['PUT', `structure_library/${orders.id}/base_data`, { label: 'Mine' }],
    ['POST', `structure_library/${orders.id}/publish`, {}],
    ['POST', `structure_library/${orders.id}/lock`, undefined],
    ['DELETE', `structure_library/${orders.id}`, undefined],
  ] as const)
    assert.equal((await call(method, url, dev, body)).status, 403, url)
})

test('a project takes one over as its own, with its table, and keeps it when the library loses it', async () => {
  const taken = await call('POST', 'data_structures/take_over', dev, { from: orders.id, label: 'Orders of ours' })
  assert.equal(taken.status, 201, JSON.stringify(taken))
  const { data } = await call('GET', `data_structures/${taken.data.id}`, dev)
  assert.deepEqual(
    [
      data.label,
      data.class_name,
      data.taken_from,
      data.taken_version,
      data.queries.length,
      data.fields.map((field: any) => field.name),
    ],
    ['Orders of ours', 'Salesorder', orders.id, 2, 1, ['number', 'lines']],
  )
  assert.notEqual(data.fields[1].fields[0].id, orders.fields[1].fields[0].id)
  assert.equal(
    (await call('POST', `data_structures/${data.id}/records`, dev, { number: 7, lines: [{ sku: 'A' }] })).status,
    201,
  )
  assert.deepEqual((await call('POST', 'data_structures/take_over', dev, { from: orders.id })).errors, {
    class_name: ['This class name is already in use.'],
    table_name: ['This table name is already in use.'],
  })
  assert.equal(
    (
      await call('POST', 'data_structures/take_over', dev, {
        from: orders.id,
        class_name: 'Again',
        table_name: 'again',
      })
    ).status,
    201,
  )
  assert.equal((await call('DELETE', `structure_library/${orders.id}`, admin)).status, 204)
  assert.deepEqual(
    [(await call('GET', `data_structures/${data.id}`, dev)).data.taken_from, await labels(dev)],
    [null, ['Stock']],
  )
})
