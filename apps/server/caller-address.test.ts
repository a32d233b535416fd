// In a process of its own: it says which proxies are trusted, which a process reads once.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { io } from 'socket.io-client'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { startRealtime } from './http/realtime.ts'
import { aServer, signedIn } from './testing.ts'

process.env['WEFT_TRUST_PROXY'] = '127.0.0.0/8, 10.0.0.0/8'
const server = await aServer()
const { app, context } = server
const office = '198.51.100.9'
const headers = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const token = headers.authorization!.slice('Bearer '.length)
await inScope(context.db, systemScope, async (trx) => {
  const user = await trx
    .updateTable('users')
    .set({ ip_check_active: true })
    .where('email', '=', 'ada@weft.example')
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('granted_ips').values({ user_id: user.id, ip_address: office }).execute()
})
const realtime = startRealtime(app.server, context)
after(() => realtime.close())
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

const byHttp = async (forwarded: string) =>
  (await fetch(`${url}/api/admin/auth/me`, { headers: { ...headers, 'x-forwarded-for': forwarded } })).status
const bySocket = (forwarded: string, transports: string[]) =>
  new Promise<string>((resolve) => {
    const socket = io(url, {
      path: '/socket',
      transports,
      reconnection: false,
      auth: { token },
      extraHeaders: { 'x-forwarded-for': forwarded },
    })
    const done = (said: string) => {
      socket.close()
      resolve(said)
    }
    socket.once('connect', () => done('connected')).once('connect_error', (error) => done(error.message))
  })

test('somebody bound to an address is listened to from there only, whatever the first of the forwarded addresses says', async () => {
  for (const [forwarded, status, said] of [
    [office, 200, 'connected'],
    [`203.0.113.7, ${office}`, 200, 'connected'],
    [`${office}, 10.0.0.3`, 200, 'connected'],
    [`${office}, 203.0.113.7`, 401, 'UNAUTHENTICATED'],
    [`${office}, 203.0.113.7, 10.0.0.3`, 401, 'UNAUTHENTICATED'],
    ['203.0.113.7', 401, 'UNAUTHENTICATED'],
  ] as const) {
    assert.equal(await byHttp(forwarded), status, forwarded)
    for (const transports of [['websocket'], ['polling']])
      assert.equal(await bySocket(forwarded, transports), said, `${transports.join()} ${forwarded}`)
  }
})
