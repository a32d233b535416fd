import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { contracts } from '@weft/contracts/all.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import type { RouteContract } from '@weft/kit/contracts/route.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { readyMade } from '@weft/kit/define/permissions.ts'
import { sql } from 'kysely'
import { openContext } from '../../open-context.ts'
import { createServer } from '../../server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const key = { ...server.test, key: context.key }
const hanse = await aTenant(key)
const south = await aTenant(key)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const other_project = await inScope(context.db, { level: 'tenant', tenant_id: hanse.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Second' }).returning('id').executeTakeFirstOrThrow(),
).then(({ id }) => id!)

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(
  headers: Headers,
  method: Method,
  url: string,
  payload?: object,
  { from = '127.0.0.1', on = app } = {},
) {
  const answer = await on.inject({
    method,
    url: `/api/app/${url}`,
    headers: { 'accept-language': 'en', ...headers },
    remoteAddress: from,
    ...(payload && { payload }),
  })
  const body = (answer.body ? answer.json() : {}) as {
    data: any
    meta: any
    code: string
    message: string
    errors: any
  }
  return { status: answer.statusCode, ...body }
}
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
/** An account made by `by` with its token. */
async function made(by: Headers, entry: object) {
  const { status, data, message } = await call(by, 'POST', 'service_accounts', entry)
  assert.equal(status, 201, message)
  return { ...(data as { token: string; account: { id: string; tokens: { id: string }[] } }), as: bearer(data.token) }
}
let count = 0
const named = (more: object) => ({ name: `Program ${(count += 1)}`, ...more })

test('its token is shown once, recognisable, and kept as a hash; with it alone a program is in its tenant and project', async () => {
  const { token, account, as } = await made(boss, {
    name: 'Nightly export',
    project_id: hanse.project_id,
    permissions: ['workflows.view', 'workflows.create', 'jobs.view'],
  })
  assert.match(token, /^weft_sa_[\w-]{43}$/)
  const read = await call(boss, 'GET', `service_accounts/${account.id}`)
  assert.deepEqual(
    [read.data.name, read.data.project_name, read.data.tokens.length, read.data.tokens[0].beginning],
    ['Nightly export', 'Commerce hub', 1, token.slice(0, 12)],
  )
  assert.equal(JSON.stringify(read).includes(token), false)
  const [kept] = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('service_account_tokens').selectAll().where('service_account_id', '=', account.id).execute(),
  )
  assert.deepEqual(kept!.token_hash, createHash('sha256').update(token).digest())
  const workflow = { label: 'By a program', class_name: 'ByProgram' }
  const { status, data } = await call(as, 'POST', 'workflows', workflow)
  assert.deepEqual([status, data.project_id], [201, hanse.project_id])
  assert.equal((await call(as, 'GET', 'workflows')).data.length, 1)
  assert.deepEqual((await call(as, 'GET', 'service_accounts/self')).data, {
    id: account.id,
    name: 'Nightly export',
    level: 'project',
    partner_id: null,
    tenant_id: hanse.tenant_id,
    project_id: hanse.project_id,
    permissions: ['jobs.view', 'workflows.create', 'workflows.view'],
    expires_at: null,
  })
  const [entry] = (await call(boss, 'GET', `audit_logs?filter[entity_id]=${data.id}`)).data
  assert.deepEqual(
    [entry.actor, entry.actor_kind, entry.user_id, entry.action],
    ['Nightly export', 'service_account', account.id, 'update'],
  )
})

test('each level makes its own, and sees nobody else’s', async () => {
  const [providers, partners, tenants] = [
    await made(admin, named({ permissions: ['partners.view'] })),
    await made(partner, named({ permissions: ['tenants.view'] })),
    await made(boss, named({ permissions: ['projects.view'] })),
  ]
  const levels = []
  for (const { as } of [providers, partners, tenants])
    levels.push((await call(as, 'GET', 'service_accounts/self')).data.level)
  assert.deepEqual(levels, ['provider', 'partner', 'tenant'])
  for (const [headers, own] of [
    [admin, providers],
    [partner, partners],
    [boss, tenants],
  ] as const)
    for (const { account } of [providers, partners, tenants])
      assert.equal(
        (await call(headers, 'GET', `service_accounts/${account.id}`)).status,
        account.id === own.account.id ? 200 : 404,
      )
  assert.equal((await call(providers.as, 'GET', 'partners')).status, 200)
  assert.deepEqual(
    (await call(partners.as, 'GET', 'clients')).data.map(({ id }: { id: string }) => id),
    [hanse.tenant_id],
  )
  assert.equal((await call(tenants.as, 'GET', 'projects')).data.length, 2)
  assert.equal((await call(tenants.as, 'GET', 'workflows')).code, 'FORBIDDEN')
})

