import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/** One line through a proxy: both of its ends, and how it is cut. */
export type ProxiedLine = { client: Socket; server: Socket; end(): void }

/** A way to a server at a port of its own; whoever opens a line says what becomes of what was asked and answered on it. */
export async function tcpProxy(
  to: { host: string; port: number },
  opened: (line: ProxiedLine) => { asked(bytes: Buffer): void; answered(bytes: Buffer): void },
): Promise<{ host: string; port: number }> {
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(to.port, to.host)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', end).on('close', () => (open.delete(socket), end()))
    }
    const { asked, answered } = opened({ client, server, end })
    client.on('data', asked)
    server.on('data', answered)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  after(() => {
    proxy.close()
    for (const socket of open) socket.destroy()
  })
  return { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }
}
