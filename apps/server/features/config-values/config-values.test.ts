import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import fc from 'fast-check'
import { looksSecret } from '@weft/kit/secrets/secret-value.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { openConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { parseKey, ringOf } from '@weft/kit/secrets/keyring.server.ts'
import { resealAll } from '@weft/kit/secrets/reseal.server.ts'
import { beginAuthenticator } from '../../auth/authenticator.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key })
const own = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const headers: Record<string, string> = { ...own, 'x-project-id': hanse.project_id }

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any }),
  }
}
const plain = 'Sup3r-Geheim-42'
/** The password the first administrator is given stands among the settings until it is used. */
const firstPassword = async () =>
  (
    await inScope(context.db, systemScope, (trx) =>
      trx.selectFrom('settings').select('value').where('key', '=', 'first_password').executeTakeFirst(),
    )
  )?.value
const audited = async () =>
  JSON.stringify((await inScope(context.db, systemScope, (trx) => sql`select * from audit_logs`.execute(trx))).rows)
const configuration = () => openConfiguration(context.db, context.key, hanse.scope)

test('one value is found by its name, and none by its secret', async () => {
  await call('POST', 'config_values', { name: 'shop.url', value: 'https://shop.example' })
  await call('POST', 'config_values', { name: 'shop.path', value: '/orders' })
  const found = await call('GET', 'config_values?filter[name]=shop.path')
  assert.deepEqual([found.status, found.data.map((row: { value: string }) => row.value)], [200, ['/orders']])
  for (const url of ['config_values?filter[secret]=x', 'config_values?sort=secret'])
    assert.equal((await call('GET', url)).status, 422, url)
})

test('a secret goes in, is answered as set, and comes out of no route', async () => {
  const made = await call('POST', 'config_values', { name: 'shop.token', kind: 'secret', secret: plain })
  assert.equal(made.status, 201)
  assert.deepEqual(
    [made.data.kind, made.data.value, made.data.secret, made.data.looks_secret],
    ['secret', '', '', false],
  )
  assert.ok(Date.parse(made.data.secret_at) > 0)
  for (const answer of [
    made,
    await call('GET', 'config_values'),
    await call('GET', 'config_values?noPagination=true'),
    await call('GET', `config_values/${made.data.id}`),
    await call('GET', 'config_values?searchTerm=Geheim'),
    await call('PUT', `config_values/${made.data.id}`, { description: 'Key of the shop' }),
  ])
    assert.ok(!answer.text.includes(plain))
  assert.equal(await configuration().value('shop.token'), plain)
  assert.ok(!(await audited()).includes(plain))
})

test('designers are told names, never a value, and a value of the project goes before a variable of its tenant', async () => {
  await inScope(context.db, hanse.scope, (trx) =>
    trx
      .insertInto('variables')
      .values([
        { name: 'shop.url', label: 'Behind the project', value: 'https://elsewhere.example' },
        { name: 'zone', label: 'Time zone', value: 'Europe/Lisbon' },
      ])
      .execute(),
  )
  const { status, data, text } = await call('GET', 'config_values/names')
  assert.deepEqual(
    [status, data],
    [
      200,
      [
        { name: 'shop.path', kind: 'text', description: '', of: 'project' },
        { name: 'shop.token', kind: 'secret', description: 'Key of the shop', of: 'project' },
        { name: 'shop.url', kind: 'text', description: '', of: 'project' },
        { name: 'zone', kind: 'text', description: 'Time zone', of: 'account' },
      ],
    ],
  )
  for (const value of [plain, 'https://shop.example', '/orders', 'Europe/Lisbon']) assert.ok(!text.includes(value))
})

test('a change of something else keeps it, a new one replaces it, and clearing leaves its name', async () => {
  const { id, secret_at } = (await call('GET', 'config_values?searchTerm=shop.token')).data[0]
  const same = await call('PUT', `config_values/${id}`, { secret: '', description: 'Changed' })
  assert.equal(same.data.secret_at, secret_at)
  assert.equal(await configuration().value('shop.token'), plain)
  assert.equal((await call('PUT', `config_values/${id}`, { secret: 'Another-Secret-1' })).status, 200)
  assert.equal(await configuration().value('shop.token'), 'Another-Secret-1')
  assert.equal((await call('DELETE', `config_values/${id}/secret`)).data.secret_at, null)
  assert.equal(await configuration().value('shop.token'), undefined)
  assert.deepEqual((await call('PUT', `config_values/${id}`, { kind: 'text' })).errors, {
    value: ['A secret is never shown again, so its value does not become a text. Please enter a new one.'],
  })
  assert.deepEqual((await call('PUT', `config_values/${id}`, { secret: 'short' })).errors, {
    secret: ['A secret has at least 6 characters.'],
  })
})

