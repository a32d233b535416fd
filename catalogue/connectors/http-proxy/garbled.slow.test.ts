import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { httpProxyBody } from './http-proxy.server.ts'
import { settingsFor, tinyproxy } from './testing/counterpart.ts'

const server = await tinyproxy()
const skip = typeof server === 'string' ? server : false
const greeter = net.createServer((socket) => void socket.on('error', () => socket.destroy()).end('hello'))
await new Promise<void>((done) => greeter.listen(0, '127.0.0.1', done))
after(() => greeter.close())

test('answers that are changed on the way end in a line or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  await survivesGarbledAnswers({
    ...server,
    async use(port) {
      const tunnel = await httpProxyBody.tunnel!(settingsFor({ port }), localReach)
      const line = await tunnel.connect('127.0.0.1', (greeter.address() as AddressInfo).port)
      await text(line).catch(() => 'what comes through a line may break off')
      await tunnel.close()
    },
  })
})
