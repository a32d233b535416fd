import net from 'node:net'
import { endingOnNonsense } from './ending-on-nonsense.server.ts'

/** The socket of a line to MySQL or MariaDB that outlives whatever it is told; the driver's option `stream`. */
export function mysqlSocket({ config: { host, port } }: { config: { host: string; port: number } }): net.Socket {
  const socket = net.connect(port, host)
  socket.setNoDelay(true).setKeepAlive(true)
  const on = socket.on.bind(socket)
  socket.on = (event: string, listener: (...given: any[]) => void) =>
    on(event, event === 'data' ? endingOnNonsense(socket, listener) : listener)
  return socket
}
