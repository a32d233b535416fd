import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const partner = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('partners')
    .values({ name: 'Nord', workspace: 'nord.example', api_token: 'nord' })
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
      api_token: 'hanse',
      active: true,
      status: 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const lead = await signedIn(server, { email: 'lead@nord.example', role: 'partner_admin', partner_id: partner.id })
const staff = await signedIn(server, { email: 'staff@nord.example', role: 'partner_staff', partner_id: partner.id })
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: tenant.id })
const call = async (headers: Record<string, string>, method: 'GET' | 'PUT', url: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/admin${url}`,
    headers: { ...headers, 'accept-language': 'en' },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as any, etag: String(answer.headers['etag'] ?? '') }
}

test('the provider keeps its own company, part by part', async () => {
  assert.deepEqual((await call(admin, 'GET', '/company/general')).body.data, { name: '', short: '', language: 'de' })
  await call(admin, 'PUT', '/company/general', { name: 'Weft GmbH', short: 'Weft' })
  await call(admin, 'PUT', '/company/accounting', {
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFFXXX',
    bank_name: 'Commerzbank',
  })
  const { name, iban, bank_name, city } = (await call(admin, 'GET', '/company')).body.data
  assert.deepEqual(
    { name, iban, bank_name, city },
    { name: 'Weft GmbH', iban: 'DE89 3704 0044 0532 0130 00', bank_name: 'Commerzbank', city: '' },
  )
})

test('bank details and VAT numbers are checked, each at its field', async () => {
  const refused = await call(admin, 'PUT', '/company/accounting', {
    iban: 'DE89 3704 0044 0532 0130 01',
    bic: 'COBA',
    vat_number: 'DE12',
  })
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.errors, {
    iban: ['This is not a valid IBAN. Please check the digits.'],
    bic: ['A BIC has 8 or 11 characters, such as DEUTDEFF.'],
    vat_number: ['This is not written like a VAT number, such as DE123456789.'],
  })
})

test('a partner and a tenant keep their contact and invoice data, but not their name', async () => {
  for (const [headers, name] of [
    [lead, 'Nord'],
    [boss, 'Hanse'],
  ] as const) {
    assert.equal(
      (await call(headers, 'PUT', '/company/contact', { contact_person: 'Kim Elbe', phone: '+49 40 1' })).status,
      200,
    )
    assert.equal((await call(headers, 'PUT', '/company/billing', { city: 'Hamburg' })).status, 200)
    assert.equal((await call(headers, 'PUT', '/company/general', { name: 'Other' })).status, 403)
    const own = (await call(headers, 'GET', '/company')).body.data
    assert.deepEqual([own.name, own.contact_person, own.city], [name, 'Kim Elbe', 'Hamburg'])
  }
  assert.equal((await call(staff, 'PUT', '/company/contact', { phone: '1' })).status, 403)
  assert.equal((await call(staff, 'GET', '/company/accounting')).status, 403)
})

test('the provider changes the parts of a partner; what was changed meanwhile is refused', async () => {
  const { etag } = await call(admin, 'GET', `/partners/${partner.id}/billing`)
  assert.equal(
    (await call(admin, 'PUT', `/partners/${partner.id}/billing`, { street: 'Kai 1', zip: '20457' })).status,
    200,
  )
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/admin/partners/${partner.id}/billing`,
    headers: { ...admin, 'if-match': etag },
    payload: { street: 'Kai 2' },
  })
  assert.equal(answer.statusCode, 409)
  assert.equal((await call(lead, 'PUT', `/partners/${partner.id}/billing`, { street: 'Kai 3' })).status, 403)
  assert.deepEqual((await call(admin, 'GET', `/partners/${partner.id}/billing`)).body.data, {
    address_line_1: '',
    address_line_2: '',
    address_line_3: '',
    street: 'Kai 1',
    zip: '20457',
    city: 'Hamburg',
    country: '',
  })
})

test('the countries stand ready, and the provider keeps them up to date', async () => {
  const find = async () =>
    (await call(admin, 'GET', '/countries?searchTerm=German')).body.data.map(
      ({ id: _, created_at: __, updated_at: ___, ...row }: Record<string, unknown>) => row,
    )
  assert.deepEqual(await find(), [
    {
      code: 'DE',
      name: 'Deutschland',
      international_name: 'Germany',
      eu_member: true,
      tax_rate: 19,
      disable_tax: false,
    },
  ])
  const { id } = (await call(admin, 'GET', '/countries?searchTerm=German')).body.data[0]
  assert.equal(
    (await call(admin, 'PUT', `/countries/${id}`, { tax_rate: 101 })).body.errors.tax_rate[0],
    'Please enter 100 or less.',
  )
  assert.equal((await call(admin, 'PUT', `/countries/${id}`, { tax_rate: 19.5, disable_tax: true })).status, 200)
  assert.deepEqual([(await find())[0].tax_rate, (await find())[0].disable_tax], [19.5, true])
  assert.equal((await call(boss, 'PUT', `/countries/${id}`, { tax_rate: 0 })).status, 403)
})