test('what is read by its name keeps it, until nothing reads it any more', async () => {
  const { id } = (await call('POST', 'config_values', { name: 'sales.mail', value: 'sales@shop.example' })).data
  const readers = {
    settings: 'steps:\n  - id: tell\n    settings: { title: "{{ config.sales.mail }}" }\n',
    secrets: 'steps:\n  - id: ask\n    settings: { auth: bearer, auth_value: sales.mail }\n',
    quoted: 'steps:\n  - id: hook\n    settings:\n      secret: "sales.mail"\n',
    alike:
      'steps:\n  - id: tell\n    settings: { title: "{{ config.sales.mailbox }} sales.mail", secret: sales_mail }\n',
  }
  const { id: queue_id } = await inScope(context.db, hanse.scope, (trx) =>
    trx.selectFrom('queues').select('id').executeTakeFirstOrThrow(),
  )
  await inScope(context.db, hanse.scope, async (trx) => {
    for (const [label, source] of Object.entries(readers))
      await trx.insertInto('workflows').values({ label, class_name: label, source, queue_id }).execute()
    await trx
      .insertInto('text_templates')
      .values({ label: 'a template', body: 'To {{ config.sales.mail | upcase }}' })
      .execute()
    const transformers = [{ id: 'x', key: 'config_value', output: 'x', options: { key: 'sales.mail' } }]
    const formula = [
      { id: 'y', key: 'formula', output: 'y', options: { text: 'config_value(key: "sales.mail") & "!"' } },
    ]
    await trx
      .insertInto('functions')
      .values([
        { label: 'as a box', name: 'boxed', definition: JSON.stringify({ transformers }) },
        { label: 'in a formula', name: 'written', definition: JSON.stringify({ transformers: formula }) },
        { label: 'of another', name: 'other', definition: JSON.stringify({ name: 'sales.mail' }) },
      ])
      .execute()
  })
  assert.deepEqual((await call('PUT', `config_values/${id}`, { name: 'sales.box' })).errors, {
    name: [
      'Read by this name in: a template, as a box, in a formula, quoted, secrets, settings. Change it there first, or make a second value.',
    ],
  })
  assert.equal((await call('PUT', `config_values/${id}`, { name: 'sales.mail', value: 'x@shop.example' })).status, 200)
  await inScope(context.db, hanse.scope, async (trx) => {
    await trx.deleteFrom('functions').execute()
    await trx.deleteFrom('text_templates').execute()
    await trx.deleteFrom('workflows').where('label', '<>', 'alike').execute()
  })
  assert.equal((await call('PUT', `config_values/${id}`, { name: 'sales.box' })).data.name, 'sales.box')
})

test('a text that looks like a secret is offered for conversion; converted, it is out of the answers, the table and the audit log', async () => {
  const { data: text } = await call('POST', 'config_values', { name: 'sales_org', value: 'DE-first-value' })
  await call('PUT', `config_values/${text.id}`, { value: 'DE-second-value' })
  assert.equal(text.looks_secret, false)
  assert.ok((await audited()).includes('DE-first-value'))
  const { data: token } = await call('POST', 'config_values', { name: 'erp.api_key', value: plain })
  assert.equal(token.looks_secret, true)
  assert.ok(!(await audited()).includes(plain), 'what looks like a secret is not written down even before')
  for (const { id } of [text, token]) {
    const converted = await call('PUT', `config_values/${id}`, { kind: 'secret' })
    assert.deepEqual([converted.status, converted.data.kind, converted.data.value], [200, 'secret', ''])
  }
  const log = await audited()
  for (const gone of ['DE-first-value', 'DE-second-value', plain]) assert.ok(!log.includes(gone), gone)
  assert.match(log, /"audit_entries_masked":2/)
  assert.deepEqual(
    [await configuration().value('sales_org'), await configuration().value('erp.api_key')],
    ['DE-second-value', plain],
  )
  assert.ok(
    !JSON.stringify(
      (await inScope(context.db, hanse.scope, (trx) => trx.selectFrom('config_values').selectAll().execute())).map(
        ({ secret_value: _, ...row }) => row,
      ),
    ).includes(plain),
  )
})

