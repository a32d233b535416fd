import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { readEnvironment } from '../env/environment.server.ts'
import { createApp } from './app.server.ts'
import { callerAddress, trustedProxies } from './caller-address.server.ts'

const lines: string[] = []
const app = await createApp({ version: '1', logLevel: 'info', logTo: { write: (line) => void lines.push(line) } })
after(() => app.close())
app.get('/api/hello', () => ({ said: 'hello' }))
app.get('/hooks/:token', () => ({}))
app.get('/api/broken', () => {
  throw Object.assign(new Error('insert failed'), {
    detail: 'Failing row contains (ada, hunter2).',
    where: 'line 7: hunter2',
    parameters: ['hunter2'],
  })
})
app.get('/api/told', (request) => {
  request.log.info({ body: { email: 'ada@example.com', password: 'hunter2' }, token: 'hunter2' }, 'told')
  return {}
})
app.post('/api/strict', { schema: { body: z.strictObject({ title: z.string() }) } }, () => ({}))

test('pages run no inline script, load nothing foreign, speak with their own server only and stand in no frame', async () => {
  const { headers } = await app.inject({ url: '/api/hello' })
  const rules = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  assert.deepEqual(
    [
      rules['default-src'],
      rules['script-src'],
      rules['script-src-attr'],
      rules['connect-src'],
      rules['object-src'],
      rules['frame-ancestors'],
      rules['base-uri'],
      rules['form-action'],
    ],
    ["'self'", "'self'", "'none'", "'self'", "'none'", "'none'", "'self'", "'self'"],
  )
  assert.doesNotMatch(rules['script-src']!, /unsafe|https?:|\*/)
  assert.deepEqual(
    [headers['x-content-type-options'], headers['referrer-policy'], headers['cross-origin-opener-policy']],
    ['nosniff', 'no-referrer', 'same-origin'],
  )
})

test('browsers are told to come by HTTPS only where the operator says that there is one', async () => {
  assert.equal((await app.inject({ url: '/api/hello' })).headers['strict-transport-security'], undefined)
  const secure = await createApp({ version: '1', logLevel: 'silent', hsts: true })
  secure.get('/api/hello', () => ({}))
  assert.match(
    String((await secure.inject({ url: '/api/hello' })).headers['strict-transport-security']),
    /^max-age=\d{8}; includeSubDomains$/,
  )
  await secure.close()
})

test('logs hold no key, no token of an address and no value of a row', async () => {
  const secret = 'hunter2'
  await app.inject({
    url: `/hooks/${secret}?token=${secret}&page=1`,
    headers: { authorization: `Bearer ${secret}`, cookie: `weft_device=${secret}`, 'x-api-key': secret },
  })
  assert.equal((await app.inject({ url: '/api/broken' })).statusCode, 500)
  await app.inject({ url: '/api/told' })
  const all = lines.join('')
  assert.match(all, /insert failed/)
  assert.match(all, /"url":"\/hooks\/\*\*\*\?token=\*\*\*&page=1"/)
  assert.match(all, /ada@example\.com/)
  assert.doesNotMatch(all, /hunter2/)
})

test('an answer to a failure of ours names a reference and nothing of the inside', async () => {
  const answer = await app.inject({ url: '/api/broken', headers: { 'accept-language': 'en' } })
  assert.deepEqual([answer.statusCode, answer.json().code], [500, 'BROKEN'])
  assert.match(answer.json().message, /^Something went wrong on our side\. Please try again later\. Reference: \S+$/)
  assert.doesNotMatch(answer.body, /insert|hunter2|stack/)
})

test('a field called like a part of every object is as unknown as any other', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/strict',
    headers: { 'accept-language': 'en' },
    payload: { title: 'Lamp', toString: 1, constructor: 2 },
  })
  assert.deepEqual(
    [answer.statusCode, answer.json().errors],
    [422, { toString: ['There is no such field here.'], constructor: ['There is no such field here.'] }],
  )
})

test('behind a proxy the address of a caller is the one the proxy has seen, whatever the caller claims; without one nobody may claim any', async () => {
  const asked = async (given?: string) => {
    const behind = await createApp({
      version: '1',
      logLevel: 'silent',
      proxies: readEnvironment({ WEFT_TRUST_PROXY: given }).WEFT_TRUST_PROXY,
    })
    behind.get('/api/ip', (request) => ({ ip: request.ip }))
    const { ip } = (
      await behind.inject({
        url: '/api/ip',
        headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
        remoteAddress: '10.0.0.2',
      })
    ).json() as { ip: string }
    await behind.close()
    return ip
  }
  assert.deepEqual(
    [await asked(), await asked('1'), await asked('10.0.0.2'), await asked('10.0.0.3')],
    ['10.0.0.2', '203.0.113.7', '203.0.113.7', '10.0.0.2'],
  )
})

test('sockets are told the same address as calls, whatever the header says', async () => {
  const proxies = ['127.0.0.0/8', '10.0.0.0/8', '2001:db8::/32']
  const behind = await createApp({ version: '1', logLevel: 'silent', proxies, perMinute: async () => 1_000_000 })
  behind.get('/api/ip', ({ ip, raw }) => [ip, callerAddress(raw, trustedProxies(proxies))])
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('127.0.0.1', '10.1.2.3', '2001:db8::1', 'unknown', '', '_hidden', '1.2.3.4:80', '::ffff:10.0.0.1'),
  )
  const socket = fc.constantFrom('127.0.0.1', '10.9.9.9', '203.0.113.7', '::ffff:10.0.0.1', '2001:db8::5')
  await fc.assert(
    fc.asyncProperty(fc.array(address, { maxLength: 5 }), socket, async (forwarded, remoteAddress) => {
      const [byHttp, bySocket] = (
        await behind.inject({ url: '/api/ip', headers: { 'x-forwarded-for': forwarded.join(', ') }, remoteAddress })
      ).json() as string[]
      assert.equal(bySocket, byHttp)
      if (remoteAddress === '203.0.113.7') assert.equal(byHttp, remoteAddress, 'no proxy, no word')
    }),
  )
  await behind.close()
})

test('an address or a head that is too long is refused like everything else, in the language of the caller', async () => {
  const { statusCode, body } = await app.inject({
    url: `/hooks/${'a'.repeat(300)}`,
    headers: { 'accept-language': 'en' },
  })
  assert.equal(statusCode, 414)
  assert.deepEqual(JSON.parse(body), {
    success: false,
    code: 'ADDRESS_UNREADABLE',
    message: 'The address of the request is too long or cannot be read.',
    errors: {},
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/hello?${'a'.repeat(20_000)}`)
  assert.equal(answer.status, 431)
  assert.deepEqual(await answer.json(), {
    success: false,
    code: 'REQUEST_UNREADABLE',
    message: 'Der Kopf der Anfrage ist zu groß oder nicht lesbar.',
    errors: {},
  })
})
