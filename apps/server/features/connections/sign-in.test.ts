import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { openConnections } from '@weft/engine/connectors/use.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { oidcProvider } from '@weft/kit/testing/oidc.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const callback = 'http://127.0.0.1:4000/oauth/callback'
let seconds = 3_600
const provider = await oidcProvider({
  seconds: () => seconds,
  clients: [
    { client_id: 'weft', client_secret: 'client-secret-1', redirect_uris: [callback] },
    { client_id: 'robot', client_secret: 'client-secret-2' },
  ],
})
after(() => provider.close())

/** A shop that answers whoever has a token of the provider. */
const seen: string[] = []
const shop = createServer((request, response) => {
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  if (token) seen.push(token)
  void provider.knows(token).then((isGood) => response.writeHead(isGood ? 200 : 401).end('{"ok":true}'))
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
after(() => shop.close())
const base_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const as = async (name: string): Promise<Record<string, string>> => ({
  ...(await signedIn(server, { email: `${name}@hanse.test`, role: 'tenant_admin', tenant_id: hanse.tenant_id })),
  'x-project-id': hanse.project_id,
  'accept-language': 'en',
})
const anna = await as('anna')
const ben = await as('ben')
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({
      key: 'egress',
      value: JSON.stringify({
        allow: [base_url, provider.issuer].map((url) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })),
      }),
    })
    .execute(),
)

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers = anna) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, text: answer.body, ...(JSON.parse(answer.body) as any) }
}

const byPerson = {
  base_url,
  auth: 'oauth2_code',
  authorize_url: provider.authorize_url,
  token_url: provider.token_url,
  client_id: 'weft',
  client_secret: 'client-secret-1',
  scope: 'openid orders',
}
const made = await call('POST', 'connections', {
  label: 'Shop',
  name: 'shop',
  connector: 'rest',
  settings: byPerson,
  project_id: hanse.project_id,
})
const { id } = made.data
const begin = async (headers = anna) =>
  (await call('POST', `connections/${id}/sign_in`, { callback }, headers)).data.url
const cameBack = async (url: string) => Object.fromEntries((await provider.walk(url, callback)).searchParams)
const finish = (came: object, headers = anna) => call('POST', 'oauth/callback', came, headers)
const steps = ({ data }: any) => data.steps.map(({ step, state, detail }: any) => `${step} ${state}: ${detail}`)
const tokensIn = async () =>
  inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('connection_tokens').selectAll().where('connection_id', '=', id).executeTakeFirst(),
  )

/** As one machine runs a step. */
function machine() {
  const learned: string[] = []
  const connections = openConnections({
    db: context.db,
    key: context.key,
    scope: { level: 'project', tenant_id: hanse.tenant_id, project_id: hanse.project_id } as never,
    connectors: { of: connectorOf, bodies: connectorBodies },
    ways: context.ways,
    files: context.files(hanse.tenant_id),
    folder: path.join(context.home, 'tmp'),
    learn: (secret) => learned.push(secret),
  })((out) => openHttp({ egress: out }))
  return { connections, learned }
}
const asks = async ({ connections }: ReturnType<typeof machine>) =>
  (await (await connections.http('shop')).request({ method: 'GET', url: `${base_url}orders` })).status

test('before anybody has signed in, the check says so', async () => {
  assert.equal(made.status, 201)
  assert.deepEqual(steps(await call('POST', `connections/${id}/test`)), [
    'host passed: 127.0.0.1',
    'connection passed: HTTP',
    'sign_in failed: Nobody is signed in. Please open the connection and sign in.',
  ])
})

test('what came of a sign-in is for whoever began it, once', async () => {
  const url = new URL(await begin())
  assert.equal(url.origin, provider.issuer)
  assert.deepEqual(
    ['client_id', 'redirect_uri', 'response_type', 'code_challenge_method'].map((name) => url.searchParams.get(name)),
    ['weft', callback, 'code', 'S256'],
  )
  const came = await cameBack(url.href)
  const unknown =
    'This sign-in was not begun by you, has been used already, or took longer than ten minutes. Please begin again.'
  const foreign = await finish(came, ben)
  assert.deepEqual([foreign.status, foreign.code, foreign.message], [422, 'SIGN_IN_UNKNOWN', unknown])
  const done = await finish(came)
  assert.deepEqual([done.status, done.data], [200, { id, label: 'Shop' }])
  assert.equal((await finish(came)).code, 'SIGN_IN_UNKNOWN')
  assert.ok((await call('GET', `connections/${id}`)).data.signed_in_at)
  assert.equal((await call('POST', `connections/${id}/test`)).data.ok, true)
  assert.equal(await asks(machine()), 200)
})

test('what takes longer than ten minutes, comes from another provider or is refused, ends in words', async () => {
  const late = await cameBack(await begin())
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('connection_sign_ins')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .execute(),
  )
  assert.equal((await finish(late)).code, 'SIGN_IN_UNKNOWN')
  const mixed = await finish({ ...(await cameBack(await begin())), iss: 'https://evil.example' })
  assert.equal(
    mixed.message,
    'The answer comes from https://evil.example and not from where the sign-in was asked for.',
  )
  const state = new URL(await begin()).searchParams.get('state')!
  const refused = await finish({ state, error: 'access_denied', error_description: 'Anna said no' })
  assert.equal(refused.message, 'The other side refused the sign-in: Anna said no')
  const guessed = await finish({ state: new URL(await begin()).searchParams.get('state')!, code: 'guessed' })
  assert.match(guessed.message, /^127\.0\.0\.1:\d+ refuses the sign-in: grant request is invalid \(invalid_grant\)$/)
  // The tokens from before are still there.
  assert.equal(await asks(machine()), 200)
})

