import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { realServer } from './real-server.ts'

const redis = await realServer({
  name: 'redis',
  packages: ['redis-server', 'redis-tools'],
  prepare: ({ folder }) => writeFileSync(path.join(folder, 'kept'), 'seen from inside'),
  command: ({ port }) => ['redis-server', '--port', String(port), '--dir', '/srv', '--save', ''],
})
const skip = typeof redis === 'string' ? redis : false

const ping = (port: number) =>
  new Promise<string>((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', fail)
    socket.once('data', (data) => {
      socket.destroy()
      done(String(data))
    })
    socket.write('PING\r\n')
  })

test('a server runs from unpacked packages, is taken away and comes back on its port', { skip }, async () => {
  if (typeof redis === 'string') return
  assert.equal(await ping(redis.port), '+PONG\r\n')
  assert.equal(await redis.run('cat', '/srv/kept'), 'seen from inside')
  await redis.stop()
  await assert.rejects(ping(redis.port), { code: 'ECONNREFUSED' })
  await redis.start()
  assert.equal(await ping(redis.port), '+PONG\r\n')
  await assert.rejects(redis.run('cat', '/srv/missing'), /No such file/)
})
