import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomBytes } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

process.env['WEFT_API_PER_MINUTE'] = '' // the server reads the setting
const server = await aServer()
const { app, context } = server
const headers = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const other = await signedIn(server, { email: 'bert@weft.example', role: 'admin' })
const ask = (url: string, more: object = {}) =>
  app.inject({ url: `/api/admin${url}`, headers: { ...headers, ...more } })

test('anybody is told the limits of the installation: 20 s, 20 files of 4 MB, 100 entries of a folder, application 1 on the old core', async () => {
  const { data } = (await app.inject({ url: '/api/app/' })).json() as { data: Record<string, unknown> }
  assert.deepEqual(
    [data['app_version'], data['core'], data['limits']],
    [1, 'old', { request_timeout: 20, files: 20, megabytes: 4, directory_tree: 100 }],
  )
})

test('the limits are settings with ranges', async () => {
  const put = (path: string, payload: object) =>
    app.inject({ method: 'PUT', url: `/api/admin/settings/${path}`, headers, payload })
  assert.deepEqual((await ask('/settings/requests')).json().data, {
    request_timeout: 20,
    api_per_minute: 600,
    webhook_per_minute: 600,
    directory_tree: 100,
  })
  const { files, megabytes, data_megabytes } = (await ask('/settings/uploads')).json().data
  assert.deepEqual([files, megabytes, data_megabytes], [20, 4, 200])
  for (const [path, wrong] of [
    ['requests', { request_timeout: 601 }],
    ['requests', { api_per_minute: 1 }],
    ['uploads', { files: 0 }],
    ['uploads', { megabytes: 101 }],
  ] as const)
    assert.equal((await put(path, wrong)).statusCode, 422, JSON.stringify(wrong))
  assert.equal((await put('uploads', { files: 5 })).statusCode, 200)
  await new Promise((resolve) => setTimeout(resolve, 5_100)) // what is asked often is read again after five seconds
  assert.equal(((await app.inject({ url: '/api/app/' })).json() as any).data.limits.files, 5)
})

test('a session may ask so many times a minute, then it is told how long to wait; others are not held up', async () => {
  await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('settings')
      .values({ key: 'requests', value: JSON.stringify({ api_per_minute: 60 }) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify({ api_per_minute: 60 }) }))
      .execute(),
  )
  await new Promise((resolve) => setTimeout(resolve, 5_100))
  let answer = await ask('/languages')
  for (let i = 0; i < 80 && answer.statusCode === 200; i++) answer = await ask('/languages')
  assert.deepEqual(
    [answer.statusCode, answer.json().code, answer.json().message],
    [429, 'TOO_MANY', 'Too many requests. Please wait a moment and try again.'],
  )
  assert.ok(Number(answer.headers['retry-after']) >= 1 && Number(answer.headers['retry-after']) <= 60)
  assert.equal(
    (await ask('/languages', { 'accept-language': 'de' })).json().message,
    'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  )
  assert.equal((await app.inject({ url: '/api/admin/languages', headers: other })).statusCode, 200)
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
})

test('made-up tokens do not get around it: the address has a limit too, and signing in counts by address alone', async () => {
  const login = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      remoteAddress: '203.0.113.9',
      headers: { authorization: `Bearer ${token}` },
      payload: { email: 'nobody@weft.example', password: 'Some-Password-1' },
    })
  const statuses = new Set<number>()
  for (let i = 0; i < 25; i++) statuses.add((await login(randomBytes(24).toString('hex'))).statusCode)
  assert.ok(statuses.has(429))
  let last = 401
  for (let i = 0; i < 60 * 20 + 5 && last === 401; i++)
    last = (
      await app.inject({
        url: '/api/admin/languages',
        remoteAddress: '203.0.113.10',
        headers: { authorization: `Bearer ${randomBytes(24).toString('hex')}` },
      })
    ).statusCode
  assert.equal(last, 429)
})

test('a body above the limit is refused before it is read', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/validators/check',
    headers: other,
    payload: { rule: 'json', value: 'x'.repeat(5 * 1024 * 1024) },
  })
  assert.deepEqual([answer.statusCode, answer.json().code], [413, 'TOO_LARGE'])
})
