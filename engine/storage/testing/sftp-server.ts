import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import ssh2, { type Connection } from 'ssh2'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { folderFileSystem } from '../sftp/folder-file-system.server.ts'
import { serveSftpSession } from '../sftp/protocol.server.ts'

/** A real SFTP server over a folder, gone after the test file. */
export async function anSftpServer({
  root,
  username = 'shop',
  password = 'secret',
  hostKey = newSshKey().private,
  port = 0,
}: {
  root: string
  username?: string
  password?: string
  hostKey?: string
  port?: number
}) {
  const connections = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection)).on('error', () => {})
    ;(connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true)
    connection.on('authentication', (context) =>
      context.method === 'password' && context.username === username && context.password === password
        ? context.accept()
        : context.reject(['password']),
    )
    connection.on('ready', () =>
      connection.on('session', (accept) =>
        accept().on('sftp', (open) =>
          serveSftpSession(open(), Promise.resolve(folderFileSystem(root)), async () => true),
        ),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    for (const connection of connections) connection.end()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  let open = true
  after(() => open && close())
  return {
    port: (server.address() as { port: number }).port,
    username,
    password,
    hostKey,
    connections: () => connections.size,
    close: () => ((open = false), close()),
  }
}

/** A wire to a port that can be cut, gone after the test file. `cutAfter` cuts once so many bytes have come from the other side. */
export async function aWire(to: number) {
  const sockets = new Set<Socket>()
  const wire: { port: number; cutAfter: number | undefined; cuts: number } = { port: 0, cutAfter: undefined, cuts: 0 }
  const cut = () => {
    wire.cuts++
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    let came = 0
    far.on('data', (bytes) => {
      came += bytes.length
      if (wire.cutAfter === undefined || came <= wire.cutAfter) return
      wire.cutAfter = undefined
      cut()
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket
        .setNoDelay(true)
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => (cut(), server.close()))
  wire.port = (server.address() as { port: number }).port
  return Object.assign(wire, { cut })
}
