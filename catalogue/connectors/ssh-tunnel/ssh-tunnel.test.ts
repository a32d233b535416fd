import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import ssh2 from 'ssh2'
import { sshTunnelBody } from './ssh-tunnel.server.ts'
import { sshTunnel } from './ssh-tunnel.ts'

/** A server that leads to one host of its own network, by a name that is known nowhere else. */
const echo = net.createServer((socket) => void socket.on('error', () => socket.destroy()).pipe(socket))
await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
after(() => echo.close())
const { private: hostKey } = newSshKey()
const lines: ssh2.Connection[] = []
const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
  lines.push(client)
  client
    .on('error', () => {})
    .on('authentication', (context) => {
      if (context.method === 'password' && context.password === 'right') context.accept()
      else context.reject(['password'])
    })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (destIP !== 'erp.inside' || destPort !== 5432) return reject()
    const channel = accept()
    const socket = net.connect((echo.address() as AddressInfo).port, '127.0.0.1')
    channel
      .on('error', () => socket.destroy())
      .pipe(socket)
      .pipe(channel)
  })
})
after(() => server.close())
await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const settings = sshTunnel.settings.parse({ host: 'localhost', port, user: 'weft', password: 'right' })

test('a tunnel leads to hosts that only the other side knows', async () => {
  const tunnel = await sshTunnelBody.tunnel!(settings, localReach)
  const line = await tunnel.connect('erp.inside', 5432)
  const sent = 'ä'.repeat(500_000)
  line.end(sent)
  assert.ok((await text(line)) === sent)
  await assert.rejects(tunnel.connect('crm.inside', 5432), {
    code: 'TUNNEL_CLOSED',
    message: /^localhost does not lead on to crm\.inside:5432: /,
  })
  await tunnel.close()
})

test('a sign-in that does not hold is told, and so is a tunnel that breaks', async () => {
  await assert.rejects(sshTunnelBody.tunnel!({ ...settings, password: 'wrong' }, localReach), {
    code: 'CONNECTION_DENIED',
  })
  const steps: string[] = []
  await sshTunnelBody.check(settings, localReach, (step) => void steps.push(step))
  assert.deepEqual(steps, ['host', 'connection', 'sign_in'])
  const tunnel = await sshTunnelBody.tunnel!(settings, localReach)
  const line = await tunnel.connect('erp.inside', 5432)
  const ended = new Promise((done) => line.once('close', done))
  for (const one of lines) one.end()
  line.resume()
  await ended
  await assert.rejects(tunnel.connect('erp.inside', 5432), { code: 'TUNNEL_CLOSED', status: 503 })
})
