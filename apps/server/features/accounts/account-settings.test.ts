import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberRangeSettings } from '@weft/catalogue/resources/setting/number-ranges.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { readConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import sharp from 'sharp'
import { aServer, password, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const hanse = await aTenant({ ...database, key: context.key })
const south = await aTenant({ ...database, key: context.key })
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const viewer = await signedIn(server, { email: 'vic@hanse.example', role: 'viewer', tenant_id: hanse.tenant_id })
const stranger = await signedIn(server, {
  email: 'eve@south.example',
  role: 'tenant_admin',
  tenant_id: south.tenant_id,
})

type Headers = Record<string, string>
const call = async (headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app/${path}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; code: string; errors: Record<string, string[]> }),
  }
}
const at = `clients/${hanse.tenant_id}`

test('limits are given from above, defaults are kept by the tenant itself, and all settings are listed with name, label, type and value', async () => {
  assert.deepEqual((await call(partner, 'PUT', `${at}/settings/limits`, { queue_instances: 3 })).data, {
    queue_instances: 3,
    queue_memory: 2048,
    data_megabytes: 200,
    log_days: 365,
  })
  assert.equal((await call(admin, 'PUT', `${at}/settings/limits`, { log_days: 7 })).data.queue_instances, 3)
  assert.equal((await call(boss, 'PUT', `${at}/settings/limits`, { queue_instances: 10 })).status, 403)
  assert.equal(
    (await call(boss, 'PUT', `${at}/settings/defaults`, { schedule_zone: 'Europe/Lisbon' })).data.schedule_zone,
    'Europe/Lisbon',
  )
  assert.deepEqual((await call(boss, 'PUT', `${at}/settings/defaults`, { schedule_zone: 'Europe/Atlantis' })).errors, {
    schedule_zone: ['This time zone is not known.'],
  })
  assert.equal((await call(viewer, 'PUT', `${at}/settings/defaults`, { schedule_zone: 'Europe/Paris' })).status, 403)
  for (const job_days of [0, 30, 3_650, null])
    assert.equal((await call(boss, 'PUT', `${at}/settings/defaults`, { job_days })).data.job_days, job_days)
  assert.deepEqual((await call(boss, 'PUT', `${at}/settings/defaults`, { job_days: 29 })).errors, {
    job_days: ['Reports look back over a month: please enter at least 30 days, or 0 to keep them for good.'],
  })
  const listed = (await call(viewer, 'GET', `${at}/settings`)).data
  assert.deepEqual(listed[0], {
    technical_name: 'limits.queue_instances',
    label: 'Instances of a queue',
    type: 'number',
    key: 'queue_instances',
    value: 3,
  })
  assert.deepEqual(
    listed.find(({ key }: { key: string }) => key === 'schedule_zone'),
    {
      technical_name: 'defaults.schedule_zone',
      label: 'Time zone of schedules',
      type: 'string',
      key: 'schedule_zone',
      value: 'Europe/Lisbon',
    },
  )
  assert.deepEqual(listed.at(-1), {
    technical_name: 'defaults.failed_job_days',
    label: 'Keep failed jobs (days)',
    type: 'number',
    key: 'failed_job_days',
    value: null,
  })
  for (const path of ['settings', 'settings/limits', 'variables', 'workspace_domains'])
    assert.equal((await call(stranger, 'GET', `${at}/${path}`)).status, 404, path)
})

test('a file with data may be as large as the installation and the tenant allow', async () => {
  const inside = { ...boss, 'x-project-id': hanse.project_id }
  await call(admin, 'PUT', `${at}/settings/limits`, { data_megabytes: 1 })
  assert.equal((await call(inside, 'GET', 'files')).status, 200)
  const body = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\n'),
    Buffer.alloc(1_200_000, 97),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/app/files',
    headers: { ...inside, 'content-type': 'multipart/form-data; boundary=x' },
    payload: body,
  })
  assert.deepEqual([answer.statusCode, answer.json().code], [422, 'FILE_TOO_LARGE'])
})

test('variables are read by workflows of every project, behind the values of the project', async () => {
  const draft = { name: 'shop.discount', label: 'Discount', type: 'number', value: '12.5' }
  assert.deepEqual((await call(boss, 'POST', `${at}/variables`, { ...draft, value: 'much' })).errors, {
    value: ['Please enter a number such as 12.5.'],
  })
  const made = await call(boss, 'POST', `${at}/variables`, draft)
  assert.equal(made.status, 201)
  assert.deepEqual((await call(boss, 'POST', `${at}/variables`, draft)).errors, {
    name: ['There is a variable of this name already.'],
  })
  assert.equal((await call(viewer, 'POST', `${at}/variables`, { ...draft, name: 'other' })).status, 403)
  assert.equal(
    (await call(partner, 'POST', `${at}/variables`, { name: 'region', label: 'Region', value: 'north' })).status,
    201,
  )
  assert.deepEqual(
    (await call(viewer, 'GET', `${at}/variables`)).data.map((row: { name: string }) => row.name),
    ['region', 'shop.discount'],
  )
  await inScope(context.db, hanse.scope, (trx) =>
    trx.insertInto('config_values').values({ name: 'region', value: 'south' }).execute(),
  )
  assert.deepEqual(Object.fromEntries(await inScope(context.db, hanse.scope, readConfiguration)), {
    region: 'south',
    'shop.discount': '12.5',
  })
  assert.equal((await call(boss, 'PUT', `${at}/variables/${made.data.id}`, { value: '7' })).data.value, '7')
  assert.deepEqual((await call(boss, 'PUT', `${at}/variables/${made.data.id}`, { type: 'boolean' })).errors, {
    value: ['Please enter true or false.'],
  })
  assert.equal(
    (await call(stranger, 'PUT', `clients/${south.tenant_id}/variables/${made.data.id}`, { value: '8' })).status,
    404,
  )
  assert.equal((await call(boss, 'DELETE', `${at}/variables/${made.data.id}`)).status, 204)
})

