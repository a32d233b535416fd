import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, password, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const key = { ...server.test, key: context.key }
const hanse = await aTenant(key)
const other = await aTenant(key)
const { workspace } = await inScope(context.db, systemScope, (trx) =>
  trx.selectFrom('tenants').select('workspace').where('id', '=', hanse.tenant_id).executeTakeFirstOrThrow(),
)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const boss = await signedIn(server, { email: `boss@${workspace}`, role: 'tenant_admin', tenant_id: hanse.tenant_id })
const stranger = await signedIn(server, {
  email: 'eve@other.example',
  role: 'tenant_admin',
  tenant_id: other.tenant_id,
})
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})

type Headers = Record<string, string>
async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; code: string; message: string; errors: any }),
  }
}
const idOf = (email: string) =>
  inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  ).then(({ id }) => id!)
const userDraft = (email: string, role: string) => ({ email, role, password, first_name: 'Max', last_name: 'Muster' })
const within = async (email: string) => {
  const { meta } = (
    await app.inject({ method: 'POST', url: '/api/app/auth/login', payload: { email, password } })
  ).json()
  return { authorization: `Bearer ${meta.token}`, 'x-api-key': meta.tenant.api_token, 'accept-language': 'en' }
}

const clerk = (
  await call(boss, 'POST', 'roles', {
    name: 'clerk',
    display_name: 'Clerk',
    description: 'Runs what is there',
    permissions: ['workflows.view', 'workflows.run', 'jobs.view'],
  })
).data
await call(boss, 'POST', 'users', userDraft(`cleo@${workspace}`, 'clerk'))
const cleo = await within(`cleo@${workspace}`)
const project: Headers = { ...cleo, 'x-project-id': hanse.project_id }

test('a role of one’s own stands beside the ready-made ones, with who has it', async () => {
  const { data } = await call(boss, 'GET', 'roles')
  assert.deepEqual(
    data.map(({ name, ready_made, users }: any) => [name, ready_made, users]),
    [
      ['tenant_admin', true, 2],
      ['developer', true, 0],
      ['operator', true, 0],
      ['analyst', true, 0],
      ['viewer', true, 0],
      ['clerk', false, 1],
    ],
  )
  assert.deepEqual((await call(boss, 'GET', `roles/${clerk.id}`)).data.permissions, [
    'jobs.view',
    'workflows.run',
    'workflows.view',
  ])
})

test('its permissions decide every route, and a change counts with the next call', async () => {
  assert.equal((await call(project, 'GET', 'workflows')).status, 200)
  assert.equal((await call(project, 'GET', 'data_structures')).status, 403)
  assert.equal((await call(project, 'POST', 'workflows', {})).status, 403)
  assert.equal((await call(boss, 'PUT', `roles/${clerk.id}`, { permissions: ['structures.view'] })).status, 200)
  assert.equal((await call(project, 'GET', 'workflows')).status, 403)
  assert.equal((await call(project, 'GET', 'data_structures')).status, 200)
  await call(boss, 'PUT', `roles/${clerk.id}`, { permissions: ['workflows.view', 'workflows.run', 'jobs.view'] })
})

test('the session tells the browser what the role allows and how it is called', async () => {
  const { data } = await call(cleo, 'GET', 'auth/me')
  assert.deepEqual([data.role, data.role_name], ['clerk', 'Clerk'])
  assert.deepEqual(
    data.permissions.filter((one: string) => !one.startsWith('own.')),
    ['jobs.view', 'workflows.run', 'workflows.view'],
  )
})

test('a role somebody has cannot be deleted; once nobody has it, it can', async () => {
  const { data } = await call(boss, 'POST', 'roles', { name: 'temp', display_name: 'Temp', permissions: [] })
  const made = await call(boss, 'POST', 'users', userDraft(`tim@${workspace}`, 'temp'))
  assert.deepEqual([(await call(boss, 'DELETE', `roles/${data.id}`)).code], ['IN_USE'])
  await call(boss, 'PUT', `users/${made.data.id}`, { role: 'viewer' })
  assert.equal((await call(boss, 'DELETE', `roles/${data.id}`)).status, 204)
  assert.deepEqual((await call(boss, 'PUT', `users/${made.data.id}`, { role: 'temp' })).errors, {
    role: ['This role does not exist at this level.'],
  })
})

