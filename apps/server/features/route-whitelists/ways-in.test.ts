import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const key = { ...server.test, key: context.key }
const hanse = await aTenant(key)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const clerk = await signedIn(server, { email: 'cleo@hanse.example', role: 'viewer', tenant_id: hanse.tenant_id })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_staff',
  partner_id: hanse.partner_id,
})
const { id: foreign } = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Foreign', workspace: 'foreign.example', active: true, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

type Headers = Record<string, string>
async function call(
  headers: Headers,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  remoteAddress = '127.0.0.1',
) {
  const answer = await app.inject({
    method,
    url: `/api/app/${url}`,
    headers,
    remoteAddress,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; code: string; message: string; errors: any }),
  }
}
const idOf = (email: string) =>
  inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  ).then(({ id }) => id!)
const inside: Headers = { ...boss, 'x-project-id': hanse.project_id }

test('a list needs an address before it is active, a route that exists and readable addresses', async () => {
  const draft = { route: '/notes', addresses: [], active: true }
  assert.deepEqual((await call(admin, 'POST', 'route_whitelists', draft)).errors, {
    addresses: ['At least one address is needed before this can be active.'],
  })
  assert.deepEqual(
    (await call(admin, 'POST', 'route_whitelists', { ...draft, route: '/nothing', active: false })).errors,
    { route: ['There is no such route.'] },
  )
  assert.deepEqual(
    Object.keys((await call(admin, 'POST', 'route_whitelists', { ...draft, addresses: ['10.0.0.0/40'] })).errors),
    ['addresses.0'],
  )
  assert.deepEqual((await call(admin, 'POST', 'route_whitelists', { ...draft, route: '' })).errors, {
    route: ['Route is required.'],
  })
  assert.deepEqual(
    (await call(admin, 'POST', 'route_whitelists', { ...draft, addresses: ['*'], public: false })).errors,
    { users: ['User is required: name at least one, or make the entry public.'] },
  )
  assert.ok((await call(admin, 'GET', 'route_whitelists/routes')).data.includes('/notes/*'))
  const { status, data } = await call(admin, 'POST', 'route_whitelists', { ...draft, active: false })
  assert.deepEqual([status, data.public], [201, true])
  assert.deepEqual(Object.keys((await call(admin, 'PUT', `route_whitelists/${data.id}`, { active: true })).errors), [
    'addresses',
  ])
})

test('an active list closes its route to all other addresses: IPv4, IPv6, ranges, patterns; a star opens it', async () => {
  const { data } = await call(admin, 'POST', 'route_whitelists', {
    route: '/notes/*',
    addresses: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '192.168.*'],
    active: true,
  })
  for (const [address, status] of [
    ['127.0.0.1', 200],
    ['10.1.2.3', 200],
    ['192.168.7.7', 200],
    ['2001:db8::7', 200],
    ['11.1.2.3', 403],
    ['2001:db9::7', 403],
  ] as const)
    assert.deepEqual([address, (await call(inside, 'GET', 'notes', undefined, address)).status], [address, status])
  assert.equal((await call(inside, 'GET', 'workflows', undefined, '11.1.2.3')).status, 200)
  const refused = await call(inside, 'GET', 'notes', undefined, '11.1.2.3')
  assert.deepEqual([refused.code, refused.message], ['ADDRESS_REFUSED', 'This is not open to your address (11.1.2.3).'])
  await call(admin, 'PUT', `route_whitelists/${data.id}`, { addresses: ['*'] })
  assert.equal((await call(inside, 'GET', 'notes', undefined, '11.1.2.3')).status, 200)
  await call(admin, 'DELETE', `route_whitelists/${data.id}`)
})

test('a list that is not public lets only its users through, and is a tenant’s own', async () => {
  const { data } = await call(admin, 'POST', `clients/${hanse.tenant_id}/whitelist`, {
    route: '/projects',
    addresses: ['*'],
    active: true,
    public: false,
    users: [await idOf('boss@hanse.example')],
    confirmed: true,
  })
  assert.equal((await call(boss, 'GET', 'projects')).status, 200)
  assert.equal((await call(clerk, 'GET', 'projects')).status, 403)
  assert.deepEqual(
    (await call(admin, 'GET', 'route_whitelists')).data.filter(({ id }: any) => id === data.id),
    [],
  )
  assert.equal((await call(admin, 'GET', `route_whitelists/${data.id}`)).status, 404)
  assert.deepEqual(
    Object.keys(
      (await call(admin, 'PUT', `clients/${hanse.tenant_id}/whitelist/${data.id}`, { users: [hanse.project_id] }))
        .errors,
    ),
    ['users'],
  )
  assert.equal((await call(admin, 'DELETE', `clients/${hanse.tenant_id}/whitelist/${data.id}`)).status, 204)
  assert.equal((await call(clerk, 'GET', 'projects')).status, 200)
  for (const headers of [boss, partner])
    assert.equal(
      (await call(headers, 'POST', `clients/${hanse.tenant_id}/whitelist`, { route: '/projects' })).status,
      403,
    )
})

