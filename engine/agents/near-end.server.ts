import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { cut, join } from '@weft/kit/agent/streams.server.ts'
import type { Address } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

/** A driver connects at once after it was told where to; some open further connections later. */
const unused_ms = 20_000
const idle_ms = 60_000

/**
 * A place on this machine that leads to a host behind an agent: what connects there gets the line that is open already, and later ones a
 * line of their own. It stands at an address drawn from all those of the loopback interface, so that it is no part of what `127.0.0.1`
 * or `localhost` means where somebody was allowed that, and nobody finds it without having been told. It is gone when nobody uses it.
 */
export async function openNearEnd(first: Duplex, more: () => Promise<Duplex>): Promise<Address> {
  let ready: Duplex | undefined = first
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true })
  let closing: NodeJS.Timeout | undefined
  const closeAfter = (ms: number) => {
    clearTimeout(closing)
    closing = setTimeout(() => {
      if (ready) cut(ready)
      server.close()
    }, ms).unref()
  }
  // Bytes of a system that speaks first wait in the line; one that ends before anybody has come is not handed out.
  first.once('close', () => {
    if (ready === first) closeAfter(0)
  })
  server.unref().on('connection', (socket) => {
    clearTimeout(closing)
    sockets.add(socket)
    socket.on('error', ignore('a driver has dropped its line to an agent')).once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) closeAfter(idle_ms)
    })
    const taken = ready
    ready = undefined
    const line = taken ? Promise.resolve(taken) : more()
    line.then(
      (far) => {
        join(socket, far)
        socket.resume()
      },
      (error) => {
        ignore('no further line to a host behind an agent')(error)
        cut(socket)
      },
    )
  })
  await once(server.listen(0, freshLoopback()), 'listening')
  closeAfter(unused_ms)
  const { address, port } = server.address() as AddressInfo
  return { host: address, port }
}

/** Linux listens on any of them. */
const freshLoopback = () =>
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}` : '127.0.0.1'