test('no answer, log or table shows a token in clear', async () => {
  const { connections, learned } = machine()
  assert.equal(await asks({ connections, learned }), 200)
  const [access, refresh] = learned.slice(-2)
  assert.equal(access, seen.at(-1))
  const answers = [await call('GET', 'connections'), await call('GET', `connections/${id}`)].map(({ text }) => text)
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql`select to_jsonb(t) as row from connection_tokens t union all select to_jsonb(a) from audit_logs a
      union all select to_jsonb(c) from connections c`.execute(trx),
  )
  for (const text of [...answers, JSON.stringify(rows)])
    for (const secret of [access, refresh, 'client-secret-1']) assert.ok(!text.includes(secret!), secret)
})

test('eight machines with a token that has ended refresh once, and the rotated refresh token is kept', async () => {
  seconds = 10 // less than what a token has to last for: each is refreshed
  await finish(await cameBack(await begin()))
  seconds = 3_600
  const before = (await tokensIn())!.tokens
  const refreshed = provider.asks['refresh_token'] ?? 0
  const statuses = await Promise.all(Array.from({ length: 8 }, () => asks(machine())))
  assert.deepEqual(statuses, Array(8).fill(200))
  assert.equal(provider.asks['refresh_token'], refreshed + 1)
  assert.notDeepEqual((await tokensIn())!.tokens, before)
})

test('a token the system refuses is taken for another one, and the answer is the second', async () => {
  const { connections } = machine()
  const http = await connections.http('shop')
  assert.equal((await http.request({ method: 'GET', url: base_url })).status, 200)
  const refreshed = provider.asks['refresh_token']!
  // Rotation at the provider ends the access token before its time.
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql<{ n: number }>`select count(*)::int as n from connection_tokens`.execute(trx),
  )
  assert.equal(rows[0]!.n, 1)
  await provider.end(seen.at(-1)!)
  assert.equal((await http.request({ method: 'GET', url: base_url })).status, 200)
  assert.equal(provider.asks['refresh_token'], refreshed + 1)
})

test('a refresh token that is refused is not offered again', async () => {
  await provider.end(seen.at(-1)!)
  await provider.endRefresh()
  const first = await asks(machine()).catch((error: Error) => error.message)
  assert.match(String(first), /refuses the sign-in: .*\(invalid_grant\)/)
  const asked = provider.asks['refresh_token']
  const second = await asks(machine()).catch((error: Error) => error.message)
  assert.equal(second, 'Nobody is signed in. Please open the connection and sign in.')
  assert.equal(provider.asks['refresh_token'], asked)
  assert.equal((await call('GET', `connections/${id}`)).data.signed_in_at, null)
})

test('tokens go when where they are sent to changes', async () => {
  await finish(await cameBack(await begin()))
  assert.ok((await tokensIn())?.tokens)
  const moved = await call('PUT', `connections/${id}`, {
    settings: { ...byPerson, base_url: 'https://elsewhere.example/' },
  })
  assert.equal(moved.status, 200)
  assert.equal(await tokensIn(), undefined)
})

test('tokens go when they would be sent another way: behind an agent the same name is another host', async () => {
  assert.equal((await call('PUT', `connections/${id}`, { settings: byPerson })).status, 200)
  await finish(await cameBack(await begin()))
  assert.ok((await tokensIn())?.tokens)
  const begun = await begin()
  const rerouted = await call('PUT', `connections/${id}`, { reach: 'agent', settings: byPerson })
  assert.equal(rerouted.status, 200, rerouted.text)
  assert.equal(await tokensIn(), undefined)
  assert.equal((await finish(await cameBack(begun))).code, 'SIGN_IN_CHANGED')
  assert.equal((await call('PUT', `connections/${id}`, { reach: 'direct', settings: byPerson })).status, 200)
})

test('an application signs in by itself, stored or not, and a wrong secret is said', async () => {
  const settings = {
    ...byPerson,
    auth: 'oauth2_client',
    client_id: 'robot',
    client_secret: 'client-secret-2',
    scope: '',
  }
  assert.deepEqual(steps(await call('POST', 'connectors/rest/test', settings)), [
    'host passed: 127.0.0.1',
    'connection passed: HTTP',
    'sign_in passed: HTTP 200',
  ])
  const wrong = await call('POST', 'connectors/rest/test', { ...settings, client_secret: 'wrong-secret-9' })
  assert.match(
    steps(wrong)[2],
    /^sign_in failed: 127\.0\.0\.1:\d+ refuses the sign-in: client authentication failed \(invalid_client\)$/,
  )
  await call('POST', 'connections', {
    label: 'R',
    name: 'robot',
    connector: 'rest',
    settings,
    project_id: hanse.project_id,
  })
  const { connections } = machine()
  const http = await connections.http('robot')
  const before = provider.asks['client_credentials']!
  for (let i = 0; i < 3; i++) assert.equal((await http.request({ method: 'GET', url: base_url })).status, 200)
  assert.ok(provider.asks['client_credentials']! - before <= 1)
})