test('a list that locks its maker out is saved only when its maker confirms it', async () => {
  const draft = { route: '/partners', addresses: ['10.0.0.0/8'], active: true }
  const refused = await call(admin, 'POST', 'route_whitelists', draft)
  assert.deepEqual([refused.status, refused.code], [409, 'LOCKS_YOU_OUT'])
  assert.equal((await call(admin, 'GET', 'partners')).status, 200)
  const { data } = await call(admin, 'POST', 'route_whitelists', { ...draft, confirmed: true })
  assert.equal((await call(admin, 'GET', 'partners')).status, 403)
  assert.equal((await call(admin, 'GET', 'partners', undefined, '10.0.0.1')).status, 200)
  await call(admin, 'DELETE', `route_whitelists/${data.id}`)
  assert.equal((await call(admin, 'GET', 'partners')).status, 200)
})

test('staff from above enter a tenant only with a support access, which its administrators hear of', async () => {
  const { api_token } = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('tenants').select('api_token').where('id', '=', hanse.tenant_id).executeTakeFirstOrThrow(),
  )
  for (const headers of [admin, partner]) {
    const named = { ...headers, 'x-api-key': api_token!, 'x-project-id': hanse.project_id }
    assert.equal((await call(named, 'GET', 'notes')).code, 'SUPPORT_ACCESS_NEEDED')
    assert.deepEqual(
      Object.keys(
        (await call(headers, 'POST', `clients/${hanse.tenant_id}/support_accesses`, { reason: '', minutes: 1 })).errors,
      ).sort(),
      ['minutes', 'reason'],
    )
    await supporting(server, headers, hanse.tenant_id)
    assert.equal((await call(named, 'GET', 'notes')).status, 200)
    const [open] = (await call(headers, 'GET', 'support_accesses/open')).data
    assert.deepEqual([open.reason, open.minutes, open.ended_at], ['Asked by phone', 60, null])
    assert.equal((await call(headers, 'POST', `support_accesses/${open.id}/end`)).status, 200)
    assert.equal((await call(named, 'GET', 'notes')).code, 'SUPPORT_ACCESS_NEEDED')
  }
  assert.ok(
    (await call(boss, 'GET', 'notifications')).data.some(
      ({ title, message }: any) => /arbeitet in Ihrem Unternehmen/.test(title) && message === 'Asked by phone',
    ),
  )
})

test('a support access ends by itself and by the tenant’s administrator, and reaches no foreign tenant', async () => {
  const named = { ...(await supporting(server, admin, hanse.tenant_id)), 'x-project-id': hanse.project_id }
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('support_accesses')
      .set({ ends_at: '2020-01-01T00:00:00Z' })
      .where('ended_at', 'is', null)
      .execute(),
  )
  assert.equal((await call(named, 'GET', 'notes')).code, 'SUPPORT_ACCESS_NEEDED')
  await supporting(server, admin, hanse.tenant_id)
  const [latest] = (await call(boss, 'GET', `clients/${hanse.tenant_id}/support_accesses`)).data
  assert.equal((await call(clerk, 'POST', `support_accesses/${latest.id}/end`)).status, 403)
  assert.equal((await call(boss, 'POST', `support_accesses/${latest.id}/end`)).status, 200)
  assert.equal((await call(named, 'GET', 'notes')).code, 'SUPPORT_ACCESS_NEEDED')
  assert.equal((await call(partner, 'POST', `clients/${foreign}/support_accesses`, { reason: 'Curious' })).status, 404)
  assert.equal(
    (await call(boss, 'POST', `clients/${hanse.tenant_id}/support_accesses`, { reason: 'Curious' })).status,
    403,
  )
})

test('an api token is replaced when the name is typed, and the old one is worth nothing at once', async () => {
  const { name } = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('tenants').select('name').where('id', '=', hanse.tenant_id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual(
    Object.keys(
      (await call(admin, 'POST', `clients/${hanse.tenant_id}/rotate_token`, { confirm: 'something' })).errors,
    ),
    ['confirm'],
  )
  const { data } = await call(admin, 'POST', `clients/${hanse.tenant_id}/rotate_token`, { confirm: name })
  assert.equal((await call(inside, 'GET', 'notes')).status, 403)
  assert.equal((await call({ ...inside, 'x-api-key': data.api_token }, 'GET', 'notes')).status, 200)
  assert.equal((await call(partner, 'POST', `clients/${hanse.tenant_id}/rotate_token`, { confirm: name })).status, 403)
})
