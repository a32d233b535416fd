import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { webhook } from '@weft/catalogue/elements/webhook/webhook.ts'
import { forgetTestCalls } from '@weft/engine/maintenance/test-calls.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'
import { signatureProblem, signedHeaders, type Signing } from './signature.ts'

const server = await aServer()
const { app, context } = server
const tenant = await aTenant(server.test)
const headers = {
  ...(await signedIn(server, { email: 'boss@listening.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
  'accept-language': 'en',
}
const { id: workflow } = await inScope(context.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Orders', class_name: 'Orders', source: 'weft: 1\nlabel: Orders\nsteps: []' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

type Listening = {
  id: string
  path: string
  until: string
  example: { headers: Record<string, string>; body: string }
}
type Call = {
  status: number
  problem: string | null
  bytes: number
  signature: { header: string; problem: string | null } | null
  time: { age_ms: number | null; problem: string | null } | null
  delivery: { id: string; again: boolean } | null
  record: { event?: string; _request?: { headers: Record<string, string> } } | null
}

const call = async (method: 'GET' | 'POST' | 'DELETE', route: string, payload?: object, as: object = headers) => {
  const answer = await app.inject({
    method,
    url: `/api/app/workflows/${workflow}/listenings${route}`,
    headers: as as Record<string, string>,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as { data: never }) }
}
const listen = async (settings: object = {}): Promise<Listening> => {
  const answer = await call('POST', '', { settings })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body!.data
}
const callsOf = async ({ id }: { id: string }) => ((await call('GET', `/${id}`)).body!.data as { calls: Call[] }).calls
async function send(path: string, payload: string, more: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...more },
  })
  return [answer.statusCode, (answer.json() as { message?: string }).message]
}

test('a test call is kept as it came, starts nothing, and is answered so', async () => {
  const listening = await listen()
  const left = Date.parse(listening.until) - Date.now()
  assert.ok(left > 110_000 && left <= 121_000, String(left))
  assert.deepEqual(await send(listening.path, '{"z":1,"a":12345678901234567890}', { authorization: 'Bearer secret' }), [
    202,
    undefined,
  ])
  assert.deepEqual(await send(listening.path, '{"z":'), [422, 'The body is not valid JSON.'])
  const [broken, whole] = await callsOf(listening)
  assert.deepEqual(
    [broken!.status, broken!.problem, broken!.bytes, broken!.record],
    [422, 'The body is not valid JSON.', 5, null],
  )
  const { _request, ...fields } = whole!.record!
  assert.equal(JSON.stringify(fields), '{"z":1,"a":"12345678901234567890"}')
  assert.equal(_request!.headers['authorization'], undefined)
  assert.deepEqual([whole!.status, whole!.signature, whole!.time, whole!.delivery], [202, null, null, null])
  assert.equal(
    await inScope(context.db, systemScope, (trx) => trx.selectFrom('jobs').select('id').execute()).then(
      (jobs) => jobs.length,
    ),
    0,
  )
})

test('the checks of a signed call are shown one by one, by the settings as they stand in the designer', async () => {
  await app.inject({
    method: 'POST',
    url: '/api/app/config_values',
    headers,
    payload: { name: 'shop_secret', kind: 'secret', value: 'very secret' },
  })
  const settings = {
    ...{ signature: 'own', secret: 'shop_secret', signature_header: 'X-Sign', prefix: 'v1=' },
    ...{ time_header: 'X-Time', signed: '{time}.{body}', delivery_header: 'X-Id' },
  }
  const { example, ...listening } = await listen(settings)
  assert.equal(JSON.stringify(example).includes('very secret'), false)
  assert.deepEqual(await send(listening.path, example.body, example.headers), [202, undefined])
  assert.deepEqual(await send(listening.path, example.body.replace('1001', '1002'), example.headers), [
    401,
    'The signature in the header X-Sign does not hold for this body. Nothing was started.',
  ])
  const old = signedHeaders(webhook.settings.parse(settings), 'very secret', example.body, Date.now() - 400_000)
  assert.deepEqual(await send(listening.path, example.body, old), [
    401,
    'The call was not signed within the last 5m. Nothing was started.',
  ])
  const [late, changed, good] = await callsOf(listening)
  assert.deepEqual(
    [good!.status, good!.signature, good!.time!.problem, good!.delivery!.again],
    [202, { header: 'X-Sign', problem: null }, null, false],
  )
  assert.ok(Math.abs(good!.time!.age_ms!) < 60_000)
  assert.deepEqual(
    [changed!.signature!.problem === null, changed!.time!.problem, changed!.delivery!.again],
    [false, null, true],
  )
  assert.deepEqual([late!.signature!.problem, late!.time!.problem === null], [null, false])

  const renewed = await call('POST', `/${listening.id}`, { settings: { ...settings, secret: 'of_nobody' } })
  assert.equal(renewed.status, 200)
  assert.deepEqual(await send(listening.path, example.body, example.headers), [
    401,
    'The signature cannot be checked: its secret is not set here. Nothing was started.',
  ])
})

test('nobody else sees or uses it, and it ends', async () => {
  const listening = await listen()
  const other = await aTenant(server.test)
  const theirs = {
    ...(await signedIn(server, { email: 'boss@other.test', role: 'tenant_admin', tenant_id: other.tenant_id })),
    'x-project-id': other.project_id,
  }
  for (const [method, route, payload] of [
    ['GET', `/${listening.id}`, undefined],
    ['POST', `/${listening.id}`, { settings: {} }],
    ['DELETE', `/${listening.id}`, undefined],
    ['POST', '', { settings: {} }],
  ] as const)
    assert.equal((await call(method, route, payload, theirs)).status, 404, method + route)
  await send(listening.path, '{}')
  assert.equal((await call('DELETE', `/${listening.id}`)).status, 204)
  const gone =
    'Nobody listens at this address any more. Start listening in the designer again; it has a new address then.'
  assert.deepEqual(await send(listening.path, '{}'), [404, gone])
  const late = await listen()
  await inScope(context.db, systemScope, (trx) =>
    trx.updateTable('hook_listenings').set({ until: new Date().toISOString() }).where('id', '=', late.id).execute(),
  )
  assert.deepEqual(await send(late.path, '{}'), [404, gone])
  const pool = openPool(server.test.app_url, { max: 1, application: 'forgetting', level: 'system' })
  await forgetTestCalls(pool, new Date(Date.now() + 3_000_000))
  assert.equal((await call('GET', `/${late.id}`)).status, 200)
  await forgetTestCalls(pool, new Date(Date.now() + 3_700_000))
  assert.equal((await call('GET', `/${late.id}`)).status, 404)
  await pool.end()
  const wrong = await call('POST', '', { settings: { signature: 'github' } })
  assert.equal(wrong.status, 422)
})

test('what is signed for a trial holds by every scheme', () => {
  const signing = fc
    .record({
      signature: fc.constantFrom('github', 'stripe', 'shopify', 'own'),
      algorithm: fc.constantFrom('sha1', 'sha256', 'sha512'),
      encoding: fc.constantFrom('hex', 'base64'),
      prefix: fc.constantFrom('', 'sha256=', 'v0='),
      time_header: fc.constantFrom('', 'X-Time'),
    })
    .map((chosen) =>
      webhook.settings.parse({
        ...chosen,
        ...{ secret: 's', signature_header: 'X-Sign' },
        signed: chosen.time_header === '' ? '{body}' : '{time}:{body}',
      }),
    )
  fc.assert(
    fc.property(signing, fc.string(), fc.integer({ min: 1, max: 2e12 }), (one: Signing, body, now) => {
      const sent = Object.entries(signedHeaders(one, 'key', body, now))
      const call = { headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])), now }
      assert.equal(signatureProblem(one, 'key', { ...call, body: Buffer.from(body) }), undefined)
      assert.notEqual(signatureProblem(one, 'other', { ...call, body: Buffer.from(body) }), undefined)
    }),
  )
})
