import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import ssh2 from 'ssh2'
import { sshTunnelBody } from './ssh-tunnel.server.ts'
import { sshTunnel } from './ssh-tunnel.ts'

const server = new ssh2.Server({ hostKeys: [newSshKey().private] }, (client) => {
  client.on('error', () => client.end()).on('authentication', (context) => context.accept())
  client.on(
    'tcpip',
    (accept) =>
      void accept()
        .on('error', () => client.end())
        .end('hello'),
  )
})
await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
after(() => server.close())

test('answers that are changed on the way end in a line or in a sentence', () =>
  survivesGarbledAnswers({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    async use(port) {
      const settings = sshTunnel.settings.parse({ host: 'localhost', port, user: 'weft', password: 'right' })
      const tunnel = await sshTunnelBody.tunnel!(settings, localReach)
      try {
        await text(await tunnel.connect('erp.inside', 5432))
      } finally {
        await tunnel.close()
      }
    },
    runs: 40,
  }))
