import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { routes } from '../features/all.ts'
import { aServer, signedIn, supporting } from '../testing.ts'

const server = await aServer()
const { context } = server
const tenant = await aTenant({ ...server.test, key: context.key })
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const boss = {
  ...(await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
await supporting(server, admin, tenant.tenant_id)
const request = await server.app.inject({
  method: 'POST',
  url: '/api/app/support_requests',
  headers: boss,
  payload: { subject: 'Late', comment: 'Since Monday.' },
})
const contract = await inScope(context.db, { level: 'provider' }, async (trx) => {
  const plan = await trx.insertInto('plans').values({ name: 'Basic' }).returning('id').executeTakeFirstOrThrow()
  return trx
    .insertInto('contracts')
    .values({ tenant_id: tenant.tenant_id, plan_id: plan.id, start_on: '2026-01-01' })
    .returning('id')
    .executeTakeFirstOrThrow()
})
const workflow = await inScope(context.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Import', class_name: 'Import' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const structure = await aStructure(context, tenant.scope, 'Article', [aField('number', 'text', { primary_key: true })])

/** Every route that takes files, as its schema says. */
const taking: string[] = []
const app = await createApp({ version: '0' })
app.addHook('onRoute', ({ method, url, schema }) => {
  if (method === 'POST' && schema?.consumes?.includes('multipart/form-data')) taking.push(url)
})
await app.register(routes(context, 'app'))
await app.ready()

const ids: [RegExp, string][] = [
  [/^\/support_requests\//, request.json().data.id],
  [/^\/contracts\//, contract.id],
  [/^\/data_structures\//, structure.id],
  [/^\/(clients|tenants)\//, tenant.tenant_id],
  [/^\/partners\//, tenant.partner_id],
  [/^\/projects\//, tenant.project_id],
  [/^\/workflows\//, workflow.id],
  [/^\/users\//, tenant.user_id],
]
const whose = (url: string) =>
  /^\/(media|plugins|contracts|clients|partners|settings|users|company)\b/.test(url) ? admin : boss
const idIn = (url: string) => ids.find(([place]) => place.test(url))?.[1] ?? tenant.tenant_id

async function send(url: string, names: string[]) {
  const parts = names
    .map(
      (name) =>
        `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\nhello ${name}\r\n`,
    )
    .join('')
  const payload = `--x\r\ncontent-disposition: form-data; name="subject"\r\n\r\nHello\r\n--x\r\ncontent-disposition: form-data; name="comment"\r\n\r\nHello\r\n${parts}--x--\r\n`
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/app${url.replaceAll(/:\w+/g, idIn(url))}`,
    headers: { ...whose(url), 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  })
  return { status: answer.statusCode, ...(answer.json() as { code: string; message: string }) }
}

test('more files than a route takes at once are refused as a whole by every route that takes files, and none is dropped in silence', async () => {
  const names = Array.from({ length: 21 }, (_, i) => `file-${i + 1}.txt`)
  const said: Record<string, string> = {}
  for (const url of taking) {
    const { status, code } = await send(url, names)
    said[url] = `${status} ${code}`
  }
  assert.ok(taking.length > 8, taking.join(' '))
  assert.deepEqual(said, Object.fromEntries(taking.map((url) => [url, '422 INVALID_MAX_FILES'])))
  const kept = await inScope(
    context.db,
    systemScope,
    async (trx) => (await trx.selectFrom('media').select('id').execute()).length,
  )
  assert.equal(kept, 0)
})

test('a route that takes one file names those that came along', async () => {
  assert.equal(
    (await send('/media', ['one.txt', 'two.txt', 'three.txt'])).message,
    'One file at a time, please: two.txt, three.txt came along as well. Nothing was saved.',
  )
  assert.equal((await send('/media', ['one.txt'])).status, 201)
})

test('as many files as a route takes at once are all kept', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `kept-${i + 1}.txt`)
  assert.equal((await send('/files', names)).status, 201)
  const answer = await server.app.inject({ url: '/api/app/files?noPagination=true', headers: boss })
  assert.deepEqual(
    (answer.json() as { data: { name: string }[] }).data.map(({ name }) => name).toSorted(),
    names.toSorted(),
  )
})

test('what says it is an upload and is none is refused as the fault of whoever sent it, by every route that takes files', async () => {
  for (const url of taking)
    for (const [type, payload] of [
      ['multipart/form-data', 'hello'],
      ['multipart/form-data; boundary=x', '--x broken'],
    ] as const) {
      const headers = { ...whose(url), 'content-type': type }
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/app${url.replaceAll(/:\w+/g, idIn(url))}`,
        headers,
        payload,
      })
      assert.ok(
        answer.statusCode >= 400 && answer.statusCode < 500,
        `${url} ${type}: ${answer.statusCode} ${answer.body}`,
      )
    }
})
