import net from 'node:net'
import tls from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Fault } from '@weft/kit/files/remote/connection.ts'
import { FTPError, type FTPContext, type FTPResponse } from 'basic-ftp'

/**
 * How each listing and file gets a connection of its own: to a port that the server says, on the host that was entered and no other,
 * wherever its answer points. Each port is asked for before it is gone to.
 */
export function openDataConnection(host: string, reach: Reach): (ftp: FTPContext) => Promise<FTPResponse> {
  let isOld = false
  return async (ftp) => {
    const answer = isOld ? undefined : await ftp.request('EPSV').catch(unlessUnknown)
    isOld ||= !answer
    const said = answer ?? (await ftp.request('PASV'))
    const port = answer ? portOfEpsv(answer.message) : portOfPasv(said.message)
    if (port === undefined) throw new Fault('other', `no port in the answer: ${said.message.slice(0, 200)}`)
    const address = await reach.resolve(host, port)
    const plain = await opened(net.connect(address.port, address.host), ftp.timeout)
    ftp.dataSocket = ftp.hasTLS ? encrypted(plain, ftp) : plain
    return said
  }
}

/** Servers from before 1998 know only the older command. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof FTPError)) throw error
}

// Nothing here backtracks, however long an answer is.
export const portOfEpsv = (said: string) => validPort(/\((.)\1\1(\d{1,5})\1\)/.exec(said)?.[2])
export function portOfPasv(said: string): number | undefined {
  const [, high, low] = /\b(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})\b/.exec(said) ?? []
  return Number(high) < 256 && Number(low) < 256 ? validPort(Number(high) * 256 + Number(low)) : undefined
}
const validPort = (port: string | number | undefined) =>
  Number(port) > 0 && Number(port) < 65_536 ? Number(port) : undefined

const opened = (socket: net.Socket, timeout: number) =>
  new Promise<net.Socket>((done, fail) => {
    socket.setTimeout(timeout, () => {
      socket.destroy()
      fail(Object.assign(new Error('no data connection'), { code: 'ETIMEDOUT' }))
    })
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0).off('error', fail)
      done(socket)
    })
  })

/** Whoever signed in is who fetches: servers ask for the session of the line where the sign-in was. */
function encrypted(socket: net.Socket, ftp: FTPContext): tls.TLSSocket {
  const session = ftp.tlsSessionStore ?? (ftp.socket as tls.TLSSocket).getSession()
  const data = tls.connect({ ...ftp.tlsOptions, socket, ...(session && { session }) })
  // A ticket of TLS 1.3 is good for once; each connection brings the one for the next.
  return data.on('session', (next: Buffer) => void (ftp.tlsSessionStore = next))
}
