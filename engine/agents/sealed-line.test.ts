import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import fc from 'fast-check'
import { sealedLine } from './sealed-line.server.ts'

const secret = Buffer.alloc(32, 7)
const server = createServer({ allowHalfOpen: true })
await once(server.listen(0, '127.0.0.1'), 'listening')
const opened = new Set<Socket>()
after(() => {
  for (const socket of opened) socket.destroy()
  server.close()
})

/** The two ends of a line over TCP. */
async function pair(): Promise<[Socket, Socket]> {
  const { port } = server.address() as AddressInfo
  const asks = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [holds] = (await once(server, 'connection')) as [Socket]
  for (const one of [asks, holds]) opened.add(one.on('error', ignore('an end of a test was cut')))
  return [asks, holds]
}
const sealedOf = (raw: Socket, side: 'asks' | 'holds', of = secret) =>
  sealedLine(raw, of, side).on('error', ignore('a line of a test was cut'))

test('what one end says the other hears, in both directions, each ended by itself', async () => {
  const [one, other] = await pair()
  const [asks, holds] = [sealedOf(one, 'asks'), sealedOf(other, 'holds')]
  const question = Buffer.alloc(1_000_000, 'q')
  asks.end(question)
  assert.ok((await buffer(holds)).equals(question))
  holds.end('answer')
  assert.equal((await buffer(asks)).toString(), 'answer')
})

test('nobody between them reads anything of it', async () => {
  const [one, other] = await pair()
  sealedOf(one, 'asks').end('password=geheim')
  assert.ok(!(await buffer(other)).includes('geheim'))
})

test('what is changed, repeated or cut off on the way, or sealed for another line, ends it', async () => {
  const [taken, end] = await pair()
  const from = sealedOf(taken, 'asks')
  from.write('first')
  from.end('second')
  const bytes = await buffer(end)
  const heard = async (sent: Uint8Array, of = secret) => {
    const [one, other] = await pair()
    one.end(sent)
    return buffer(sealedOf(other, 'holds', of)).then(String, (error: { code?: string }) => error.code)
  }
  assert.equal(await heard(bytes), 'firstsecond')
  assert.equal(await heard(bytes, Buffer.alloc(32, 8)), 'ECONNRESET')
  assert.equal(await heard(Buffer.concat([bytes.subarray(0, 25), bytes])), 'ECONNRESET')
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= by
      assert.equal(await heard(changed), 'ECONNRESET')
      assert.equal(await heard(bytes.subarray(0, at)), 'ECONNRESET')
    }),
    { numRuns: 40 },
  )
})