test('a further workspace domain is given once, lets users of that domain sign in, and stays while somebody does', async () => {
  const give = (headers: Headers, tenant: string, domain: string) =>
    call(headers, 'POST', `clients/${tenant}/workspace_domains`, { domain })
  const given = await give(partner, hanse.tenant_id, 'Hanse-Shop.example')
  assert.deepEqual([given.status, given.data.domain], [201, 'hanse-shop.example'])
  assert.deepEqual((await give(admin, south.tenant_id, 'hanse-shop.example')).errors, {
    domain: ['workspace domain hanse-shop.example already assigned'],
  })
  assert.deepEqual((await give({ ...admin, 'accept-language': 'de' }, hanse.tenant_id, 'weft.example')).errors, {
    domain: ['Workspace-Domain weft.example bereits vergeben'],
  })
  assert.equal((await give(boss, hanse.tenant_id, 'mine.example')).status, 403)
  const person = {
    first_name: 'Sam',
    last_name: 'Shop',
    role: 'viewer',
    tenant_id: hanse.tenant_id,
    password,
    password_confirmation: password,
  }
  assert.equal((await call(admin, 'POST', 'users', { ...person, email: 'sam@elsewhere.example' })).status, 422)
  const { id } = (await call(admin, 'POST', 'users', { ...person, email: 'sam@hanse-shop.example' })).data
  const signed = await app.inject({
    method: 'POST',
    url: '/api/app/auth/login',
    headers: { 'x-workspace': 'hanse-shop.example' },
    payload: { email: 'sam@hanse-shop.example', password },
  })
  assert.deepEqual([signed.statusCode, signed.json().meta.tenant.id], [200, hanse.tenant_id])
  const listed = (await call(viewer, 'GET', `${at}/workspace_domains`)).data
  assert.deepEqual(
    listed.map((row: { domain: string; main: boolean }) => row.main),
    [true, false],
  )
  assert.equal((await call(admin, 'DELETE', `${at}/workspace_domains/${given.data.id}`)).code, 'DOMAIN_IN_USE')
  await call(admin, 'DELETE', `users/${id}`)
  assert.equal((await call(admin, 'DELETE', `${at}/workspace_domains/${given.data.id}`)).status, 204)
})

test('a logo is brought by who looks after the account or leads it, made small, and shown without a token', async () => {
  const png = await sharp({ create: { width: 1600, height: 300, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer()
  const bring = (headers: Headers, data: Buffer, path = at) =>
    app.inject({
      method: 'POST',
      url: `/api/app/${path}/picture`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.concat([
        Buffer.from(
          '--x\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n',
        ),
        data,
        Buffer.from('\r\n--x--\r\n'),
      ]),
    })
  const [first, second] = [await bring(partner, png), await bring(boss, png)]
  assert.deepEqual(
    [
      first.statusCode,
      second.statusCode,
      (await bring(viewer, png)).statusCode,
      (await bring(stranger, png)).statusCode,
    ],
    [201, 201, 403, 404],
  )
  assert.equal((await bring(admin, Buffer.from('no picture'))).statusCode, 422)
  const { logo } = (await call(viewer, 'GET', at)).data
  const shown = await app.inject({ url: logo })
  const { format, width, height } = await sharp(shown.rawPayload).metadata()
  assert.deepEqual([shown.statusCode, format, width, height], [200, 'webp', 800, 150])
  assert.equal((await app.inject({ url: first.json().data.logo })).statusCode, 404)
  assert.equal((await call(boss, 'DELETE', `${at}/picture`)).status, 204)
  assert.equal((await call(viewer, 'GET', at)).data.logo, null)
})

test('whoever of the provider looks after a tenant is whom its users are told to turn to', async () => {
  const { id } = (await call(admin, 'GET', 'auth/me')).data
  await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .updateTable('users')
      .set({ first_name: 'Ada', last_name: 'Admin', phone: '+49 40 7' })
      .where('id', '=', id)
      .execute(),
  )
  assert.equal((await call(partner, 'PUT', at, { provider_user_id: id })).status, 403)
  assert.equal((await call(admin, 'PUT', at, { provider_user_id: id })).data.provider_contact.email, 'ada@weft.example')
  const { name, email, phone } = (await call(viewer, 'GET', 'help/contact')).data.provider
  assert.deepEqual([name, email, phone], ['Ada Admin', 'ada@weft.example', '+49 40 7'])
})

test('the ranges of numbers begin as their settings say', async () => {
  const { value } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx.selectFrom('settings').select('value').where('key', '=', 'number_ranges').executeTakeFirstOrThrow(),
  )
  assert.deepEqual(value, numberRangeSettings.schema.parse({}))
})
