import net from 'node:net'
import tls from 'node:tls'
import type { Reach } from '../define/connector.ts'
import type { Message } from '../messages/messages.ts'
import { encryptionOf } from './encryption.ts'
import { lineError } from './line-error.ts'
import { tlsOptions } from './tls-options.server.ts'
import type { TlsSettings } from './tls-settings.ts'

type Where = { host: string; port: number } & TlsSettings
type Passed = (step: 'host' | 'connection', detail: string | Message) => void

const patience_ms = 10_000

/** A line to a system, encrypted where the settings say so; tells of each step as it holds, and throws what is wrong with the next. */
export async function openSocket(where: Where, reach: Reach, passed: Passed = () => undefined): Promise<net.Socket> {
  const { host, port, encryption } = where
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  try {
    const plain = await opened(net.connect(address.port, address.host), 'connect')
    const socket = encryption === 'none' ? plain : await encrypted(plain, where)
    passed('connection', encryptionOf(encryption === 'none' ? undefined : (socket as tls.TLSSocket)))
    return socket
  } catch (cause) {
    throw lineError(host, cause)
  }
}

/** Goes on encrypted over a line that is open. */
export const encrypted = (socket: net.Socket, { host, ...how }: { host: string } & TlsSettings) =>
  opened(tls.connect({ socket, ...tlsOptions(host, how) }), 'secureConnect')

async function opened<S extends net.Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  try {
    await new Promise<void>((done, fail) => {
      socket.once(event, done)
      socket.once('error', fail)
      socket.once('close', () => fail(closedEarly()))
      socket.setTimeout(patience_ms, () => fail(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    })
    return socket.setTimeout(0)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** The other side has gone without a word. */
export const closedEarly = () => Object.assign(new Error('closed'), { code: 'ECONNRESET' })
