import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...server.test, key: context.key }, { name: 'South' })
const admin = await signedIn(server, { email: 'admin@allowed.test', role: 'admin' })
const boss = await signedIn(server, {
  email: 'boss@allowed.test',
  role: 'tenant_admin',
  tenant_id: hanse.tenant_id,
})
const stranger = await signedIn(server, { email: 'boss@south.test', role: 'tenant_admin', tenant_id: south.tenant_id })

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string>, payload?: object) {
  const answer = await app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any }) }
}
const of = (tenant_id: string) => `admin/clients/${tenant_id}/allowed_hosts`
const reaches = (tenant_id: string, host: string, port: number) =>
  context.egress
    .of(tenant_id)
    .resolve(host, port)
    .catch((error: { code: string }) => error.code)

test('the provider lets one tenant reach a host inside, at one port, and nobody else', async () => {
  assert.equal(await reaches(hanse.tenant_id, '127.0.0.1', 5_432), 'EGRESS_REFUSED')
  const made = await call('POST', of(hanse.tenant_id), admin, { host: '127.0.0.1', port: 5_432, note: 'The ERP' })
  assert.deepEqual([made.status, made.data.host, made.data.port], [201, '127.0.0.1', 5_432])
  const again = await call('POST', of(hanse.tenant_id), admin, { host: '127.0.0.1', port: 5_432 })
  assert.deepEqual([again.status, again.errors], [422, { host: ['This host is allowed already.'] }])
  const wrong = await call('POST', of(hanse.tenant_id), admin, { host: 'http://x', port: 0 })
  assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['host', 'port']])
  // What is known of it is asked again before long; another guard asks now.
  const { allowList } = await import('@weft/engine/connections/egress.server.ts')
  const fresh = allowList(context.db)
  assert.deepEqual(await fresh(hanse.tenant_id), [{ host: '127.0.0.1', port: 5_432 }])
  assert.deepEqual([await fresh(south.tenant_id), await fresh()], [[], []])
})

test('the tenant sees what is allowed and changes nothing of it; another tenant sees nothing', async () => {
  const seen = await call('GET', 'app/allowed_hosts', boss)
  assert.deepEqual(
    seen.data.map(({ host, port, note }: any) => [host, port, note]),
    [['127.0.0.1', 5_432, undefined]],
  )
  assert.deepEqual((await call('GET', 'app/allowed_hosts', stranger)).data, [])
  for (const [method, payload] of [
    ['GET', undefined],
    ['POST', { host: '10.0.0.1' }],
  ] as const)
    assert.equal((await call(method, of(hanse.tenant_id), boss, payload)).status, 403, method)
  const { data } = await call('GET', of(hanse.tenant_id), admin)
  assert.equal((await call('DELETE', `${of(south.tenant_id)}/${data[0].id}`, admin)).status, 404)
  assert.equal((await call('DELETE', `${of(hanse.tenant_id)}/${data[0].id}`, admin)).status, 204)
  assert.deepEqual((await call('GET', 'app/allowed_hosts', boss)).data, [])
})
