import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { openConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { parseKey, ringOf } from '@weft/kit/secrets/keyring.server.ts'
import { resealAll } from '@weft/kit/secrets/reseal.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key })
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const viewer = await signedIn(server, { email: 'vic@hanse.example', role: 'viewer', tenant_id: hanse.tenant_id })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const plain = 'Sup3r-Geheim-42'

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = boss,
) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any }),
  }
}
const at = `clients/${hanse.tenant_id}/variables`
const audited = async () =>
  JSON.stringify((await inScope(context.db, systemScope, (trx) => sql`select * from audit_logs`.execute(trx))).rows)
const configuration = () => openConfiguration(context.db, context.key, hanse.scope)

test('a variable that is a secret goes in, is answered as set, and comes out of no route and no table', async () => {
  const made = await call('POST', at, { name: 'shop.token', label: 'Shop', kind: 'secret', secret: plain })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.data.kind, made.data.value, made.data.secret, made.data.looks_secret],
    ['secret', '', '', false],
  )
  assert.ok(Date.parse(made.data.secret_at) > 0)
  const one = `${at}/${made.data.id}`
  const answers = [
    made,
    await call('GET', at),
    await call('GET', `${at}?noPagination=true`),
    await call('GET', one),
    await call('GET', at, undefined, viewer),
    await call('GET', one, undefined, partner),
    await call('PUT', one, { label: 'Key of the shop' }),
  ]
  for (const answer of answers)
    assert.ok(!answer.text.includes(plain) && !answer.text.includes('secret_value'), answer.text)
  assert.equal(answers.at(-1)!.data.secret_at, made.data.secret_at, 'a change of something else keeps it')
  for (const query of ['filter[secret]=x', 'sort=secret'])
    assert.equal((await call('GET', `${at}?${query}`)).status, 422, query)
  const rows = await inScope(context.db, hanse.scope, (trx) => trx.selectFrom('variables').selectAll().execute())
  assert.ok(
    !rows.some(({ secret_value, ...row }) => JSON.stringify(row).includes(plain) || secret_value?.includes(plain)),
  )
  assert.ok(!(await audited()).includes(plain))
})

test('steps of workflows of every project read it, mappings do not, and a value of the project goes before', async () => {
  assert.equal(await configuration().value('shop.token'), plain)
  assert.equal(await configuration().text('shop.token'), undefined)
  const { data } = await call(
    'POST',
    'config_values',
    { name: 'shop.token', value: 'of the project' },
    { ...boss, 'x-project-id': hanse.project_id },
  )
  assert.deepEqual(
    [await configuration().value('shop.token'), await configuration().text('shop.token')],
    ['of the project', 'of the project'],
  )
  await call(
    'PUT',
    `config_values/${data.id}`,
    { kind: 'secret', secret: 'The-Projects-Own' },
    { ...boss, 'x-project-id': hanse.project_id },
  )
  assert.deepEqual(
    [await configuration().value('shop.token'), await configuration().text('shop.token')],
    ['The-Projects-Own', undefined],
  )
  await call('DELETE', `config_values/${data.id}`, undefined, { ...boss, 'x-project-id': hanse.project_id })
})

test('a run that goes on with what another was answered masks secrets it has not read itself', async () => {
  const { mask, openAll } = configuration()
  assert.equal(mask(`You said ${plain}`), `You said ${plain}`)
  await openAll()
  assert.equal(mask(`You said ${plain}`), 'You said ••••(shop.token)')
})

test('a new secret replaces it, clearing leaves its name, and whoever may not change variables changes none', async () => {
  const { id } = (await call('GET', `${at}?searchTerm=shop.token`)).data[0]
  assert.equal((await call('PUT', `${at}/${id}`, { secret: 'Another-Secret-1' })).status, 200)
  assert.equal(await configuration().value('shop.token'), 'Another-Secret-1')
  assert.deepEqual((await call('PUT', `${at}/${id}`, { secret: 'short' })).errors, {
    secret: ['A secret has at least 6 characters.'],
  })
  assert.deepEqual((await call('PUT', `${at}/${id}`, { kind: 'text' })).errors, {
    value: ['A secret is never shown again, so its value does not become a text. Please enter a new one.'],
  })
  assert.equal((await call('DELETE', `${at}/${id}/secret`, undefined, viewer)).status, 403)
  assert.equal((await call('DELETE', `${at}/${id}/secret`)).data.secret_at, null)
  assert.equal(await configuration().value('shop.token'), undefined)
})

test('a text that looks like a secret is offered for conversion; converted, it is out of the answers, the table and the audit log', async () => {
  const { data: text } = await call('POST', at, { name: 'sales_org', label: 'Organisation', value: 'DE-first-value' })
  await call('PUT', `${at}/${text.id}`, { value: 'DE-second-value' })
  assert.equal(text.looks_secret, false)
  assert.ok((await audited()).includes('DE-first-value'))
  const { data: token } = await call('POST', at, { name: 'erp.api_key', label: 'ERP', value: plain })
  assert.equal(token.looks_secret, true)
  assert.ok(!(await audited()).includes(plain), 'what looks like a secret is not written down even before')
  for (const { id } of [text, token]) {
    const converted = await call('PUT', `${at}/${id}`, { kind: 'secret' })
    assert.deepEqual([converted.status, converted.data.kind, converted.data.value], [200, 'secret', ''])
  }
  const log = await audited()
  for (const gone of ['DE-first-value', 'DE-second-value', plain]) assert.ok(!log.includes(gone), gone)
  assert.match(log, /"audit_entries_masked":2/)
  assert.deepEqual(
    [await configuration().value('sales_org'), await configuration().value('erp.api_key')],
    ['DE-second-value', plain],
  )
})

test('a secret that becomes a text again has to fit its type', async () => {
  const { data } = await call('POST', at, { name: 'discount', label: 'Discount', type: 'number', value: '12.5' })
  assert.deepEqual(
    (await call('PUT', `${at}/${data.id}`, { kind: 'secret', secret: 'no number at all' })).data.kind,
    'secret',
  )
  assert.deepEqual((await call('PUT', `${at}/${data.id}`, { kind: 'text', value: 'much' })).errors, {
    value: ['Please enter a number such as 12.5.'],
  })
  assert.deepEqual((await call('PUT', `${at}/${data.id}`, { kind: 'text', value: '7' })).data.value, '7')
})

test('a partner keeps secrets of its own the same way', async () => {
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('tenants')
      .values({
        id: hanse.partner_id,
        kind: 'partner',
        partner_id: hanse.partner_id,
        name: 'Place',
        workspace: 'place.example',
        initialized: true,
      })
      .execute(),
  )
  const made = await call(
    'POST',
    `partners/${hanse.partner_id}/variables`,
    { name: 'portal.key', label: 'Portal', kind: 'secret', secret: plain },
    partner,
  )
  assert.equal(made.status, 201, made.text)
  assert.ok(!(await call('GET', `partners/${hanse.partner_id}/variables`, undefined, partner)).text.includes(plain))
  assert.ok(!(await audited()).includes(plain))
})

test('a change of the key finds secrets among the variables', async () => {
  const next = ringOf(parseKey('the next key'), ...context.key.all())
  const found = await resealAll(context.db, next)
  assert.deepEqual(
    found.filter(({ closed }) => closed > 0),
    [],
  )
  assert.equal(found.find(({ table }) => table === 'variables')?.turned, 3)
  assert.equal(
    await openConfiguration(context.db, ringOf(parseKey('the next key')), hanse.scope).value('erp.api_key'),
    plain,
  )
})