test('it never has more rights than whoever makes, changes or renews it, nor rights its level has no use for', async () => {
  const role = {
    name: 'helper',
    display_name: 'Helper',
    permissions: ['users.view', 'users.create', 'users.update', 'jobs.view'],
  }
  assert.equal((await call(boss, 'POST', 'roles', role)).status, 201)
  const helper = await signedIn(server, { email: 'hal@hanse.example', role: 'helper', tenant_id: hanse.tenant_id })
  const beyond = await call(helper, 'POST', 'service_accounts', named({ permissions: ['jobs.view', 'workflows.view'] }))
  assert.deepEqual([beyond.status, beyond.code], [403, 'BEYOND_OWN_RIGHTS'])
  assert.match(beyond.message, /workflows\.view/)
  const { account: strong } = await made(boss, named({ permissions: ['workflows.view'] }))
  for (const [method, url, body] of [
    ['PUT', `service_accounts/${strong.id}`, { description: 'Mine now' }],
    ['POST', `service_accounts/${strong.id}/tokens`, {}],
  ] as const)
    assert.equal((await call(helper, method, url, body)).code, 'BEYOND_OWN_RIGHTS')
  const { account: weak } = await made(helper, named({ permissions: ['jobs.view'] }))
  const more = await call(helper, 'PUT', `service_accounts/${weak.id}`, { permissions: ['jobs.view', 'jobs.run'] })
  assert.equal(more.code, 'BEYOND_OWN_RIGHTS')
  assert.deepEqual((await call(boss, 'POST', 'service_accounts', named({ permissions: ['system.view'] }))).errors, {
    permissions: ['Service accounts of this level cannot have: system.view'],
  })
  const wide = named({ permissions: ['users.view'], project_id: hanse.project_id })
  assert.deepEqual((await call(boss, 'POST', 'service_accounts', wide)).errors, {
    permissions: ['Service accounts of this level cannot have: users.view'],
  })
})

