import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { webhook } from '@weft/catalogue/elements/webhook/webhook.ts'
import { openAnswer } from '@weft/engine/waiting/answers.server.ts'
import { callbackPath } from '@weft/engine/waiting/callbacks.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { aServer, signedIn } from '../../testing.ts'
import { signatureProblem, type Signing } from './signature.ts'

const server = await aServer()
const { app, context } = server
const tenant = await aTenant(server.test)
const headers = {
  ...(await signedIn(server, { email: 'boss@signed.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
await app.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const post = (route: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/app/${route}`, headers, payload })

const secret = "It's a Secret to Everybody"
const made = await post('config_values', { name: 'hook_secret', kind: 'secret', value: secret })
assert.equal(made.statusCode, 201, made.body)

let hooks = 0
async function aHook(settings: object) {
  const label = `Signed ${++hooks}`
  const source = JSON.stringify({ weft: 1, label, steps: [{ id: 'call', element: 'webhook', settings }] })
  const { id } = await inScope(context.db, tenant.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label, class_name: `Signed${hooks}`, source, active: true, published: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const answer = await post('workflow_tokens', { workflow_id: id, name: 'Token' })
  const { path, id: token_id } = (answer.json() as { data: { path: string; id: string } }).data
  const jobs = () =>
    inScope(context.db, systemScope, (trx) =>
      trx.selectFrom('jobs').select(['id', 'payload']).where('workflow_id', '=', id).orderBy('created_at').execute(),
    )
  return { url: base + path, path, token_id, jobs }
}

async function call(url: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'accept-language': 'en', ...headers } })
  const text = await answer.text()
  const json = (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}) as {
    code?: string
    message?: string
    data?: { id: string; again?: boolean; status?: string }
  }
  return { status: answer.status, headers: answer.headers, text, ...json }
}
const hmac = (algorithm: string, key: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(encoding)

const signing = (settings: object): Signing => webhook.settings.parse({ secret: 'x', ...settings })
const problem = (settings: object, key: string, headers: Record<string, string>, body: string, now = 0) => {
  const found = signatureProblem(signing(settings), key, { headers, body: Buffer.from(body), now })
  return found && say(found, 'en')
}

test('the examples that GitHub and Slack publish hold, and nothing else does', () => {
  const github = { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }
  assert.equal(problem({ signature: 'github' }, secret, github, 'Hello, World!'), undefined)
  const wrong = 'The signature in the header X-Hub-Signature-256 does not hold for this body. Nothing was started.'
  assert.equal(problem({ signature: 'github' }, secret, github, 'Hello, World?'), wrong)
  assert.equal(problem({ signature: 'github' }, 'other', github, 'Hello, World!'), wrong)
  for (const value of ['sha256=', 'sha256=75', 'sha1=757107', 'sha256=zz', github['x-hub-signature-256'].slice(7)])
    assert.equal(problem({ signature: 'github' }, secret, { 'x-hub-signature-256': value }, 'Hello, World!'), wrong)
  assert.equal(
    problem({ signature: 'github' }, secret, {}, 'Hello, World!'),
    'The call is not signed: the header X-Hub-Signature-256 is missing. Nothing was started.',
  )

  const slack = {
    signature: 'own',
    signature_header: 'X-Slack-Signature',
    prefix: 'v0=',
    time_header: 'X-Slack-Request-Timestamp',
    signed: 'v0:{time}:{body}',
  }
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  const sent = {
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    'x-slack-request-timestamp': '1531420618',
  }
  const at = 1_531_420_618_000
  assert.equal(problem(slack, '8f742231b10e8888abcd99yyyzzz85a5', sent, body, at + 300_000), undefined)
  for (const now of [at + 300_001, at - 300_001])
    assert.equal(
      problem(slack, '8f742231b10e8888abcd99yyyzzz85a5', sent, body, now),
      'The call was not signed within the last 5m. Nothing was started.',
    )
  assert.match(
    problem(
      slack,
      '8f742231b10e8888abcd99yyyzzz85a5',
      { ...sent, 'x-slack-request-timestamp': '1531420619' },
      body,
      at,
    )!,
    /does not hold/,
  )
  assert.match(problem(slack, 'x', { ...sent, 'x-slack-request-timestamp': 'soon' }, body, at)!, /carries no time/)
})

test('Stripe signs with its time, and with two secrets while one is exchanged', () => {
  const body = '{"id":"evt_1","object":"event"}'
  const v1 = hmac('sha256', 'whsec_test', `1492774577.${body}`, 'hex')
  const at = 1_492_774_577_000
  const stripe = (value: string, now = at) =>
    problem({ signature: 'stripe' }, 'whsec_test', { 'stripe-signature': value }, body, now)
  assert.equal(
    stripe(`t=1492774577,v1=${v1},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`),
    undefined,
  )
  assert.equal(stripe(`t=1492774577,v1=${'0'.repeat(64)},v1=${v1}`), undefined)
  assert.match(stripe(`t=1492774577,v0=${v1}`)!, /does not hold/)
  assert.match(stripe(`t=1492774578,v1=${v1}`)!, /does not hold/)
  assert.match(stripe(`v1=${v1}`)!, /carries no time/)
  assert.match(stripe(`t=1492774577,v1=${v1}`, at + 301_000)!, /within the last 5m/)
})

test('Shopify and a scheme of one’s own hold in every spelling the settings say', () => {
  const body = '{"id":1}'
  assert.equal(
    problem(
      { signature: 'shopify' },
      'shop-secret',
      { 'x-shopify-hmac-sha256': 'plW8VGqq0nDMIEhDqaNNW99asdUCy7EIqLZVcQwtAZ0=' },
      body,
    ),
    undefined,
  )
  for (const algorithm of ['sha1', 'sha256', 'sha512'] as const)
    for (const encoding of ['hex', 'base64'] as const) {
      const own = { signature: 'own', signature_header: 'X-Sign', algorithm, encoding }
      const value = hmac(algorithm, 'k', body, encoding)
      assert.equal(problem(own, 'k', { 'x-sign': value }, body), undefined)
      assert.match(problem(own, 'k', { 'x-sign': hmac(algorithm, 'k', body + ' ', encoding) }, body)!, /does not hold/)
    }
})

test('settings that could not hold are refused by a sentence', () => {
  const refused = (settings: object) =>
    webhook.settings.safeParse(settings).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  assert.deepEqual(refused({ signature: 'github' }), [
    'secret: A signature needs the configuration value with the secret.',
  ])
  assert.deepEqual(refused({ signature: 'own', secret: 'x' }), [
    'signature_header: Say which header carries the signature.',
  ])
  const own = { signature: 'own', secret: 'x', signature_header: 'X-S' }
  for (const wrong of [
    { signed: 'x' },
    { signed: '{time}.{body}' },
    { time_header: 'X-T' },
    { signed: '{body}{body}' },
  ])
    assert.match(refused({ ...own, ...wrong })![0]!, /^signed: What is signed contains \{body\}/)
  assert.equal(refused({ ...own, time_header: 'X-T', signed: '{time}.{body}' }), undefined)
})

test('a call with a wrong signature is refused in both languages, starts nothing and is counted', async () => {
  const { url, token_id, jobs } = await aHook({ signature: 'github', secret: 'hook_secret' })
  const good = { 'x-hub-signature-256': `sha256=${hmac('sha256', secret, '{"a": 1.10}', 'hex')}` }
  const unsigned = await call(url, '{"a": 1.10}')
  assert.deepEqual([unsigned.status, unsigned.code], [401, 'HOOK_SIGNATURE'])
  const german = await call(url, '{"a": 1.1}', { ...good, 'accept-language': 'de' })
  assert.deepEqual(
    [german.status, german.message],
    [
      401,
      'Die Signatur in der Kopfzeile X-Hub-Signature-256 stimmt für diesen Inhalt nicht. Es wurde nichts gestartet.',
    ],
  )
  assert.equal((await jobs()).length, 0)
  assert.equal((await call(url, '{"a": 1.10}', good)).status, 202)
  assert.equal((await jobs()).length, 1)
  const told = await app.inject({ url: `/api/app/workflow_tokens/${token_id}/refusals`, headers })
  const { data } = told.json() as { data: { count: number; address: string; reason: string } }
  assert.deepEqual([data.count, data.address], [2, '127.0.0.1'])
  assert.match(data.reason, /^The signature in the header X-Hub-Signature-256/)
  const viewer = await signedIn(server, { email: 'v@signed.test', role: 'viewer', tenant_id: tenant.tenant_id })
  const other = await app.inject({
    url: `/api/app/workflow_tokens/${token_id}/refusals`,
    headers: { ...viewer, 'x-project-id': tenant.project_id },
  })
  assert.equal(other.statusCode, 403)
})

test('without its secret a signature cannot be checked, so nothing starts', async () => {
  const { url, jobs } = await aHook({ signature: 'github', secret: 'not_there' })
  const { status, code, message } = await call(url, 'x', { 'x-hub-signature-256': 'sha256=00' })
  assert.deepEqual([status, code], [401, 'HOOK_SIGNATURE'])
  assert.equal(message, 'The signature cannot be checked: its secret is not set here. Nothing was started.')
  assert.equal((await jobs()).length, 0)
})

test('the signature is over the bytes as they came, which can be kept', async () => {
  const { url, jobs } = await aHook({ signature: 'shopify', secret: 'hook_secret', keep_raw: true })
  const body = '{ "total":1.10,\n"name" : "Kä\u00e4se" }'
  const answer = await call(url, body, {
    'content-type': 'application/json',
    'x-shopify-hmac-sha256': hmac('sha256', secret, body, 'base64'),
  })
  assert.equal(answer.status, 202)
  const [job] = await jobs()
  const { record } = job!.payload as unknown as { record: { _raw: string; name: string } }
  assert.deepEqual([record._raw, record.name], [body, 'Kääse'])
})

test('a delivery that comes again is answered as the first, beside the key in the body', async () => {
  const { url, jobs } = await aHook({ signature: 'github', secret: 'hook_secret', dedupe_key: 'order' })
  const deliver = (body: string, id: string) =>
    call(url, body, {
      'content-type': 'application/json',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${hmac('sha256', secret, body, 'hex')}`,
    })
  const first = await deliver('{"order":1}', 'a')
  const answers = [
    await deliver('{"order":1}', 'a'), // the same delivery
    await deliver('{"order":2}', 'a'), // whatever it carries
    await deliver('{"order":1}', 'b'), // another one with the same key
    await deliver('{"note":1}', 'c'), // and one without the key in its body,
    await deliver('{"note":2}', 'c'), // which comes again
  ]
  assert.deepEqual(
    [first, ...answers].map(({ status, data }) => [status, data!.again]),
    [
      [202, false],
      [202, true],
      [202, true],
      [202, true],
      [202, false],
      [202, true],
    ],
  )
  assert.equal(new Set([first, ...answers.slice(0, 3)].map(({ data }) => data!.id)).size, 1)
  assert.equal((await jobs()).length, 2)
})

test('a delivery id of one’s own choice holds without a signature, also for two calls at once', async () => {
  const { url, jobs } = await aHook({ delivery_header: 'X-Event-Id' })
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(url, 'x', { 'x-event-id': 'e1' })))
  assert.equal(answers.filter(({ data }) => data!.again).length, 3)
  assert.equal((await call(url, 'x', { 'x-event-id': 'e2' })).data!.again, false)
  assert.equal((await call(url, 'x')).data!.again, false)
  assert.equal((await call(url, 'x')).data!.again, false)
  assert.equal((await jobs()).length, 4)
})

