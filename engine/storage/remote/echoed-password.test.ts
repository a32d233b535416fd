import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { connectRemote } from './connect.server.ts'

test('a server that answers with the password it was sent does not bring it before people', async () => {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.setEncoding('utf8').on('data', (line: string) => {
      socket.write(
        line.startsWith('USER')
          ? '331 password please\r\n'
          : line.startsWith('PASS')
            ? `430 not with ${line.trim().slice(5)} today\r\n`
            : '500 what?\r\n',
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const storage = {
    type: 'ftp' as const,
    host: '127.0.0.1',
    port,
    username: 'weft',
    password: 'Sea-Shell-1',
    root: '/',
    timeout: 5,
    tls: false,
    passive: true,
    host_key: '',
  }
  const error = await connectRemote(storage as never, { resolve: async () => '127.0.0.1' }, () => {}).then(
    () => undefined,
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof WeftError)
  assert.match(say(error.say, 'en'), /not with ••••\(password\) today/)
  assert.ok(!`${error.message} ${JSON.stringify(error.say)}`.includes('Sea-Shell'))
})
