import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/** A way to a server on which answers can be lost: what was said arrives, and the line is cut before the answer comes back. */
export async function aCuttingProxy(to: { host: string; port: number }) {
  let word: string | undefined
  let cuts = 0
  const open = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(to.port, to.host)
    let isLost = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => (open.delete(socket), end()))
    }
    client.on('data', (said) => {
      if (word !== undefined && said.includes(word)) {
        word = undefined
        isLost = true
        cuts += 1
      }
      upstream.write(said)
    })
    upstream.on('data', (answer) => {
      if (isLost) end()
      else client.write(answer)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    /** The next one who says this gets no answer. */
    cutAfter: (said: string) => void (word = said),
    cuts: () => cuts,
  }
}
