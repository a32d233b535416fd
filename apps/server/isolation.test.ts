import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { contentsOf, fillEveryTable } from '@weft/kit/testing/tenant-rows.ts'
import { fullSampleOf } from './sample-body.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())

const id = '00000000-0000-4000-8000-00000000000a'
const made = await inScope(context.db, systemScope, async (trx) => {
  const tenant = async (letter: string) =>
    (
      await trx
        .insertInto('tenants')
        .values({
          name: `Tenant ${letter}`,
          workspace: `${letter}.example`,
          api_token: `token-${letter}`,
          active: true,
          status: 'active',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return { a: await tenant('a'), b: await tenant('b') }
})
const project = await inScope(context.db, { level: 'tenant', tenant_id: made.b }, (trx) =>
  trx.insertInto('projects').values({ name: 'Of B' }).returning('id').executeTakeFirstOrThrow(),
)
await fillEveryTable(owner, { id, tenant_id: made.a, project_id: id })
const before = await contentsOf(owner, made.a)
const b = {
  ...(await signedIn(server, { email: 'eve@b.example', role: 'tenant_admin', tenant_id: made.b })),
  'x-project-id': project.id,
}

/** Everybody who is not of A: with their own names for tenant and project, and with A's. */
const viewer = await signedIn(server, { email: 'vic@b.example', role: 'viewer', tenant_id: made.b })
const partner = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('partners')
    .values({ name: 'Elsewhere', workspace: 'p.example', api_token: 'token-p' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const stranger = await signedIn(server, { email: 'pat@p.example', role: 'partner_admin', partner_id: partner.id })
const [asTenant, inProject] = [{ 'x-api-key': 'token-a' }, { 'x-project-id': id }]
const callers: Record<string, Record<string, string>> = {
  'with their own key and project': b,
  "with A's key": { ...b, ...asTenant },
  "with A's project": { ...b, ...inProject },
  "with A's key and project": { ...b, ...asTenant, ...inProject },
  "as a viewer with A's key and project": { ...viewer, ...asTenant, ...inProject },
  "as another partner with A's key and project": { ...stranger, ...asTenant, ...inProject },
}

type Operation = { requestBody?: { content?: Record<string, { schema: Parameters<typeof fullSampleOf>[0] }> } }
type Route = { method: string; path: string; operation: Operation }
const documented = app.swagger() as { paths: Record<string, Record<string, Operation>> }
const routes: Route[] = Object.entries(documented.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
// Pictures are shown to whoever knows their address of 122 random bits, as a logo on a sign-in page must be.
const open = /\/(auth\/|hooks\/|pictures\/|$)/

test('the reference knows the routes', () => assert.ok(routes.length > 20, `${routes.length} routes`))

let calls = 0
for (const { method, path, operation } of routes) {
  if (open.test(path)) continue
  test(`${method} ${path} gives nobody else anything of tenant A`, async () => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      /^(name|key|type|action|path)$/.test(name) ? 'tenant' : id,
    )
    // The ids in the sample are A's.
    const sample = fullSampleOf(operation.requestBody?.content?.['application/json']?.schema)
    const bodies =
      method === 'GET' || method === 'DELETE'
        ? [undefined]
        : [{}, ...(sample && typeof sample === 'object' ? [sample] : [])]
    for (const [who, headers] of Object.entries(callers))
      for (const payload of bodies) {
        const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
        calls++
        const said = `${who}: ${answer.statusCode} ${answer.body.slice(0, 500)}`
        assert.ok(!answer.body.includes('belongs to A'), said)
        if (path.includes('{id}')) assert.ok(answer.statusCode >= 400, said)
        assert.notEqual(answer.statusCode, 500, said)
      }
  })
}

test('the callers were signed in to the end', async () => {
  console.log(`foreign calls: ${calls} to ${routes.length} routes, ${Object.keys(callers).length} callers, through 0`)
  for (const headers of [b, viewer, stranger])
    assert.equal((await app.inject({ url: '/api/app/auth/me', headers })).statusCode, 200)
})

test("B's api key and project header cannot be swapped for A's", async () => {
  assert.equal((await app.inject({ url: '/api/app/notes', headers: { ...b, 'x-api-key': 'token-a' } })).statusCode, 403)
  assert.equal((await app.inject({ url: '/api/app/notes', headers: { ...b, 'x-project-id': id } })).statusCode, 403)
})

test('after all those calls everything of A is as it was', async () => {
  assert.deepEqual(await contentsOf(owner, made.a), before)
})
