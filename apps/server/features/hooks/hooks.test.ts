import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const tenant = await aTenant(server.test)
const headers = {
  ...(await signedIn(server, { email: 'boss@hooks.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const source = 'weft: 1\nlabel: Orders\nsteps: [{ id: call, element: webhook }]'
const { id } = await inScope(context.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Orders', class_name: 'Orders', source, active: true, published: true })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const token = await app.inject({
  method: 'POST',
  url: '/api/app/workflow_tokens',
  headers,
  payload: { workflow_id: id, name: 'Shop' },
})
const url = (token.json() as { data: { path: string } }).data.path

const call = async (payload: string | Buffer, type = 'application/json', language = 'en') => {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, 'accept-language': language },
  })
  const { code, message } = answer.json() as { code?: string; message?: string }
  return [answer.statusCode, code, message]
}
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const keys = `{${Array.from({ length: 500_000 }, (_, n) => `"k${n}":1`).join(',')}}`

test('a webhook refuses JSON that is too deep or has too many fields or values, and says the limit in the language of the caller', async () => {
  const tooDeep = [422, 'TOO_DEEP', 'What was sent is nested more than 100 levels deep.']
  assert.deepEqual(await call(deep), tooDeep)
  assert.deepEqual(await call(`{"a":${deep}}`, 'application/vnd.shop+json'), tooDeep)
  assert.deepEqual(await call(deep, 'application/octet-stream'), tooDeep)
  assert.deepEqual(await call(deep, 'application/json', 'de'), [
    422,
    'TOO_DEEP',
    'Die gesendeten Daten sind mehr als 100 Ebenen tief verschachtelt.',
  ])
  assert.deepEqual(await call(keys), [
    422,
    'TOO_MANY_FIELDS',
    'An object in what was sent has more than 20,000 fields.',
  ])
  assert.deepEqual(await call(keys, 'application/json', 'de'), [
    422,
    'TOO_MANY_FIELDS',
    'Ein Objekt in den gesendeten Daten hat mehr als 20.000 Felder.',
  ])
  assert.deepEqual(await call(`[${'1,'.repeat(1_000_000)}1]`), [
    422,
    'TOO_MANY_VALUES',
    'What was sent has more than 100,000 values.',
  ])
  assert.deepEqual((await call('a=1&'.repeat(500_000), 'application/x-www-form-urlencoded')).slice(0, 2), [
    422,
    'TOO_MANY_FIELDS',
  ])
})

test('the limits of JSON hold in every charset, and what has to be decoded first may only be short', async () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  for (const type of ['application/json; charset=utf-16le', 'application/json', 'application/octet-stream'])
    assert.equal((await call(utf16(deep), type))[1], 'TOO_DEEP', type)
  assert.deepEqual(
    (await call(Buffer.from(`{"ä":${deep}}`, 'latin1'), 'application/json; charset=iso-8859-1')).slice(0, 2),
    [422, 'TOO_DEEP'],
  )
  assert.deepEqual(await call(utf16(JSON.stringify('x'.repeat(600_000))), 'application/json; charset=utf-16le'), [
    422,
    'JSON_NOT_UTF8',
    'JSON of more than 1 MB has to be sent as UTF-8.',
  ])
  assert.equal((await call(utf16('{"a":"\u015b\u5b5b"}'), 'application/json; charset=utf-16le'))[0], 202)
  assert.equal((await call(`\ufeff{"a":1}`))[0], 202)
  assert.equal((await call(`\u00a0${deep}`, 'text/plain'))[1], 'TOO_DEEP')
})

test('what lies within the limits starts its workflow', async () => {
  assert.equal((await call(`${'['.repeat(100)}${']'.repeat(100)}`))[0], 202)
  assert.equal(
    (await call(JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])))))[0],
    202,
  )
  assert.equal((await call('[[[[ no JSON at all', 'text/plain'))[0], 202)
})

test('every route of the API that takes JSON refuses it likewise', async () => {
  for (const [payload, code] of [
    [`{"rule":"json","value":${deep}}`, 'TOO_DEEP'],
    [keys.slice(0, 3_000_000), 'TOO_MANY_FIELDS'],
  ] as const)
    for (const route of ['/api/app/validators/check', '/api/app/auth/login', '/api/app/workflows']) {
      const answer = await app.inject({
        method: 'POST',
        url: route,
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      })
      assert.deepEqual([answer.statusCode, (answer.json() as { code: string }).code], [422, code], route)
    }
})
