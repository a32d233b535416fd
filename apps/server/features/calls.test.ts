import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, password, signedIn, supporting } from '../testing.ts'

// The calls the specification writes out one by one, with the headers and answers it names.

const server = await aServer()
const { app, context } = server
const tenant = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse Handel' })
const { workspace, api_token } = await inScope(context.db, systemScope, (trx) =>
  trx
    .selectFrom('tenants')
    .select(['workspace', 'api_token'])
    .where('id', '=', tenant.tenant_id)
    .executeTakeFirstOrThrow(),
)
const partner_key = (
  await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('partners').select('api_token').where('id', '=', tenant.partner_id).executeTakeFirstOrThrow(),
  )
).api_token
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: tenant.partner_id,
})
const kim = await signedIn(server, { email: `kim@${workspace}`, role: 'tenant_admin', tenant_id: tenant.tenant_id })
const project = { ...kim, 'x-project-id': tenant.project_id }

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: object,
) {
  const answer = await app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...((answer.body ? answer.json() : {}) as {
      data: any
      meta: any
      code: string
      message: string
      errors: any
      success: boolean
    }),
  }
}
const login = (host: string, email: string, headers = {}) =>
  call('POST', `${host}/auth/login`, headers, { email, password })

test('signing in answers the user as the session keeps them', async () => {
  const { data } = await login('app', `kim@${workspace}`, { 'x-workspace': workspace })
  await call('PUT', 'app/auth/me/information', kim, {
    first_name: 'Kim',
    last_name: 'Krause',
    job: 'Buyer',
    phone: '+49 40 123456',
    username: 'kim.krause',
  })
  const { data: me } = await call('GET', 'app/auth/me', kim)
  const { permissions, role, ...user } = me
  assert.deepEqual(user, {
    id: data.id,
    uuid: data.id,
    kind: 'client',
    core_data: { firstname: 'Kim', lastname: 'Krause' },
    name: 'Kim Krause',
    surname: 'Krause',
    email: `kim@${workspace}`,
    username: 'kim.krause',
    job: 'Buyer',
    phone: '+49 40 123456',
    profile_picture: '/avatar-blank.svg',
    language: { id: 2, label: 'Deutsch', short: 'de' },
    language_id: 2,
  })
  assert.ok(role === 'tenant_admin' && permissions.includes('workflows.run'))
})

test('a tenant and a partner are told apart by what the sign-in says of them', async () => {
  const client = await login('app', `kim@${workspace}`, { 'x-workspace': workspace })
  assert.deepEqual(
    [
      client.meta.tenant.tenantable_type,
      client.meta.tenant.tenantable,
      client.meta.tenant.api_token,
      client.headers['api-key'],
    ],
    ['client', { id: tenant.tenant_id, name: 'Hanse Handel', api_token }, api_token, api_token],
  )
  const staff = await login('app', 'pia@partner.example')
  assert.match(staff.meta.tenant.tenantable_type, /partner/)
  assert.deepEqual([staff.data.kind, staff.headers['api-key']], ['partner', partner_key])
  const provider = await login('admin', 'ada@weft.example')
  assert.deepEqual(
    [provider.data.kind, provider.meta.tenant, Object.keys(provider.meta)],
    ['admin', undefined, ['token']],
  )
})

test('both base hosts tell the version, and the tenant of a session', async () => {
  for (const host of ['admin', 'app']) {
    const { data } = await call('GET', `${host}/`)
    assert.deepEqual([data.name, typeof data.version, data.demo], ['Weft', 'string', []])
  }
  const { data } = await call('GET', 'app/auth/me/tenant', kim)
  assert.deepEqual(
    [data.id, data.name, data.tenantable_type, data.limits.upload_mb],
    [tenant.tenant_id, 'Hanse Handel', 'client', 200],
  )
})

test('an administrator signs in on the admin host with an api key and a partner key along, and works for that partner with them', async () => {
  const keys = { 'x-api-key': partner_key!, 'x-partner-key': partner_key! }
  const { status, meta } = await login('admin', 'ada@weft.example', keys)
  assert.equal(status, 200)
  assert.equal(
    (await call('GET', 'app/overview/partner', { authorization: `Bearer ${meta.token}`, ...keys })).status,
    200,
  )
})

