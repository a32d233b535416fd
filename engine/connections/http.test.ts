import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { HttpRequest } from '@weft/kit/define/step-context.ts'
import { isInternal, openEgress, type Allowed, type Egress } from './egress.server.ts'
import { openHttp, retryAfter } from './http.server.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; at: number }
const seen: Seen[] = []
const server = createServer((request, response) => {
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, at: Date.now() })
  routes[new URL(request.url!, 'http://x').pathname.split('/')[1]!]!(request, response)
})
let tries = 0
const failing =
  (status: number, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    ++tries < 3 ? response.writeHead(status, headers).end('busy') : response.end('{"ok":true}')
const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  ok: (_, response) => response.end('fine'),
  echo: async (request, response) =>
    response.end(
      JSON.stringify({ method: request.method, headers: request.headers, body: (await request.toArray()).join('') }),
    ),
  broken: failing(500),
  limited: failing(429, { 'retry-after': '1' }),
  closed: (_, response) => response.writeHead(429, { 'retry-after': '86400' }).end('come back tomorrow'),
  teapot: (_, response) => response.writeHead(418).end('no'),
  cut: (request) => (++tries < 2 ? request.socket.destroy() : undefined),
  slow: () => {},
  drip: (_, response) => void (response.write('a'), setTimeout(() => response.end(), 5_000).unref()),
  packed: (request, response) => {
    const [, , how, size = '0'] = request.url!.split('/')
    const pack = (name: string, bytes: Buffer) => (packers[name] ?? ((given: Buffer) => given))(bytes)
    response.writeHead(200, { 'content-encoding': how!.replaceAll('+', ', ').replace('raw', 'deflate') })
    response.end(
      request.method === 'HEAD'
        ? undefined
        : how!
            .split('+')
            .reduce<Buffer>(
              (bytes, name) => pack(name, bytes),
              size === '0' ? Buffer.from('grün') : Buffer.alloc(Number(size)),
            ),
    )
  },
  large: (_, response) => void response.end(Buffer.alloc(3_000_000)),
  moved: (request, response) => response.writeHead(Number(request.url!.split('/')[2]), { location: '/echo' }).end(),
  round: (_, response) => response.writeHead(302, { location: '/round' }).end(),
  inside: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  other: (_, response) => response.writeHead(307, { location: `http://localhost:${port}/echo` }).end(),
}
const packers: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  raw: deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}
let port = 0
let allow: Allowed[] = []
let egress: Egress
const ask = (path: string, more: Partial<HttpRequest> = {}) =>
  openHttp({ egress, pace: { first_wait: 20, longest_wait: 5_000 } })({
    method: 'GET',
    url: path.includes('://') ? path : `http://127.0.0.1:${port}/${path}`,
    ...more,
  })
const text = (body: Uint8Array) => Buffer.from(body).toString()

before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  allow = [
    { host: '127.0.0.1', port },
    { host: 'localhost', port },
  ]
  egress = openEgress(async () => allow)
})
after(async () => {
  await egress.close()
  server.closeAllConnections()
  server.close()
})

const addresses: [string, boolean][] = [
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '198.18.0.1',
  ].map((one): [string, boolean] => [one, true]),
  ...[
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'ff02::1',
    '::127.0.0.1',
    'nonsense',
  ].map((one): [string, boolean] => [one, true]),
  ...['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'].map(
    (one): [string, boolean] => [one, false],
  ),
]
for (const [address, internal] of addresses)
  test(`${address} is ${internal ? 'inside' : 'outside'}`, () => assert.equal(isInternal(address), internal))

test('an internal address is refused, however it is written, and nothing is sent', async () => {
  const closed = openEgress(async () => [])
  const http = openHttp({ egress: closed })
  const before = seen.length
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
    await assert.rejects(
      http({ method: 'GET', url: `http://${host}:${port}/ok` }),
      { code: 'EGRESS_REFUSED', status: 403 },
      host,
    )
  assert.equal(seen.length, before)
  await closed.close()
})

test('the allow list opens one host and port, not its neighbours', async () => {
  assert.equal(text((await ask('ok')).body), 'fine')
  await assert.rejects(ask(`http://127.0.0.1:${port + 1}/ok`), { code: 'EGRESS_REFUSED' })
  await assert.rejects(ask(`http://127.0.0.2:${port}/ok`), { code: 'EGRESS_REFUSED' })
})

test('a name that says another address at the second look gains nothing', async () => {
  let looks = 0
  const rebinding = ((
    _host: string,
    _options: unknown,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) => done(null, [{ address: ++looks === 1 ? '192.0.9.9' : '127.0.0.1', family: 4 }])) as unknown as typeof lookup
  const guarded = openEgress(async () => [], { resolver: rebinding })
  assert.equal(await guarded.resolve('evil.example', 80), '192.0.9.9')
  await assert.rejects(
    openHttp({ egress: guarded })({ method: 'GET', url: `http://evil.example:${port}/ok`, tries: 1 }),
    { code: 'EGRESS_REFUSED' },
  )
  assert.equal(looks, 2)
  await guarded.close()
})

test('a redirect to an internal address is refused', async () => {
  await assert.rejects(ask('inside'), { code: 'EGRESS_REFUSED' })
})

