import net from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type { Client } from 'basic-ftp'
import type { z } from 'zod'
import { openDataConnection } from './data-connection.server.ts'
import type { ftp } from './ftp.ts'

export type Settings = z.output<typeof ftp.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: Message | string) => void

/** How long an answer may take, in seconds. */
export const patience = 30

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<RemoteConnection> {
  const { host, port, user, password } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { Client, FTPError } = await import('basic-ftp')
  const { ftpLine } = await import('@weft/kit/files/remote/ftp-line.server.ts')
  const client = new Client(patience * 1_000)
  let isConnected = false
  try {
    await connected(client, address, settings)
    isConnected = true
    passed('connection', encryptionOf(client.ftp.hasTLS ? (client.ftp.socket as TLSSocket) : undefined))
    await client.sendIgnoringError('OPTS UTF8 ON')
    await client.login(user, password)
    passed('sign_in', user)
    await client.useDefaultSettings()
    client.prepareTransfer = openDataConnection(host, reach)
    return await ftpLine(client)
  } catch (cause) {
    client.close()
    if (cause instanceof WeftError) throw cause
    // What a server refuses for now is no wrong password: 421 and 450 say that it is busy.
    if (isConnected && cause instanceof FTPError && cause.code >= 500)
      throw deniedError(host, quotedTexts(cause.message), cause)
    throw lineError(host, cause)
  }
}

async function connected(client: Client, { host: to, port }: { host: string; port: number }, settings: Settings) {
  const { encryption, begins, host } = settings
  if (encryption === 'none') return client.connect(to, port)
  // Sessions are taken up again on each data connection only under the same name.
  const tls = { host, ...tlsOptions(host, settings) }
  if (begins === 'at_once') return client.connectImplicitTLS(to, port, { ...tls, socket: net.connect(port, to) })
  await client.connect(to, port)
  return client.useTLS(tls)
}
