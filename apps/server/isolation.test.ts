import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { contentsOf, fillEveryTable } from '@weft/kit/testing/tenant-rows.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const { app, house, test: database } = server
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())

const id = '00000000-0000-4000-8000-00000000000a'
const made = await inScope(house.db, systemScope, async (trx) => {
  const tenant = async (letter: string) => (await trx.insertInto('tenants').values({ name: `Tenant ${letter}`, workspace: `${letter}.example`, api_token: `token-${letter}`, active: true, status: 'active' }).returning('id').executeTakeFirstOrThrow()).id
  return { a: await tenant('a'), b: await tenant('b') }
})
const project = await inScope(house.db, { level: 'tenant', tenant_id: made.b }, (trx) => trx.insertInto('projects').values({ name: 'Of B' }).returning('id').executeTakeFirstOrThrow())
await fillEveryTable(owner, { id, tenant_id: made.a, project_id: id })
const before = await contentsOf(owner, made.a)
const b = { ...(await signedIn(server, { email: 'eve@b.example', role: 'tenant_admin', tenant_id: made.b })), 'x-project-id': project.id }

type Route = { method: string; path: string }
const documented = app.swagger() as { paths: Record<string, Record<string, unknown>> }
const routes: Route[] = Object.entries(documented.paths).flatMap(([path, verbs]) => Object.keys(verbs).map((method) => ({ method: method.toUpperCase(), path })))
// Pictures are shown to whoever knows their address of 122 random bits, as a logo on a sign-in page must be.
const open = /\/(auth\/|hooks\/|pictures\/|$)/

test('the reference knows the routes', () => assert.ok(routes.length > 20, `${routes.length} routes`))

for (const { method, path } of routes) {
  if (open.test(path)) continue
  test(`${method} ${path} gives tenant B nothing of tenant A`, async () => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/^(name|key|type|action|path)$/.test(name) ? 'tenant' : id))
    const answer = await app.inject({ method: method as 'GET', url, headers: b, ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }) })
    assert.ok(!answer.body.includes('belongs to A'), answer.body.slice(0, 500))
    if (path.includes('{id}')) assert.ok(answer.statusCode >= 400, `answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
    assert.notEqual(answer.statusCode, 500, answer.body.slice(0, 500))
  })
}

test("B's api key and project header cannot be swapped for A's", async () => {
  assert.equal((await app.inject({ url: '/api/app/notes', headers: { ...b, 'x-api-key': 'token-a' } })).statusCode, 403)
  assert.equal((await app.inject({ url: '/api/app/notes', headers: { ...b, 'x-project-id': id } })).statusCode, 403)
})

test('after all those calls everything of A is as it was', async () => {
  assert.deepEqual(await contentsOf(owner, made.a), before)
})
