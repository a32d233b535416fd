import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { ignore } from '@weft/kit/log/ignore.server.ts'

type Door = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Sockets that begin as a request, by their path. Socket.IO looks after its own. */
export function routeUpgrades(http: Server, doors: Readonly<Record<string, Door>>) {
  http.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (path.startsWith('/socket/')) return
    const door = Object.hasOwn(doors, path) ? doors[path] : undefined
    if (door) return door(request, socket, head)
    socket.on('error', ignore('who asked for an unknown socket is gone'))
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}
