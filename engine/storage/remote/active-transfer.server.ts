import { createServer, isIPv6, type Server, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { FTPContext, FTPResponse } from 'basic-ftp'

/**
 * Active mode, where the server opens the data connection: listens on the address the control connection has here, says so, and hands
 * over a stream that is connected as soon as the server comes. Only that server is let in.
 */
export async function enterActiveMode(ftp: FTPContext): Promise<FTPResponse> {
  const { localAddress, remoteAddress } = ftp.socket
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, localAddress, resolve))
  const { port } = server.address() as { port: number }
  const socket = new AcceptedLater(server, ftp, remoteAddress!)
  const here = localAddress!.replace(/^::ffff:/i, '')
  try {
    const answer = await ftp.request(
      isIPv6(here) ? `EPRT |2|${here}|${port}|` : `PORT ${[...here.split('.'), port >> 8, port & 255].join(',')}`,
    )
    ftp.dataSocket = socket as unknown as Socket
    return answer
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Stands for the data connection until the server has opened it. */
class AcceptedLater extends Duplex {
  bytesRead = 0
  bytesWritten = 0
  readonly #accepted: Promise<Socket>
  readonly #server: Server
  #socket: Socket | undefined

  constructor(server: Server, ftp: FTPContext, from: string) {
    super()
    this.#server = server
    this.#accepted = new Promise<Socket>((resolve, reject) => {
      const bell = setTimeout(
        () => reject(new Error('Timeout (the server did not open a data connection)')),
        ftp.timeout,
      )
      this.once('close', () => clearTimeout(bell))
      server.on('connection', (raw) => {
        if (raw.remoteAddress !== from) return void raw.destroy()
        clearTimeout(bell)
        server.close()
        const session =
          ftp.tlsOptions && 'getSession' in ftp.socket
            ? (ftp.socket as unknown as { getSession(): Buffer | undefined }).getSession()
            : undefined
        resolve(ftp.hasTLS ? connectTls({ ...ftp.tlsOptions, socket: raw, ...(session && { session }) }) : raw)
      })
    })
    this.#accepted.then(
      (socket) => {
        this.#socket = socket
        socket.on('data', (bytes: Buffer) => {
          this.bytesRead += bytes.length
          if (!this.push(bytes)) socket.pause()
        })
        socket.on('end', () => this.push(null))
        socket.on('error', (error) => this.destroy(error))
        socket.on('close', () => this.readableEnded || this.push(null))
      },
      (error: Error) => this.destroy(error),
    )
  }

  setTimeout() {
    return this
  }

  override _read() {
    this.#socket?.resume()
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void) {
    this.#accepted.then(
      (socket) =>
        socket.write(bytes, (error) => {
          this.bytesWritten += bytes.length
          done(error)
        }),
      done,
    )
  }

  override _final(done: (error?: Error | null) => void) {
    this.#accepted.then((socket) => socket.end(() => done()), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#server.close()
    this.#socket?.destroy()
    done(error)
  }
}
