import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { provenWith } from '@weft/kit/testing/as-declared.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { httpProxyBody } from './http-proxy.server.ts'
import { httpProxy } from './http-proxy.ts'
import { settingsFor, tinyproxy } from './testing/counterpart.ts'

const server = await tinyproxy()
const skip = typeof server === 'string' ? server : false
const at = typeof server === 'string' ? { port: 0 } : server

/** Greets at once, as many systems do, and says back what it is told. */
const echo = net.createServer((socket) => {
  socket.on('error', () => socket.destroy()).write('hello ')
  socket.pipe(socket)
})
await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
after(() => echo.close())
const { port: echoPort } = echo.address() as AddressInfo

async function checked(more: object = {}, port = at.port) {
  const steps: string[] = []
  await httpProxyBody.check(settingsFor({ port }, more), localReach, (step) => void steps.push(step))
  return steps
}

test('a proxy is tried step by step', { skip }, async () => {
  if (typeof server !== 'string')
    provenWith(httpProxy, `Tinyproxy ${(await server.run('tinyproxy', '-v')).split(' ')[1]!}`)
  assert.deepEqual(await checked(), ['host', 'connection', 'sign_in'])
  await assert.rejects(checked({ password: 'wrong' }), { code: 'CONNECTION_DENIED', message: /401|407/ })
  await assert.rejects(checked({}, await freePort()), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
  await assert.rejects(checked({}, echoPort), { code: 'NO_PROXY' })
})

test('a line through it carries every byte, also those that come with the answer', { skip }, async () => {
  const tunnel = await httpProxyBody.tunnel!(settingsFor(at), localReach)
  const line = await tunnel.connect('127.0.0.1', echoPort)
  const sent = Buffer.alloc(1_000_000, 'ä')
  // Many proxies cut both directions when one has ended, so nothing is ended before all has come back.
  line.write(sent)
  const expected = Buffer.concat([Buffer.from('hello '), sent])
  const pieces: Buffer[] = []
  for await (const piece of line as AsyncIterable<Buffer>) {
    pieces.push(piece)
    if (Buffer.concat(pieces).length >= expected.length) break
  }
  assert.ok(Buffer.concat(pieces).equals(expected))
  const nowhere = await freePort()
  await assert.rejects(tunnel.connect('127.0.0.1', nowhere), {
    code: 'TUNNEL_CLOSED',
    message: new RegExp(`^localhost does not lead on to 127\\.0\\.0\\.1:${nowhere}: 5\\d\\d `),
  })
  await tunnel.close()
})

test('a proxy that says anything is told as an error', async () => {
  await survivesHostileServers({
    greeting: Buffer.from('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n'),
    use: async (port) => {
      const tunnel = await httpProxyBody.tunnel!(settingsFor({ port }), localReach)
      const line = await tunnel.connect('127.0.0.1', echoPort)
      line.destroy()
    },
  })
})
