// A small server for the tests of what keeps processes alive: it throws where nobody catches, on request.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { stopAccepting } from '@weft/kit/process/stop-accepting.server.ts'

const server = createServer((request, response) => {
  if (request.url === '/throw')
    setImmediate(() => {
      throw new Error('thrown for the test')
    })
  if (request.url === '/reject') void Promise.reject(Object.assign(Object.create(null), { odd: true }))
  void sleep(request.url === '/slow' ? 1_000 : 0).then(() => response.end(`${process.pid}`))
})
exitOnUncaught({ drain: () => stopAccepting(server), grace_ms: 10_000 })
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.({ ready: true }))