test('the password of the first administrator is not in the audit log either', async () => {
  const password = await firstPassword()
  assert.ok(password === undefined || !(await audited()).includes(String(password)))
})

test('mappings do not read secrets', async () => {
  assert.equal(await configuration().text('erp.api_key'), undefined)
  const { data } = await call('POST', 'config_values', { name: 'region', value: 'north' })
  assert.equal(await configuration().text('region'), 'north')
  await call('DELETE', `config_values/${data.id}`)
})

test('the database and the screen agree on what looks like a secret', async () => {
  const names = fc.oneof(
    fc.constantFrom(
      'key',
      'api_key',
      'shop.token',
      'monkey',
      'keynote',
      'tokens',
      'sales_org',
      'authorization',
      'a.password_b',
    ),
    fc.stringMatching(/^[a-z][a-z0-9_.]{0,12}$/),
  )
  const values = fc.oneof(
    fc.constantFrom('', 'sk_1', 'Bearer x', 'https://shop.example', 'eyJhbGci.x', 'AKIA1', 'plain words'),
    fc.stringMatching(/^[A-Za-z0-9+/_=-]{15,25}$/),
    fc.string(),
  )
  const samples = fc.sample(
    fc.tuple(
      names,
      values.filter((value) => !value.includes('\0') && value.isWellFormed() && !/[\n\r\u2028\u2029]/.test(value)),
    ),
    2_000,
  )
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql<{
      looks: boolean
    }>`select weft_looks_secret(n, v) as looks from unnest(${samples.map(([name]) => name)}::text[], ${samples.map(([, value]) => value)}::text[]) with ordinality as x(n, v, i) order by i`.execute(
      trx,
    ),
  )
  for (const [i, [name, value]] of samples.entries())
    assert.equal(looksSecret(name, value), rows[i]!.looks, `${name} = ${value}`)
})

test('a change of the key finds every secret where its place says, in every column there is', async () => {
  await call('PUT', `config_values/${(await call('GET', 'config_values?searchTerm=shop.token')).data[0].id}`, {
    secret: 'Turned-Secret-1',
  })
  const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
  const asAdmin = async (url: string, payload: object) =>
    assert.ok(
      (await app.inject({ method: 'POST', url: `/api/admin/${url}`, headers: admin, payload })).statusCode < 300,
      url,
    )
  await asAdmin('storage_servers', {
    name: 'Fleet',
    type: 'sftp',
    host: '127.0.0.1',
    port: 9,
    username: 'weft',
    password: 'Storage-Secret-1',
  })
  await asAdmin('database_servers', {
    name: 'Sea',
    engine: 'postgres',
    host: '127.0.0.1',
    port: 9,
    username: 'weft',
    password: 'Server-Secret-1',
  })
  assert.equal(
    (
      await call('PUT', 'mail_transport', {
        host: 'mail.example',
        from: 'shop@mail.example',
        user: 'shop',
        password: 'Mail-Secret-1',
      })
    ).status,
    200,
  )
  await inScope(context.db, systemScope, (trx) =>
    beginAuthenticator(trx, context.key, { id: hanse.user_id, email: 'user@hanse.example' }),
  )
  const flow = await call('POST', 'workflows', { label: 'Hook', class_name: 'Hook' })
  assert.equal((await call('POST', 'workflow_tokens', { workflow_id: flow.data.id, name: 'Shop' })).status, 201)
  const next = ringOf(parseKey('the next key'), ...context.key.all())
  const found = await resealAll(context.db, next)
  assert.deepEqual(
    found.filter(({ closed }) => closed > 0),
    [],
  )
  const turned = Object.fromEntries(found.map(({ table, turned }) => [table, turned]))
  assert.deepEqual(turned, {
    key_check: 1,
    database_servers: 1,
    tenant_connections: 2,
    storage_servers: 1,
    mail_transports: 1,
    authenticators: 1,
    workflow_tokens: 1,
    config_values: 3,
  })
  assert.equal(
    await openConfiguration(context.db, ringOf(parseKey('the next key')), hanse.scope).value('shop.token'),
    'Turned-Secret-1',
  )
})
