import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { removeExpiredKeys } from './idempotency.ts'
import { openContext } from '../open-context.ts'
import { createServer } from '../server.ts'
import { aServer, signedIn } from '../testing.ts'

const first = await aServer()
const { context } = first
const hanse = await aTenant(first.test)
const second = await openContext({ home: context.home, app_url: first.test.app_url, demo: false })
const other = await createServer(second.context)
await other.ready()
after(async () => {
  await other.close()
  await second.close()
})
await first.app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(first.app.server.address() as AddressInfo).port}`

const boss = await signedIn(first, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const colleague = await signedIn(first, {
  email: 'kim@hanse.example',
  role: 'tenant_admin',
  tenant_id: hanse.tenant_id,
})
const anotherProject = await inScope(context.db, { level: 'tenant', tenant_id: hanse.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Another' }).returning('id').executeTakeFirstOrThrow(),
)
const inside = { ...boss, 'x-project-id': hanse.project_id }

type Headers = Record<string, string>
const post = async (
  key: string,
  payload: object,
  { path = 'notes', headers = inside as Headers, app = first.app } = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app/${path}`,
    headers: { ...headers, 'idempotency-key': key },
    payload,
  })
  return {
    status: answer.statusCode,
    again: answer.headers['idempotent-replay'] === 'true',
    body: answer.body,
    ...(answer.body && (answer.json() as { code?: string; data?: any; errors?: object })),
  }
}
const ownNotes = async (title: string) =>
  (
    (
      await first.app.inject({
        url: `/api/app/notes?perPage=100&searchTerm=${encodeURIComponent(title)}`,
        headers: inside,
      })
    ).json() as { meta: { total: number } }
  ).meta.total
const keyRow = (key: string) =>
  inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst(),
  )
const change = (key: string, set: object) =>
  inScope(context.db, systemScope, (trx) =>
    trx.updateTable('idempotency_keys').set(set).where('key', '=', key).execute(),
  )

test('of 40 equal calls at once over two servers exactly one runs, and every later one is given its answer', async () => {
  for (let round = 0; round < 5; round++) {
    const [key, draft] = [randomUUID(), { title: `Round ${round} of ${randomUUID()}`, note: 'Once.' }]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => post(key, draft, { app: i % 2 ? other : first.app })),
    )
    assert.equal(answers.filter(({ status, again }) => status === 201 && !again).length, 1)
    for (const { status, again, code } of answers)
      assert.ok(status === 201 || (status === 409 && code === 'IN_PROGRESS'), `${status} ${again} ${code}`)
    const later = [await post(key, draft), await post(key, draft, { app: other })]
    const ran = answers.find(({ status }) => status === 201)!
    assert.deepEqual(
      later.map(({ status, again, body }) => [status, again, body]),
      [
        [201, true, ran.body],
        [201, true, ran.body],
      ],
    )
    assert.equal(await ownNotes(draft.title), 1)
  }
})

test('a request that differs in anything that matters is not answered with what another was answered', async () => {
  const text = fc.string({ minLength: 1, maxLength: 40 }).map((one) => `n${one.replaceAll(/[\u0000-\u001f]/g, '')}n`)
  const aspects = {
    body: ({ title, note }: { title: string; note: string }) => ({ payload: { title, note: `${note}.` } }),
    field: ({ title, note }: { title: string; note: string }) => ({ payload: { title: `${title}.`, note } }),
    query: () => ({ path: 'notes?x=1' }),
    project: () => ({ headers: { ...boss, 'x-project-id': anotherProject.id } }),
    route: () => ({ path: 'projects' }),
    caller: () => ({ headers: { ...colleague, 'x-project-id': hanse.project_id } }),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({ title: text, note: text }),
      fc.constantFrom(...(Object.keys(aspects) as (keyof typeof aspects)[])),
      async (draft, aspect) => {
        const key = randomUUID()
        const one = await post(key, draft)
        assert.equal(one.status, 201, one.body)
        const { payload = draft, ...where } = aspects[aspect](draft) as {
          payload?: object
          path?: string
          headers?: Headers
        }
        const two = await post(key, payload, where)
        assert.equal(two.again, false, aspect)
        if (aspect === 'caller') assert.deepEqual([two.status, two.data.id === one.data.id], [201, false])
        else assert.ok(two.status === 422 || two.status === 400, `${aspect}: ${two.status} ${two.body}`)
        if (['body', 'field', 'project'].includes(aspect)) assert.equal(two.code, 'IDEMPOTENCY_KEY_REUSED')
        const again = await post(key, draft)
        assert.deepEqual([again.status, again.again, again.body], [201, true, one.body], 'the first is still kept')
      },
    ),
    { numRuns: 60 },
  )
})

const upload = async (key: string, name: string, content: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const answer = await fetch(`${url}/api/app/files`, {
    method: 'POST',
    headers: { ...inside, 'idempotency-key': key },
    body: form,
  })
  return { status: answer.status, again: answer.headers.get('idempotent-replay') === 'true', text: await answer.text() }
}