test('a call that waits is answered as soon as a step has said what, while the run goes on', async () => {
  const { url, jobs } = await aHook({ answer: 'at_end' })
  const waiting = call(url, '{"sku":"A"}', { 'content-type': 'application/json', origin: 'https://shop.example' })
  let job: string | undefined
  while (!job) job = (await jobs())[0]?.id
  const answer = openAnswer(context.db, { ...tenant.scope, level: 'tenant' } as never, { id: job })
  await answer({
    status: 418,
    headers: { 'content-type': 'text/html', 'x-stock': '7' },
    body: '<script>alert(1)</script>',
  })
  await answer({ status: 200, headers: {}, body: 'too late' })
  const { status, headers, text } = await waiting
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('x-stock'), text],
    [418, 'text/html', '7', '<script>alert(1)</script>'],
  )
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('the address of a callback tells its run once, and nobody else anything', async () => {
  const { url, jobs } = await aHook({})
  const id = (await call(url, '{}')).data!.id
  assert.equal((await jobs()).length, 1)
  const path = callbackPath(context.key, id, 'ask')
  const wrong = path.replace('/ask/', '/other/')
  assert.deepEqual((({ status, code }) => [status, code])(await call(base + wrong, '{}')), [404, 'CALLBACK_NOT_FOUND'])
  for (const method of ['GET', 'PUT']) assert.equal((await fetch(base + path, { method })).status, 405)
  assert.equal((await call(base + path, 'x'.repeat(1_100_000))).status, 413)
  const both = await Promise.all([1, 2].map((paid) => call(base + path, JSON.stringify({ paid }))))
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  assert.equal((await call(base + path, '{}')).code, 'CALLBACK_USED')
  const [signal] = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('job_signals').selectAll().where('job_id', '=', id).execute(),
  )
  assert.equal(signal!.step, 'ask')
  await context.jobs.cancel(tenant.scope, [id])
  assert.equal((await call(base + callbackPath(context.key, id, 'late'), '{}')).code, 'CALLBACK_OVER')
})
