import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import ssh2, { type AuthContext } from 'ssh2'
import { openLine } from './line.server.ts'
import { sftp } from './sftp.ts'

const admitted: string[] = []

/** A server that lets in whoever says the password in the way it asks for. */
async function aServer(admit: (context: AuthContext) => void): Promise<number> {
  const { private: hostKey } = newSshKey()
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => {}).on('authentication', admit)
    client.on('session', (accept) =>
      accept().on('sftp', (open) => {
        const channel = open()
        channel.on('REALPATH', (id) => channel.name(id, [{ filename: '/home/shop', longname: '', attrs: {} as never }]))
      }),
    )
  })
  after(() => server.close())
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const settings = (port: number, password: string) =>
  sftp.settings.parse({ host: 'localhost', port, user: 'shop', password })

test('a password is said to a server that asks for it', async () => {
  const port = await aServer((context) => {
    if (context.method === 'password' && context.password === 'secret') context.accept()
    else context.reject(['password'])
  })
  const line = await openLine(settings(port, 'secret'), localReach)
  assert.equal(line.home, '/home/shop')
  line.close()
  await assert.rejects(openLine(settings(port, 'wrong'), localReach), { code: 'CONNECTION_DENIED' })
})

test('a server that asks questions is answered with the password', async () => {
  const port = await aServer((context) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) => {
      admitted.push(String(answer))
      if (answer === 'secret') context.accept()
      else context.reject()
    })
  })
  const line = await openLine(settings(port, 'secret'), localReach)
  assert.deepEqual(admitted, ['secret'])
  line.close()
  await assert.rejects(openLine(settings(port, 'wrong'), localReach), { code: 'CONNECTION_DENIED' })
})

test('a server that needs key and password gets both', async () => {
  const { private: private_key } = newSshKey()
  let hasKey = false
  const port = await aServer((context) => {
    if (context.method === 'publickey') {
      hasKey = context.signature !== undefined
      return hasKey ? context.reject(['password'], true) : context.accept()
    }
    if (context.method === 'password' && hasKey && context.password === 'secret') context.accept()
    else context.reject(hasKey ? ['password'] : ['publickey'])
  })
  const line = await openLine({ ...settings(port, 'secret'), private_key }, localReach)
  assert.equal(line.home, '/home/shop')
  line.close()
})