test('an upload is compared by what is in its files, not by the boundaries between them', async () => {
  const key = randomUUID()
  const large = 'Weft,'.repeat(400_000)
  const one = await upload(key, 'orders.csv', large)
  assert.deepEqual([one.status, one.again], [201, false], one.text)
  assert.equal((await context.files(hanse.tenant_id).folder('')).filter(({ name }) => name === 'orders.csv').length, 1)
  assert.equal(
    Buffer.from(
      await new Response((await context.files(hanse.tenant_id).read('orders.csv')) as never).arrayBuffer(),
    ).toString(),
    large,
  )
  assert.deepEqual(await upload(key, 'orders.csv', large), { ...one, again: true })
  const changed = await upload(key, 'orders.csv', `${large.slice(0, -1)};`)
  assert.deepEqual([changed.status, JSON.parse(changed.text).code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  assert.equal((await upload(key, 'order.csv', large)).status, 422)
})

test('an upload that does not say how its parts are told apart is refused as the one who sent it, with a key as without', async () => {
  const send = (more: Headers) =>
    fetch(`${url}/api/app/files`, {
      method: 'POST',
      headers: { ...inside, ...more, 'content-type': 'multipart/form-data' },
      body: 'a,b',
    })
  const [without, withKey] = [await send({}), await send({ 'idempotency-key': randomUUID() })]
  assert.ok(without.status >= 400 && without.status < 500, String(without.status))
  assert.equal(withKey.status, without.status)
})

test('uploads at the same time under one key bring one file', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(key, 'once.csv', 'a,b\n1,2\n')))
  assert.equal(answers.filter(({ status, again }) => status === 201 && !again).length, 1)
  for (const { status } of answers) assert.ok(status === 201 || status === 409)
})

test('an answer with a secret is kept encrypted, and given again whole, also when it was compressed on its way', async () => {
  const workflow = await inScope(context.db, hanse.scope, (trx) =>
    trx.insertInto('workflows').values({ label: 'Shop', class_name: 'Shop' }).returning('id').executeTakeFirstOrThrow(),
  )
  const key = randomUUID()
  const made = await post(key, { workflow_id: workflow.id, name: 'Shop' }, { path: 'workflow_tokens' })
  assert.match(made.data.token, /^[\w-]{43}$/)
  const { answer } = (await keyRow(key))!
  assert.ok(!answer!.toString('latin1').includes(made.data.token) && !answer!.toString('latin1').includes('Shop'))
  assert.deepEqual(await post(key, { workflow_id: workflow.id, name: 'Shop' }, { path: 'workflow_tokens' }), {
    ...made,
    again: true,
  })

  const long = async (key: string) => {
    const answer = await fetch(`${url}/api/app/notes`, {
      method: 'POST',
      headers: { ...inside, 'idempotency-key': key, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify({ title: 'Long', note: 'x'.repeat(5_000) }),
    })
    return [
      answer.status,
      answer.headers.get('content-encoding'),
      answer.headers.get('content-type'),
      answer.headers.get('etag'),
      await answer.json(),
    ]
  }
  assert.deepEqual(await long('long'), await long('long'))
  assert.equal((await long('long'))[1], 'gzip')
})

test('a request whose server has died is carried out anew when its lease is over, and not before', async () => {
  const [key, draft] = [randomUUID(), { title: `Crash ${randomUUID()}`, note: 'Lost.' }]
  await post(key, draft)
  await change(key, { status: null, answer: null, leased_until: sql`now() + interval '1 minute'` })
  assert.deepEqual(
    [(await post(key, draft)).code, (await post(key, draft)).code],
    ['IN_PROGRESS', 'IN_PROGRESS'],
    'asking does not free it',
  )
  await change(key, { leased_until: sql`now() - interval '1 second'` })
  assert.equal((await post(key, { ...draft, note: 'Another.' })).code, 'IDEMPOTENCY_KEY_REUSED')
  const anew = await Promise.all(Array.from({ length: 10 }, () => post(key, draft)))
  assert.equal(anew.filter(({ status, again }) => status === 201 && !again).length, 1)
  assert.equal(await ownNotes(draft.title), 2)
})

test('what asks to be tried again may be, under the same key', async () => {
  const key = randomUUID()
  await upload(randomUUID(), 'there.csv', 'a')
  const refused = await upload(key, 'there.csv', 'b')
  assert.deepEqual([refused.status, JSON.parse(refused.text).code, await keyRow(key)], [409, 'FILE_EXISTS', undefined])
  await context.files(hanse.tenant_id).remove('there.csv')
  assert.equal((await upload(key, 'there.csv', 'b')).status, 201)
  assert.equal((await post('x'.repeat(256), { title: 'Long', note: 'Key.' })).code, 'IDEMPOTENCY_KEY_TOO_LONG')
})

test('keys are good for a day, and removed afterwards', async () => {
  const [key, draft] = [randomUUID(), { title: `Day ${randomUUID()}`, note: 'Again.' }]
  await post(key, draft)
  await change(key, { created_at: sql`now() - interval '25 hours'` })
  assert.deepEqual([(await post(key, { ...draft, note: 'Other.' })).status, await ownNotes(draft.title)], [201, 2])
  await change(key, { created_at: sql`now() - interval '25 hours'` })
  await removeExpiredKeys(context.db)
  assert.equal(await keyRow(key), undefined)
})
