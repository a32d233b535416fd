import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { HttpAnswer, HttpRequest } from '@weft/kit/define/step-context.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { readMask } from '@weft/engine/runtime/configuration.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { sealedSettings } from '@weft/engine/connectors/stored.server.ts'
import { openConnections } from '@weft/engine/connectors/use.server.ts'

const control = await testDatabase()
const { db, key } = control
const tenant = await aTenant(control)
const { id: second } = await inScope(db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Second' }).returning('id').executeTakeFirstOrThrow(),
)

type Made = { name: string; project_id?: string | null; connector?: string; active?: boolean; settings: object }
async function aConnection({ name, project_id = null, connector = 'rest', active = true, settings }: Made) {
  const place = { id: randomUUID(), tenant_id: tenant.tenant_id }
  const sealed = sealedSettings(key, place, connectorOf(connector)!, settings as Record<string, unknown>)
  await inScope(db, systemScope, async (trx) => {
    await trx
      .insertInto('connections')
      .values({ ...place, ...sealed, name, label: name, project_id, connector, active })
      .execute()
    await trx
      .insertInto('connection_health')
      .values({ tenant_id: place.tenant_id, connection_id: place.id, state: 'healthy', next_check_at: '2999-01-01' })
      .execute()
  })
  return place.id
}

/** What left the machine, and what answered. */
const sent: HttpRequest[] = []
let answering: (request: HttpRequest) => HttpAnswer = () => ({ status: 200, headers: {}, body: new Uint8Array() })
const learned = new Map<string, string>()
const nothing = () => Promise.reject(new Error('nothing is asked by a socket'))
const never = { way: nothing, agent: nothing, close: async () => {} }
const connectionsOf = (project_id: string) =>
  openConnections({
    db,
    key,
    scope: { level: 'tenant', tenant_id: tenant.tenant_id, project_id },
    connectors: { of: connectorOf, bodies: connectorBodies },
    ways: { of: () => never },
    files: { stat: nothing, read: nothing },
    folder: '/nowhere',
    learn: (secret, name) => void learned.set(secret, name),
  })(() => async (request) => {
    sent.push(request)
    return answering(request)
  })
const shop = (host: string, secret: string) => ({ base_url: `https://${host}/api`, auth: 'bearer', name: '', secret })
const wide = await aConnection({ name: 'shop', settings: shop('all.example', 'Key-Of-All') })
const own = await aConnection({
  name: 'shop',
  project_id: tenant.project_id,
  settings: shop('own.example', 'Key-Own-1'),
})
const isDue = async (id: string) =>
  (await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('connection_health')
      .select('connection_id')
      .where('connection_id', '=', id)
      .where('next_check_at', '<', '2900-01-01')
      .executeTakeFirst(),
  )) !== undefined

test('a name means the project’s own connection, and where it has none the one of all projects', async () => {
  for (const [project_id, base_url, token] of [
    [tenant.project_id, 'https://own.example/api', 'Key-Own-1'],
    [second, 'https://all.example/api', 'Key-Of-All'],
  ] as const) {
    const { base_url: known, request } = await connectionsOf(project_id).http('shop')
    assert.equal(known, base_url)
    await request({ method: 'GET', url: `${base_url}/orders`, headers: { accept: 'application/json' } })
    assert.deepEqual(sent.at(-1), {
      method: 'GET',
      url: `${base_url}/orders`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    })
  }
})

test('what was opened is masked in what people read, in the run and later', async () => {
  assert.deepEqual(
    [...learned],
    [
      ['Key-Own-1', 'shop.secret'],
      ['Key-Of-All', 'shop.secret'],
    ],
  )
  const mask = await inScope(db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) => readMask(trx, key))
  assert.equal(mask('It said Key-Own-1 and Key-Of-All'), 'It said ••••(shop.secret) and ••••(shop.secret)')
})

test('the sign-in goes nowhere else, whatever a record or a next page says', async () => {
  const { request } = await connectionsOf(tenant.project_id).http('shop')
  const before = sent.length
  for (const url of ['https://evil.example/api', 'http://own.example/api', 'https://own.example:8443/api', '/api', ''])
    await assert.rejects(request({ method: 'GET', url }), { code: 'CONNECTION_ELSEWHERE' })
  assert.equal(sent.length, before)
})

test('none of that name, one switched off and one of another kind are told apart', async () => {
  await aConnection({ name: 'resting', active: false, settings: shop('all.example', 'Key-Resting') })
  await aConnection({ name: 'files', connector: 'sftp', settings: { host: 'files.example', user: 'u' } })
  const connections = connectionsOf(second)
  for (const [name, code] of [
    ['nothing', 'CONNECTION_MISSING'],
    ['resting', 'CONNECTION_INACTIVE'],
    ['files', 'CONNECTION_KIND'],
  ] as const)
    await assert.rejects(connections.http(name), { code })
})

test('one that does not answer a run, or refuses it, is looked at by itself before long', async () => {
  const url = 'https://own.example/api'
  const { request } = await connectionsOf(tenant.project_id).http('shop')
  answering = () => ({ status: 404, headers: {}, body: new Uint8Array() })
  await request({ method: 'GET', url })
  assert.equal(await isDue(own), false)
  answering = () => ({ status: 401, headers: {}, body: new Uint8Array() })
  await request({ method: 'GET', url })
  assert.deepEqual([await isDue(own), await isDue(wide)], [true, false])
  answering = () => {
    throw new Unavailable('HTTP_FAILED', quotedTexts('down'))
  }
  const other = await connectionsOf(second).http('shop')
  await assert.rejects(other.request({ method: 'GET', url: 'https://all.example/api' }), { code: 'HTTP_FAILED' })
  assert.equal(await isDue(wide), true)
})