test('a redirect to another host carries no secrets', async () => {
  const answer = await ask('other', {
    method: 'POST',
    body: 'x',
    headers: { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret', Accept: 'text/plain' },
  })
  const { method, headers, body } = JSON.parse(text(answer.body)) as {
    method: string
    headers: Record<string, string>
    body: string
  }
  assert.deepEqual(
    [method, body, headers['accept'], headers['authorization'], headers['x-api-key']],
    ['POST', 'x', 'text/plain', undefined, undefined],
  )
})

test('redirects keep or change the method as browsers do, and end', async () => {
  for (const [status, method] of [
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ] as const)
    assert.equal(
      (JSON.parse(text((await ask(`moved/${status}`, { method: 'POST', body: 'x' })).body)) as { method: string })
        .method,
      method,
      String(status),
    )
  await assert.rejects(ask('round'), { code: 'TOO_MANY_REDIRECTS' })
})

test('a broken answer is asked for again after a growing wait', async () => {
  tries = 0
  assert.equal((await ask('broken')).status, 200)
  assert.equal(tries, 3)
})

test('Retry-After is kept', async () => {
  tries = 0
  const from = seen.length
  assert.equal((await ask('limited')).status, 200)
  const [first, second, third] = seen.slice(from)
  assert.ok(second!.at - first!.at >= 990 && third!.at - second!.at >= 990)
  assert.equal((await ask('closed')).status, 429)
})

test('Retry-After may be seconds or a date', () => {
  assert.equal(retryAfter('7'), 7_000)
  assert.equal(retryAfter('Sat, 21 Nov 2026 10:00:10 GMT', Date.parse('2026-11-21T10:00:00Z')), 10_000)
  assert.equal(retryAfter('soon'), undefined)
})

test('what could act twice is sent again only with a key', async () => {
  tries = 0
  assert.equal((await ask('broken', { method: 'POST', body: '{}' })).status, 500)
  assert.equal(tries, 1)
  tries = 0
  const from = seen.length
  assert.equal((await ask('broken', { method: 'POST', body: '{}', key: 'k-1' })).status, 200)
  assert.deepEqual(
    seen.slice(from).map((one) => one.headers['idempotency-key']),
    ['k-1', 'k-1', 'k-1'],
  )
})

test('an answer that says no is given as it is', async () => {
  const { status, body } = await ask('teapot')
  assert.deepEqual([status, text(body)], [418, 'no'])
})

test('time and size are bounded', async () => {
  await assert.rejects(ask('slow', { timeout_ms: 100, tries: 1 }), { code: 'HTTP_TIMEOUT', status: 503 })
  await assert.rejects(ask('drip', { timeout_ms: 100, tries: 1 }), { code: 'HTTP_TIMEOUT' })
  await assert.rejects(ask('large', { max_bytes: 1_000_000 }), { code: 'ANSWER_TOO_LARGE', status: 422 })
  await assert.rejects(ask('ftp://127.0.0.1/x'), { code: 'URL_INVALID' })
})

test('a host that cannot be reached is named', async () => {
  tries = 0
  await assert.rejects(ask('cut', { tries: 1 }), {
    code: 'HTTP_FAILED',
    status: 503,
    message: /^The request to .+ could not be loaded: /,
  })
  await assert.rejects(ask('ok', { headers: { 'bad header': 'x' } }), { status: 422 })
})

test('a rate is kept', async () => {
  const from = Date.now()
  await Promise.all([1, 2, 3, 4, 5].map(() => ask('ok', { per_second: 20 })))
  assert.ok(Date.now() - from >= 190)
})

test('a cancelled job stops waiting', async () => {
  const stop = new AbortController()
  const waiting = openHttp({ egress, signal: stop.signal })({ method: 'GET', url: `http://127.0.0.1:${port}/slow` })
  setTimeout(() => stop.abort(new Error('cancelled')), 50)
  await assert.rejects(waiting, /cancelled/)
})

test('a packed answer is unpacked, however it is packed', async () => {
  for (const how of ['gzip', 'x-gzip', 'deflate', 'raw', 'br', 'zstd', 'identity', 'gzip+br'])
    assert.equal(text((await ask(`packed/${how}`)).body), 'grün', how)
  assert.equal(seen.at(-1)!.headers['accept-encoding'], 'gzip, deflate, br, zstd')
  assert.equal((await ask('packed/gzip', { method: 'HEAD' })).body.length, 0)
  await assert.rejects(ask('packed/compress', { tries: 1 }), {
    code: 'ANSWER_PACKED',
    message: `The answer of 127.0.0.1:${port} is packed as compress, which cannot be unpacked here.`,
  })
})

test('an answer that unpacks to more than is read is refused before it is unpacked whole', async () => {
  for (const how of ['gzip', 'deflate', 'raw', 'br', 'zstd', 'gzip+gzip'])
    await assert.rejects(
      ask(`packed/${how}/60000000`, { max_bytes: 1_000_000, tries: 1 }),
      { code: 'ANSWER_TOO_LARGE', message: `The answer of 127.0.0.1:${port} is larger than 1 MB.` },
      how,
    )
})