test('languages of translation services: 26 to translate from, 29 to translate into, named for the reader', async () => {
  const of = async (language: string) =>
    (await call('GET', 'app/languages/translation', { ...kim, 'accept-language': language })).data as Record<
      'source' | 'target',
      { code: string; name: string }[]
    >
  const [en, de] = [await of('en'), await of('de')]
  for (const { source, target } of [en, de])
    assert.deepEqual(
      [
        source.length,
        target.length,
        new Set(source.map(({ code }) => code)).size,
        new Set(target.map(({ code }) => code)).size,
      ],
      [26, 29, 26, 29],
    )
  assert.deepEqual(
    [en.source[0], de.source[0]],
    [
      { code: 'bg', name: 'Bulgarian' },
      { code: 'bg', name: 'Bulgarisch' },
    ],
  )
  assert.deepEqual(
    de.target.filter(({ code }) => code.startsWith('en')).map(({ name }) => name),
    ['Englisch (Vereinigte Staaten)', 'Englisch (Vereinigtes Königreich)'],
  )
})

test('languages are asked for on either host', async () => {
  for (const [host, headers] of [
    ['admin', admin],
    ['app', kim],
  ] as const)
    assert.deepEqual((await call('GET', `${host}/languages`, headers)).data, [
      { id: 1, label: 'English', short: 'en', iso_code: 'en-GB', name: 'English' },
      { id: 2, label: 'Deutsch', short: 'de', iso_code: 'de-DE', name: 'German' },
    ])
})

test('clients and partners are chosen by name and token, a client with its connections', async () => {
  const [client] = (await call('GET', `admin/clients?page=1&noPagination=true&partner_id=${tenant.partner_id}`, admin))
    .data
  assert.deepEqual([client.id, client.name, client.api_token], [tenant.tenant_id, 'Hanse Handel', api_token])
  const { data } = await call('GET', `app/clients/${tenant.tenant_id}`, kim)
  const used = data.tenant.tenantConnections.find(({ name }: { name: string }) => name === 'tenant')
  assert.deepEqual(
    Object.keys(used).filter((key) => ['name', 'host', 'port', 'username', 'password', 'database'].includes(key))
      .length,
    6,
  )
  const [chosen] = (await call('GET', 'admin/partners?noPagination=true', admin)).data
  assert.deepEqual([chosen.id, chosen.api_token], [tenant.partner_id, partner_key])
})

test('projects are listed, read, created, changed by POST and deleted, with the tenant’s token as key', async () => {
  for (const headers of [
    { ...partner, 'x-api-key': api_token },
    { ...admin, 'x-api-key': api_token },
  ])
    assert.equal((await call('GET', 'app/projects', headers)).code, 'SUPPORT_ACCESS_NEEDED')
  for (const headers of [
    kim,
    await supporting(server, partner, tenant.tenant_id),
    await supporting(server, admin, tenant.tenant_id),
  ]) {
    assert.deepEqual(
      (await call('GET', 'app/projects?noPagination=true', headers)).data.map((row: { name: string }) => row.name),
      ['Commerce hub'],
    )
    const made = await call('POST', 'app/projects', headers, {
      name: 'Second',
      short: 'sec',
      description: 'More',
      url: 'https://two.example',
      start_date: '2026-01-01',
      finish_date: '2026-02-01',
    })
    assert.equal(made.status, 201, made.message)
    assert.equal((await call('POST', `app/projects/${made.data.id}`, headers, { short: 'two' })).data.short, 'two')
    const { data } = await call('GET', `app/projects/${made.data.id}`, headers)
    assert.deepEqual(
      [data.name, data.short, data.description, data.url, data.start_date, data.finish_date],
      ['Second', 'two', 'More', 'https://two.example', '2026-01-01', '2026-02-01'],
    )
    assert.equal((await call('DELETE', `app/projects/${made.data.id}`, headers)).status, 204)
  }
  assert.equal((await call('GET', 'app/projects', partner)).code, 'TENANT_NEEDED')
})

