import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const tenant = await aTenant(database)
const user = await signedIn(server, { email: 'kim@hanse.example', role: 'tenant_admin', tenant_id: tenant.tenant_id })
const headers = { ...user, 'x-project-id': tenant.project_id }
const source = 'weft: 1\nlabel: Shop\nsteps:\n  - { id: hook, element: webhook }\n'
const workflow = await inScope(context.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Shop', class_name: 'Shop', source, active: true })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, payload })
  return { status: answer.statusCode, ...(answer.json() as { data?: any; errors?: Record<string, string[]> }) }
}

test('a token that is bound to addresses names at least one, when it is made and when it is changed', async () => {
  const draft = { workflow_id: workflow.id, name: 'Shop' }
  const sentence = ['At least one address is needed: with none, every call would be refused.']
  assert.deepEqual((await call('POST', 'workflow_tokens', { ...draft, whitelisting_active: true })).errors, {
    whitelist_ips: sentence,
  })
  const { data } = await call('POST', 'workflow_tokens', draft)
  assert.deepEqual((await call('PUT', `workflow_tokens/${data.id}`, { whitelisting_active: true })).errors, {
    whitelist_ips: sentence,
  })
  assert.equal(
    (await call('PUT', `workflow_tokens/${data.id}`, { whitelisting_active: true, whitelist_ips: ['203.0.113.7'] }))
      .status,
    200,
  )
  assert.deepEqual((await call('PUT', `workflow_tokens/${data.id}`, { whitelist_ips: [] })).errors, {
    whitelist_ips: sentence,
  })
  assert.equal((await call('PUT', `workflow_tokens/${data.id}`, { whitelist_ips: ['office'] })).status, 422)
})

test('a token that is bound to addresses is called from there only: address, range or pattern, IPv4 and IPv6', async () => {
  const { data } = await call('POST', 'workflow_tokens', {
    workflow_id: workflow.id,
    name: 'Shop',
    whitelisting_active: true,
    whitelist_ips: ['203.0.113.7', '10.0.0.0/8', '192.168.*', '2001:db8::/32'],
  })
  const from = async (remoteAddress: string, more = {}) =>
    (await app.inject({ method: 'POST', url: data.path, payload: {}, remoteAddress, headers: more })).statusCode
  for (const address of ['203.0.113.7', '10.1.2.3', '192.168.4.5', '2001:db8::9', '::ffff:10.1.2.3'])
    assert.equal(await from(address), 202, address)
  for (const address of ['203.0.113.8', '11.0.0.1', '127.0.0.1', '2001:db9::9'])
    assert.equal(await from(address), 403, address)
  assert.equal(await from('203.0.113.8', { 'x-forwarded-for': '203.0.113.7' }), 403, 'an address that is only claimed')
  await call('PUT', `workflow_tokens/${data.id}`, { whitelist_ips: ['203.0.113.8'] })
  await sleep(1_100) // a change is heard of a second later at most
  assert.deepEqual([await from('203.0.113.8'), await from('203.0.113.7')], [202, 403])
})
