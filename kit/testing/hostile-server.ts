import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { after } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '../errors/errors.ts'

type Hostile = {
  /** What a well-meaning server says: a part of it, cut off or with bytes changed, is what this one says. */
  greeting: Uint8Array
  /** Opens and uses a connection to the port, and closes it. */
  use(port: number): Promise<unknown>
  runs?: number
}

/** A server that says anything and hangs up: whoever connects is told so by an error that people can read. */
export async function survivesHostileServers({ greeting, use, runs = 100 }: Hostile) {
  let says: Uint8Array = new Uint8Array()
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => undefined)
    socket.end(says)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const cut = fc.nat(greeting.length).map((length) => greeting.slice(0, length))
  const changed = fc
    .array(fc.tuple(fc.nat(Math.max(0, greeting.length - 1)), fc.nat(255)), { minLength: 1, maxLength: 5 })
    .map((changes) => {
      const bytes = greeting.slice()
      for (const [at, value] of changes) bytes[at] = value
      return bytes
    })
  const anything = fc.oneof(cut, changed, fc.uint8Array({ maxLength: 200 }))
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      says = bytes
      const error = await use(port).then(
        () => undefined,
        (caught: unknown) => caught,
      )
      assert.ok(error === undefined || error instanceof WeftError, String(error))
    }),
    { numRuns: runs },
  )
}
