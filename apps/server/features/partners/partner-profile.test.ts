import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const [nord, sued] = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('partners')
    .values(['nord', 'sued'].map((name) => ({ name, workspace: `${name}.example`, api_token: `${name}-token` })))
    .returning('id')
    .execute(),
)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const lead = await signedIn(server, { email: 'lead@nord.example', role: 'partner_admin', partner_id: nord!.id })
const staff = await signedIn(server, { email: 'staff@nord.example', role: 'partner_staff', partner_id: nord!.id })
const other = await signedIn(server, { email: 'lead@sued.example', role: 'partner_admin', partner_id: sued!.id })
const call = async (
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const answer = await app.inject({
    method,
    url: `/api/app${url}`,
    headers: { ...headers, 'accept-language': 'en' },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : undefined) as any }
}

for (const [path, entry] of [
  ['leads', { company: 'Elbe Werft', status: 'contacted', email: 'kim@elbe.example' }],
  ['certificates', { name: 'ISO 27001', issued_on: '2026-01-31' }],
  ['contact_persons', { name: 'Kim Elbe', position: 'Sales' }],
  ['partner_references', { title: 'Web shop of a shipyard', year: 2025 }],
  ['partner_services', { name: 'Onboarding', kind: 'training' }],
] as const)
  test(`a partner keeps its ${path}, staff reads them, and no other partner sees them`, async () => {
    const made = await call(lead, 'POST', `/${path}`, entry)
    assert.equal(made.status, 201)
    const { id } = made.body.data
    assert.deepEqual(
      (await call(staff, 'GET', `/${path}`)).body.data.map((row: { id: string }) => row.id),
      [id],
    )
    assert.equal((await call(staff, 'PUT', `/${path}/${id}`, entry)).status, 403)
    assert.deepEqual(
      [
        (await call(other, 'GET', `/${path}`)).body.meta.total,
        (await call(other, 'GET', `/${path}/${id}`)).status,
        (await call(other, 'DELETE', `/${path}/${id}`)).status,
      ],
      [0, 404, 404],
    )
    assert.equal((await call({ ...admin, 'x-partner-key': 'nord-token' }, 'GET', `/${path}/${id}`)).status, 200)
    assert.equal((await call(lead, 'DELETE', `/${path}/${id}`)).status, 204)
  })

test('a partner says about itself what it likes; the provider may do it in its name', async () => {
  assert.deepEqual((await call(lead, 'GET', '/partner_profile')).body.data, {
    about: '',
    founded: null,
    employees: null,
    industries: '',
    regions: '',
  })
  assert.equal(
    (await call(lead, 'PUT', '/partner_profile', { about: 'We integrate shops.', founded: 2009 })).status,
    200,
  )
  assert.equal(
    (await call({ ...admin, 'x-partner-key': 'nord-token' }, 'PUT', '/partner_profile', { employees: 12 })).status,
    200,
  )
  assert.deepEqual((await call(staff, 'GET', '/partner_profile')).body.data, {
    about: 'We integrate shops.',
    founded: 2009,
    employees: 12,
    industries: '',
    regions: '',
  })
  assert.deepEqual((await call(lead, 'PUT', '/partner_profile', { founded: 3 })).body.errors, {
    founded: ['Please enter 1600 or more.'],
  })
  assert.equal((await call(other, 'GET', '/partner_profile')).body.data.about, '')
})
