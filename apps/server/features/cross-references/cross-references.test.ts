import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReferencesOf } from '@weft/engine/references/references.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...server.test, key: context.key }, { name: 'South' })
const as = async (role: 'developer' | 'viewer', of = hanse): Promise<Record<string, string>> => ({
  ...(await signedIn(server, { email: `${role}@${of.tenant_id}.test`, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const developer = await as('developer')
const viewer = await as('viewer')
const stranger = await as('developer', south)
const scope = { level: 'tenant', tenant_id: hanse.tenant_id, project_id: hanse.project_id } as const
const references = openReferencesOf(context.db, scope, { id: 'c1a5c1f0-0000-4000-8000-000000000001' })

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = developer) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any }) }
}
const left = (name: string, ...ids: string[]) => references.find(name, 'left', ids)

test('what a run stores is found from both sides, and repeating it changes nothing', async () => {
  const pairs = [
    { left: 'A', right: '1' },
    { left: 'B', right: '2' },
    { left: 'C', right: '3' },
  ]
  await references.set('shop_erp', pairs)
  const before = (await call('GET', 'cross_references?sort=left_id')).data
  await references.set('shop_erp', pairs)
  assert.deepEqual((await call('GET', 'cross_references?sort=left_id')).data, before)
  assert.deepEqual(
    await left('shop_erp', 'A', 'C', 'X'),
    new Map([
      ['A', '1'],
      ['C', '3'],
    ]),
  )
  assert.deepEqual(await references.find('shop_erp', 'right', ['2']), new Map([['2', 'B']]))
  assert.deepEqual(await left('another', 'A'), new Map())
})

test('the pair that comes last holds, also where ids change their partners', async () => {
  await references.set('swap', [
    { left: 'A', right: '1' },
    { left: 'B', right: '2' },
  ])
  await references.set('swap', [
    { left: 'A', right: '2' },
    { left: 'B', right: '1' },
    { left: 'C', right: '9' },
    { left: 'C', right: '3' },
  ])
  assert.deepEqual(
    await left('swap', 'A', 'B', 'C'),
    new Map([
      ['A', '2'],
      ['B', '1'],
      ['C', '3'],
    ]),
  )
  await references.set('swap', [{ left: 'D', right: '3' }])
  assert.deepEqual([...(await left('swap', 'C', 'D'))], [['D', '3']])
})

test('two runs that store the same ids at once do not fail', async () => {
  const pairs = Array.from({ length: 500 }, (_, i) => ({ left: `l${i}`, right: `r${i}` }))
  await Promise.all([0, 1, 2, 3].map((i) => references.set('race', i % 2 ? pairs : pairs.toReversed())))
  assert.equal((await left('race', ...pairs.map(({ left }) => left))).size, 500)
})

test('people search, narrow, mend and delete them, and each of their changes is audited', async () => {
  const [found] = (await call('GET', 'cross_references?filter[name]=shop_erp&searchTerm=B')).data
  assert.deepEqual([found.name, found.left_id, found.right_id], ['shop_erp', 'B', '2'])
  const taken = await call('PUT', `cross_references/${found.id}`, { right_id: '3' })
  assert.deepEqual([taken.status, taken.errors], [422, { right_id: ['This is already in use.'] }])
  assert.equal((await call('PUT', `cross_references/${found.id}`, { right_id: '22' })).data.right_id, '22')
  assert.deepEqual(await left('shop_erp', 'B'), new Map([['B', '22']]))
  const made = await call('POST', 'cross_references', { name: 'shop_erp', left_id: 'D', right_id: '4' })
  assert.equal(made.status, 201)
  assert.equal((await call('DELETE', `cross_references/${made.data.id}`)).status, 204)
  const rows = await inScope(context.db, systemScope, (trx) =>
    trx
      .selectFrom('audit_logs')
      .select(['action', 'entity_name'])
      .where('entity', '=', 'cross_references')
      .orderBy('at')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action, entity_name }) => [action, entity_name]),
    [
      ['update', 'shop_erp'],
      ['create', 'shop_erp'],
      ['delete', 'shop_erp'],
    ],
  )
  assert.deepEqual((await call('GET', 'cross_references/names')).data, ['race', 'shop_erp', 'swap'])
})

test('nobody else sees or changes them', async () => {
  const [found] = (await call('GET', 'cross_references?filter[name]=shop_erp')).data
  assert.equal((await call('PUT', `cross_references/${found.id}`, { right_id: '5' }, viewer)).status, 403)
  assert.equal((await call('GET', `cross_references/${found.id}`, undefined, stranger)).status, 404)
  assert.deepEqual((await call('GET', 'cross_references/names', undefined, stranger)).data, [])
  assert.deepEqual(
    (await call('POST', 'mappings/references', { name: 'shop_erp', by: 'right', ids: ['22', '77'] })).data,
    { 22: 'B' },
  )
  assert.deepEqual(
    (await call('POST', 'mappings/references', { name: 'shop_erp', by: 'right', ids: ['22'] }, stranger)).data,
    {},
  )
})