test('a project has an image, brought by who may change it, and gone with it', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const payload = Buffer.concat([
    Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="image.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const bring = (headers: Record<string, string>, id: string) =>
    app.inject({
      method: 'POST',
      url: `/api/app/projects/${id}/picture`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    })
  const { id } = (await call('POST', 'app/projects', kim, { name: 'Pictured' })).data
  const viewer = await signedIn(server, {
    email: `vera.image@${workspace}`,
    role: 'viewer',
    tenant_id: tenant.tenant_id,
  })
  const [first, second] = [await bring(kim, id), await bring(kim, id)]
  assert.deepEqual(
    [
      first.statusCode,
      second.statusCode,
      (await bring(viewer, id)).statusCode,
      (await bring(partner, id)).statusCode,
      (await bring(kim, tenant.tenant_id)).statusCode,
    ],
    [201, 201, 403, 422, 404],
  )
  const { image } = (await call('GET', `app/projects/${id}`, viewer)).data
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode
  assert.deepEqual(
    [image, await statusOf(image), await statusOf(first.json().data.image)],
    [second.json().data.image, 200, 404],
  )
  assert.equal((await call('POST', `app/projects/${id}`, kim, { image: 'https://elsewhere.test/a.png' })).status, 422)
  assert.equal((await call('DELETE', `app/projects/${id}/picture`, kim)).status, 204)
  assert.deepEqual([(await call('GET', `app/projects/${id}`, kim)).data.image, await statusOf(image)], [null, 404])
  const last = (await bring(kim, id)).json().data.image
  await call('DELETE', `app/projects/${id}`, kim)
  assert.equal(await statusOf(last), 404)
})

test('a name that is taken is refused', async () => {
  const { status, errors } = await call('POST', 'app/projects', kim, { name: 'Commerce hub' })
  assert.deepEqual([status, Object.keys(errors)], [422, ['name']])
})

test('an email address that is taken, or none, is refused', async () => {
  const user = {
    first_name: 'Kai',
    last_name: 'Kran',
    role: 'viewer',
    password: 'Correct horse battery',
    password_confirmation: 'Correct horse battery',
  }
  assert.deepEqual(Object.keys((await call('POST', 'app/users', kim, { ...user, email: `kim@${workspace}` })).errors), [
    'email',
  ])
  assert.deepEqual(Object.keys((await call('POST', 'app/users', kim, { ...user, email: 'kai' })).errors), ['email'])
  assert.deepEqual(
    (await call('POST', 'app/users', kim, { ...user, email: `kai@${workspace}`, phone: 'call me' })).errors,
    { phone: ['Please enter a phone number such as +49 40 123456.'] },
  )
})

test('configuration values, queues and tokens of a project', async () => {
  await call('POST', 'app/config_values', project, { name: 'shop.address', value: 'https://shop.example' })
  assert.deepEqual(
    (await call('GET', 'app/config_values?noPagination=true', project)).data.map(
      (row: { name: string; value: string }) => [row.name, row.value],
    ),
    [['shop.address', 'https://shop.example']],
  )
  const queue = await call('POST', 'app/queues', kim, {
    name: 'nightly',
    instances: 4,
    tries: 2,
    timeout: 60,
    max_memory: 128,
    priority: 'high',
  })
  const { name, instances, tries, timeout, max_memory, priority } = queue.data
  assert.deepEqual([name, instances, tries, timeout, max_memory, priority], ['nightly', 4, 2, 60, 128, 'high'])
  assert.deepEqual(Object.keys((await call('POST', 'app/queues', kim, { name: 'other', priority: 'medium' })).errors), [
    'priority',
  ])
})

test('lists take title, page, perPage, searchTerm and noPagination', async () => {
  for (const title of ['Alpha', 'Beta', 'Gamma'])
    await call('POST', 'app/notes', project, { title, note: 'From January on.' })
  const titles = async (query: string) =>
    (await call('GET', `app/notes?sort=title&${query}`, project)).data.map((row: { title: string }) => row.title)
  assert.deepEqual(await titles('page=2&perPage=2'), ['Gamma'])
  assert.deepEqual(await titles('searchTerm=et'), ['Beta'])
  assert.deepEqual(await titles('title=Alpha'), ['Alpha'])
  assert.deepEqual(await titles('noPagination=true&perPage=1'), ['Alpha', 'Beta', 'Gamma'])
})

test('a note has title, text and what it is about', async () => {
  const made = await call('POST', 'app/notes', project, {
    title: 'Tax',
    note: 'From January on.',
    type: 'workflow',
    type_id: tenant.project_id,
  })
  const about = async (id: string) =>
    (await call('GET', `app/notes?filter[type]=workflow&filter[type_id]=${id}`, project)).data.map(
      (row: { title: string }) => row.title,
    )
  assert.deepEqual([await about(tenant.project_id), await about(tenant.tenant_id)], [['Tax'], []])
  assert.deepEqual(
    [made.data.title, made.data.note, made.data.type, made.data.type_id],
    ['Tax', 'From January on.', 'workflow', tenant.project_id],
  )
})

test('what a role does not allow is answered with “No permissions”', async () => {
  const viewer = {
    ...(await signedIn(server, { email: `vera@${workspace}`, role: 'viewer', tenant_id: tenant.tenant_id })),
    'x-project-id': tenant.project_id,
  }
  const refused = await call('POST', 'app/notes', viewer, { title: 'x' })
  assert.deepEqual([refused.status, refused.message], [403, 'No permissions'])
  assert.equal(
    (await call('POST', 'app/notes', { ...viewer, 'accept-language': 'de' }, { title: 'x' })).message,
    'Keine Berechtigung',
  )
})

test('partners are listed like clients, read and changed', async () => {
  const listed = async (query: string) =>
    (await call('GET', `admin/partners?${query}`, admin)).data.map((row: { id: string }) => row.id)
  assert.deepEqual(await listed('page=1&perPage=10'), [tenant.partner_id])
  assert.deepEqual(
    [await listed('page=2&perPage=10'), await listed('searchTerm=nobody'), await listed('noPagination=true')],
    [[], [], [tenant.partner_id]],
  )
  assert.equal(
    (await call('PUT', `admin/partners/${tenant.partner_id}`, admin, { phone: '+49 40 1' })).data.phone,
    '+49 40 1',
  )
  assert.equal((await call('GET', `admin/partners/${tenant.partner_id}`, admin)).data.phone, '+49 40 1')
})

test('a partner is marked for deletion unless it has tenants', async () => {
  const { id } = await inScope(server.context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('partners')
      .values({ name: 'Gone', workspace: 'gone.example' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  assert.equal((await call('DELETE', `app/partners/${id}`, partner)).status, 403)
  assert.equal(
    (await app.inject({ method: 'DELETE', url: `/api/admin/partners/${id}`, headers: admin })).statusCode,
    204,
  )
  assert.equal((await call('GET', `admin/partners/${id}`, admin)).data.status, 'deleting')
  const kept = await call('DELETE', `admin/partners/${tenant.partner_id}`, admin)
  assert.deepEqual([kept.status, kept.code], [409, 'PARTNER_IN_USE'])
})

test('a password is changed with the current one, the new one and its confirmation', async () => {
  assert.deepEqual(Object.keys((await call('PUT', 'app/auth/me/access_data', kim, {})).errors), [
    'current_password',
    'password',
    'password_confirmation',
  ])
})

test('after twenty tries to sign in within a minute one has to wait', async () => {
  let refused = await login('app', `kim@${workspace}`)
  for (let i = 0; i < 20 && refused.status !== 429; i++) refused = await login('app', `kim@${workspace}`)
  assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY'])
  assert.match(
    (await login('app', `kim@${workspace}`, { 'accept-language': 'en' })).message,
    /^Too many requests. Please wait/,
  )
})
