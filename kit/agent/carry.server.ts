import type { Duplex } from 'node:stream'
import { openStreams, type Streams } from './streams.server.ts'

/** Above this much that has not left yet, streams pause; below a quarter of it they go on. */
const fullAt = 1024 * 1024

/** What of a WebSocket is needed here. */
type Socket = {
  readonly bufferedAmount: number
  send(data: Buffer, sent: () => void): void
  terminate(): void
}
type Carrying = {
  violated(what: string): void
  accept?(host: string, port: number): Promise<Duplex>
}

/** Streams over a WebSocket; who breaks the rules loses it. */
export function carry(socket: Socket, { violated, accept }: Carrying): Streams {
  const streams = openStreams({
    send(message) {
      socket.send(message, () => {
        if (socket.bufferedAmount < fullAt / 4) streams.resume()
      })
      return socket.bufferedAmount < fullAt
    },
    violated(what) {
      violated(what)
      socket.terminate()
    },
    ...(accept && { accept }),
  })
  return streams
}