test('the account of a project reaches nothing beside it', async () => {
  const permissions = [...readyMade('tenant_admin')].filter((one) =>
    /^(workflows|jobs|records|queries|projects)\./.test(one),
  )
  const { as } = await made(boss, named({ permissions, project_id: hanse.project_id }))
  const elsewhere = await call({ ...boss, 'x-project-id': other_project }, 'POST', 'workflows', {
    label: 'Elsewhere',
    class_name: 'Elsewhere',
  })
  assert.equal(elsewhere.status, 201)
  assert.equal((await call(as, 'GET', `workflows/${elsewhere.data.id}`)).status, 404)
  assert.equal((await call({ ...as, 'x-project-id': other_project }, 'GET', 'workflows')).code, 'FORBIDDEN')
  const { api_token } = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('tenants').select('api_token').where('id', '=', south.tenant_id).executeTakeFirstOrThrow(),
  )
  assert.equal((await call({ ...as, 'x-api-key': api_token }, 'GET', 'workflows')).code, 'FORBIDDEN')
  for (const url of ['projects', 'files', 'queues'])
    assert.equal((await call(as, 'GET', url)).code, 'ONLY_IN_PROJECT', url)
  const job = (project_id: string) =>
    inScope(context.db, { level: 'tenant', tenant_id: hanse.tenant_id, project_id }, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        with w as (select * from workflows limit 1), kept as (
          insert into workflow_sources (id, workflow_id, source) select weft_source_id(id, source), id, source from w returning id)
        insert into jobs (tenant_id, project_id, workflow_id, queue_id, status, source_id, version, started_by)
        select tenant_id, project_id, w.id, ${hanse.queue_id}, 'info', kept.id, 1, 'hand' from w, kept returning id`.execute(
        trx,
      )
      return rows[0]!.id
    })
  const [own, foreign] = [await job(hanse.project_id), await job(other_project)]
  const listed = (await call(as, 'GET', 'jobs')).data.map(({ id }: { id: string }) => id)
  assert.deepEqual([listed.includes(own), listed.includes(foreign)], [true, false])
  assert.equal((await call(as, 'GET', `jobs/${foreign}`)).status, 404)
  assert.equal((await call(as, 'POST', `jobs/${foreign}/requeue`, {})).status, 404)
  const bulk = await call({ ...boss, 'x-project-id': other_project }, 'POST', 'bulk_actions', {
    action: 'cancel',
    ids: [foreign],
  })
  assert.equal(bulk.status, 202)
  assert.equal((await call(as, 'GET', `bulk_actions/${bulk.data.id}`)).status, 404)
})

test('what is somebody’s own is refused to every program, whatever its rights', async () => {
  const { as } = await made(
    boss,
    named({ permissions: [...readyMade('tenant_admin')].filter((one) => !one.startsWith('own.')) }),
  )
  const routes = Object.entries(contracts as Record<string, RouteContract>).filter(
    ([, { scope, peopleOnly }]) => scope === 'user' || peopleOnly,
  )
  assert.ok(routes.length > 35)
  for (const [route] of routes) {
    const [method, path] = route.split(' ') as [Method, string]
    const url = path.slice(1).replaceAll(/:\w+/g, hanse.user_id)
    const { code } = await call(as, method, url, method === 'GET' ? undefined : {})
    assert.equal(code, 'NOT_FOR_SERVICE_ACCOUNTS', route)
  }
})

test('a token that is revoked is refused with the next call on every server', async () => {
  const opened = await openContext({ home: context.home, app_url: server.test.app_url, demo: false })
  const second = await createServer(opened.context)
  after(async () => {
    await second.close()
    await opened.close()
  })
  const { account, as } = await made(boss, named({ permissions: ['projects.view'] }))
  for (const on of [app, second]) assert.equal((await call(as, 'GET', 'projects', undefined, { on })).status, 200)
  const revoked = await call(boss, 'POST', `service_accounts/${account.id}/tokens/${account.tokens[0]!.id}/revoke`)
  assert.deepEqual([revoked.status, revoked.data.tokens[0].state, revoked.data.active_tokens], [200, 'revoked', 0])
  for (const on of [app, second]) {
    const { status, code } = await call(as, 'GET', 'projects', undefined, { on })
    assert.deepEqual([status, code], [401, 'TOKEN_REVOKED'])
  }
})

test('a new token leaves the earlier one its overlap, or none', async () => {
  const { account, as } = await made(boss, named({ permissions: ['projects.view'] }))
  const renew = (body: object) => call(boss, 'POST', `service_accounts/${account.id}/tokens`, body)
  const { data: second } = await renew({ overlap_hours: 12 })
  const left = new Date(second.account.tokens[1].expires_at).getTime() - Date.now()
  assert.ok(left > 11.9 * 3_600_000 && left < 12.1 * 3_600_000)
  assert.equal(second.account.tokens[0].expires_at, null)
  for (const headers of [as, bearer(second.token)]) assert.equal((await call(headers, 'GET', 'projects')).status, 200)
  const { data: third } = await renew({ overlap_hours: 0, expires_at: '2999-01-01T00:00:00Z' })
  assert.deepEqual(
    third.account.tokens.map(({ state }: { state: string }) => state),
    ['active', 'expired', 'expired'],
  )
  for (const headers of [as, bearer(second.token)])
    assert.equal((await call(headers, 'GET', 'projects')).code, 'TOKEN_EXPIRED')
  assert.equal((await call(bearer(third.token), 'GET', 'projects')).status, 200)
  assert.deepEqual((await renew({ expires_at: '2001-01-01T00:00:00Z' })).errors, {
    expires_at: ['Please choose a time that is still to come.'],
  })
})

test('a token says why it is not good: unknown, account switched off, wrong address, company deactivated', async () => {
  assert.equal((await call(bearer(`weft_sa_${'x'.repeat(43)}`), 'GET', 'projects')).code, 'TOKEN_UNKNOWN')
  const { account, as } = await made(boss, named({ permissions: ['projects.view'], addresses: ['10.1.0.0/16'] }))
  const ask = (from: string) => call(as, 'GET', 'projects', undefined, { from })
  assert.equal((await ask('10.1.2.3')).status, 200)
  const elsewhere = await ask('10.2.0.1')
  assert.deepEqual([elsewhere.status, elsewhere.code], [403, 'ADDRESS_REFUSED'])
  await call(boss, 'PUT', `service_accounts/${account.id}`, { active: false })
  assert.deepEqual([(await ask('10.1.2.3')).status, (await ask('10.1.2.3')).code], [401, 'SERVICE_ACCOUNT_INACTIVE'])
  await call(boss, 'PUT', `service_accounts/${account.id}`, { active: true })
  const activate = (active: boolean) =>
    inScope(context.db, systemScope, (trx) =>
      trx.updateTable('tenants').set({ active }).where('id', '=', hanse.tenant_id).execute(),
    )
  await activate(false)
  const asleep = await ask('10.1.2.3')
  await activate(true)
  assert.deepEqual([asleep.status, asleep.code], [403, 'TENANT_DEACTIVATED'])
  assert.equal((await call(boss, 'DELETE', `service_accounts/${account.id}`)).status, 204)
  assert.equal((await ask('10.1.2.3')).code, 'TOKEN_UNKNOWN')
})

test('it is known when and from where a token was last used', async () => {
  const { account, as } = await made(boss, named({ permissions: ['projects.view'] }))
  const read = async () => (await call(boss, 'GET', `service_accounts/${account.id}`)).data
  assert.equal((await read()).last_used_at, null)
  await call(as, 'GET', 'projects', undefined, { from: '203.0.113.9' })
  const { last_used_at, last_used_address } = await read()
  assert.equal(last_used_address, '203.0.113.9')
  assert.ok(Date.now() - new Date(last_used_at).getTime() < 60_000)
})

test('a program’s POST with an Idempotency-Key is carried out once', async () => {
  const { as } = await made(
    boss,
    named({ permissions: ['workflows.view', 'workflows.create'], project_id: hanse.project_id }),
  )
  const create = () =>
    call({ ...as, 'idempotency-key': 'order 7' }, 'POST', 'workflows', { label: 'Once', class_name: 'Once' })
  const [first, again] = [await create(), await create()]
  assert.deepEqual([first.status, again.status, again.data.id], [201, 201, first.data.id])
})
