import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { openBucketTransport } from './bucket-transport.server.ts'

const bytes = Buffer.alloc(300_000, 'weft')
const heads: string[] = []
/** Says the whole answer and ends the line at once, whether anybody reads or not; at /cut only half of it. */
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (head) => {
    heads.push(head.toString())
    const said = heads.at(-1)!.startsWith('GET /cut ') ? bytes.subarray(0, 150_000) : bytes
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\nETag: "a"\r\n\r\n`)
    socket.end(said)
  })
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { http, transfer, close } = openBucketTransport()
after(() => {
  close()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('an answer that waits to be read is whole although the server has ended its line meanwhile', async () => {
  const { status, headers, body } = await transfer({ method: 'GET', url: `${url}/whole` })
  await sleep(200)
  assert.deepEqual([status, headers['etag']], [200, '"a"'])
  assert.equal((await buffer(body)).equals(bytes), true)
})

test('one that nobody reads is let go, and one that breaks off is an error of whoever reads', async () => {
  const [left, cut] = await Promise.all(['/left', '/cut'].map((path) => transfer({ method: 'GET', url: url + path })))
  await sleep(200)
  left!.body.destroy()
  await assert.rejects(buffer(cut!.body), { code: 'ECONNRESET' })
})

test('what is asked for as a whole is asked for again where the line breaks, and comes with its length', async () => {
  const { status, body } = await http({ method: 'GET', url: `${url}/whole` })
  assert.deepEqual([status, Buffer.from(body).equals(bytes)], [200, true])
  await assert.rejects(http({ method: 'GET', url: `${url}/cut`, tries: 2 }), { code: 'HTTP_FAILED', status: 503 })
  assert.deepEqual(
    heads.slice(-2).map((head) => head.split(' ')[1]),
    ['/cut', '/cut'],
  )
  await http({ method: 'PUT', url: `${url}/kept`, body: Buffer.from('twelve bytes') })
  assert.match(heads.at(-1)!, /^PUT \/kept HTTP\/1\.1\r\n(.+\r\n)*content-length: 12\r\n/i)
})

test('where nothing answers it says so', async () => {
  const asking = transfer({ method: 'GET', url: `http://127.0.0.1:${await freePort()}/` })
  await assert.rejects(asking, { code: 'HTTP_FAILED', status: 503 })
})