test('nobody makes, gives or changes more rights than they have themselves', async () => {
  await call(boss, 'POST', 'roles', {
    name: 'people',
    display_name: 'People',
    permissions: ['users.view', 'users.create', 'users.update', 'users.delete', 'jobs.view'],
  })
  await call(boss, 'POST', 'users', userDraft(`pat@${workspace}`, 'people'))
  const pat = await within(`pat@${workspace}`)
  const chief = await idOf(`boss@${workspace}`)
  for (const attempt of [
    await call(pat, 'POST', 'roles', { name: 'mighty', display_name: 'Mighty', permissions: ['records.delete'] }),
    await call(pat, 'PUT', `roles/${clerk.id}`, { permissions: ['jobs.view'] }),
    await call(pat, 'DELETE', `roles/${clerk.id}`),
    await call(pat, 'POST', 'users', userDraft(`max@${workspace}`, 'tenant_admin')),
    await call(pat, 'PUT', `users/${chief}`, { password: 'Another-Horse-2' }),
    await call(pat, 'PUT', `users/${chief}/access_data`, { email: `pat2@${workspace}` }),
    await call(pat, 'DELETE', `users/${chief}`),
  ])
    assert.deepEqual([attempt.status, attempt.code], [403, 'BEYOND_OWN_RIGHTS'])
  assert.equal(
    (await call(pat, 'POST', 'roles', { name: 'watcher', display_name: 'Watcher', permissions: ['jobs.view'] })).status,
    201,
  )
  assert.equal((await call(pat, 'POST', 'users', userDraft(`wes@${workspace}`, 'watcher'))).status, 201)
})

test('a role holds only what its level can have, and takes no ready-made name', async () => {
  assert.deepEqual(
    Object.keys(
      (await call(boss, 'POST', 'roles', { name: 'provider', display_name: 'P', permissions: ['system.view'] })).errors,
    ),
    ['permissions'],
  )
  assert.deepEqual(Object.keys((await call(boss, 'POST', 'roles', { name: 'viewer', display_name: 'V' })).errors), [
    'name',
  ])
  assert.deepEqual(Object.keys((await call(boss, 'POST', 'roles', { name: 'clerk', display_name: 'Again' })).errors), [
    'name',
  ])
  assert.equal((await call(stranger, 'POST', 'roles', { name: 'clerk', display_name: 'Theirs' })).status, 201)
})

test('ready-made roles cannot be changed, and foreign ones not be seen', async () => {
  assert.ok((await call(boss, 'PUT', 'roles/viewer', { permissions: [] })).status >= 400)
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal((await call(stranger, method, `roles/${clerk.id}`, method === 'PUT' ? {} : undefined)).status, 404)
  assert.deepEqual((await call(stranger, 'POST', 'users', userDraft('max@other.example', 'people'))).status, 422)
})

test('it is said why a user may do something, and why not', async () => {
  const { data } = await call(boss, 'GET', `users/${await idOf(`cleo@${workspace}`)}/permissions`)
  const reason = (permission: string) => data.permissions.find((one: any) => one.permission === permission)
  assert.deepEqual(data.role.display_name, 'Clerk')
  assert.deepEqual(reason('workflows.run'), {
    permission: 'workflows.run',
    granted: true,
    because: 'role',
    roles: ['Tenant administrator', 'Developer', 'Operator', 'Clerk'],
  })
  assert.deepEqual(reason('billing.view'), {
    permission: 'billing.view',
    granted: false,
    because: 'role_lacks',
    roles: ['Tenant administrator'],
  })
  assert.deepEqual(reason('system.view'), {
    permission: 'system.view',
    granted: false,
    because: 'level_lacks',
    roles: [],
  })
  assert.deepEqual([reason('own.update').granted, reason('own.update').because], [true, 'always'])
})

test('the provider and a partner have roles of their own, and see a tenant’s from inside', async () => {
  assert.deepEqual(
    (await call(partner, 'GET', 'roles')).data.map(({ name }: any) => name),
    ['partner_admin', 'partner_staff'],
  )
  const made = await call(admin, 'POST', 'roles', {
    name: 'auditor',
    display_name: 'Auditor',
    permissions: ['audit.view', 'system.view'],
  })
  assert.deepEqual([made.status, made.data.tenant_id, made.data.partner_id], [201, null, null])
  assert.deepEqual(
    (await call(admin, 'GET', 'roles')).data.map(({ name }: any) => name),
    ['admin', 'auditor'],
  )
  const inside = await supporting(server, partner, hanse.tenant_id)
  assert.ok((await call(inside, 'GET', 'roles')).data.some(({ name }: any) => name === 'clerk'))
})
