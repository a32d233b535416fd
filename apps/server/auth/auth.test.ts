import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, password, signedIn } from '../testing.ts'

const server = await aServer()
const { app, context } = server
const partner = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('partners')
    .values({ name: 'Nord', workspace: 'nord.example', api_token: 'partner-token' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const tenant = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values({
      name: 'Hanse',
      partner_id: partner.id,
      workspace: 'hanse.example',
      api_token: 'tenant-token',
      active: true,
      status: 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const clerk = await signedIn(server, { email: 'kim@hanse.example', role: 'tenant_admin', tenant_id: tenant.id })

const login = (host: string, body: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/${host}/auth/login`, payload: body, headers })

test('a tenant user signs in on the app host and is given token, tenant and api key', async () => {
  const answer = await login('app', { email: 'Kim@Hanse.example', password }, { 'x-workspace': 'hanse.example' })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['api-key'], 'tenant-token')
  const { data, meta } = answer.json()
  assert.equal(data.email, 'kim@hanse.example')
  assert.deepEqual(data.language, { id: 2, label: 'Deutsch', short: 'de' })
  assert.equal(data.profile_picture, '/avatar-blank.svg')
  assert.equal(meta.tenant.tenantable_type, 'client')
  assert.match(meta.token, /^[\w-]{43}$/)
})

test('wrong password, unknown address, foreign workspace and the wrong host all get the same answer', async () => {
  for (const [host, email, secret, headers] of [
    ['app', 'kim@hanse.example', 'wrong', {}],
    ['app', 'nobody@hanse.example', password, {}],
    ['app', 'kim@hanse.example', password, { 'x-workspace': 'other.example' }],
    ['app', 'ada@weft.example', password, {}],
    ['admin', 'kim@hanse.example', password, {}],
  ] as const) {
    const answer = await login(host, { email, password: secret }, { ...headers, 'accept-language': 'en' })
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json(), {
      success: false,
      code: 'AUTH_INVALID',
      message: 'Login data do not match.',
      errors: {},
    })
  }
})

test('a signed-out token is worth nothing at once', async () => {
  const headers = await signedIn(server, { email: 'eve@weft.example', role: 'admin' })
  assert.equal((await app.inject({ url: '/api/admin/auth/me', headers })).statusCode, 200)
  assert.equal((await app.inject({ method: 'POST', url: '/api/admin/auth/logout', headers })).statusCode, 204)
  const after = await app.inject({ url: '/api/admin/auth/me', headers })
  assert.equal(after.statusCode, 401)
  assert.equal(after.json().message, 'Your session has expired. Please sign in again.')
})

test('a deactivated tenant keeps its users out, with the message to contact the partner', async () => {
  const asleep = await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: 'Asleep', workspace: 'asleep.example', api_token: 'asleep-token', active: false })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await assert.rejects(signedIn(server, { email: 'zoe@asleep.example', role: 'viewer', tenant_id: asleep.id }))
  const answer = await login('app', { email: 'zoe@asleep.example', password }, { 'accept-language': 'de' })
  assert.equal(answer.json().message, 'Ihr Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.')
})

test('project routes want a project of the own tenant', async () => {
  const none = await app.inject({ url: '/api/app/notes', headers: clerk })
  assert.deepEqual([none.statusCode, none.json().code], [422, 'PROJECT_NEEDED'])
  const project = await inScope(context.db, { level: 'tenant', tenant_id: tenant.id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
  )
  const headers = { ...clerk, 'x-project-id': project.id }
  const created = await app.inject({
    method: 'POST',
    url: '/api/app/notes',
    headers: { ...headers, 'idempotency-key': 'one' },
    payload: { title: 'First', note: 'One.' },
  })
  assert.equal(created.statusCode, 201)
  const again = await app.inject({
    method: 'POST',
    url: '/api/app/notes',
    headers: { ...headers, 'idempotency-key': 'one' },
    payload: { title: 'First', note: 'One.' },
  })
  assert.deepEqual(again.json(), created.json())
  const list = (await app.inject({ url: '/api/app/notes?searchTerm=FIR', headers })).json()
  assert.equal(list.meta.total, 1)
  const stale = await app.inject({
    method: 'PUT',
    url: `/api/app/notes/${list.data[0].id}`,
    headers: { ...headers, 'if-match': '"old"' },
    payload: { title: 'Second' },
  })
  assert.equal(stale.statusCode, 409)
  const unknown = await app.inject({
    method: 'POST',
    url: '/api/app/notes',
    headers,
    payload: { title: '', note: 'One.', wrong: 1 },
  })
  assert.equal(unknown.statusCode, 422)
  assert.deepEqual(Object.keys(unknown.json().errors).sort(), ['title', 'wrong'])
  assert.deepEqual(unknown.json().errors.title, ['Title is required.'])
})

test('an admin works on a tenant only by naming it, and unknown paths answer 404', async () => {
  assert.equal((await app.inject({ url: '/api/admin/notes', headers: admin })).json().code, 'TENANT_NEEDED')
  assert.equal((await app.inject({ url: '/api/admin/nothing', headers: admin })).statusCode, 404)
})
