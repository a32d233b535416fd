import { TLSSocket, type ConnectionOptions, type PeerCertificate } from 'node:tls'
import { Forbidden, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { ftpLine } from '@weft/kit/files/remote/ftp-line.server.ts'
import { Client, FTPError } from 'basic-ftp'
import { storageTexts } from '../texts.ts'
import type { Access } from './access.ts'
import { enterActiveMode } from './active-transfer.server.ts'
import { hostKeyFingerprint, vouched } from './fingerprint.server.ts'

/** By custom, TLS begins at once at this port. */
const implicitPort = 990

/** Signs in by FTP, or FTPS where TLS is asked for. */
export const connectFtp = async (access: Access): Promise<RemoteConnection> => ftpLine(await signedIn(access))

async function signedIn(access: Access): Promise<Client> {
  const { host, port, timeout, username, password, ssl, passive, host_key, remember } = access
  // Files come from and go to the server that was allowed, wherever its answers point.
  const client = new Client(timeout * 1000, { allowSeparateTransferHost: false })
  let stage: 'connect' | 'tls' | 'login' = 'connect'
  try {
    if (ssl) {
      stage = 'tls'
      const shown = await certificateOf(access)
      if (host_key === '') remember(shown)
      else if (host_key !== shown)
        throw new Forbidden(
          'STORAGE_STRANGER',
          storageTexts.stranger({ host, fingerprint: hostKeyFingerprint(shown) || vouched }),
          { meta: { host_key: shown } },
        )
      await connect(client, access, trusting(shown, host))
    } else await connect(client, access)
    stage = 'login'
    await client.sendIgnoringError('OPTS UTF8 ON')
    await client.login(username, password)
    await client.useDefaultSettings()
    if (!passive) client.prepareTransfer = enterActiveMode
    return client
  } catch (cause) {
    client.close()
    if (cause instanceof WeftError) throw cause
    const { code, message } = cause as Error & { code?: string | number }
    if (/^Timeout|ETIMEDOUT/.test(`${message} ${code}`))
      throw new Unavailable('STORAGE_TIMEOUT', storageTexts.late({ host, seconds: timeout }), { cause })
    if (stage === 'login' && cause instanceof FTPError && cause.code >= 500)
      throw new Unavailable('STORAGE_LOGIN', storageTexts.login({ host }), { cause })
    if (stage === 'tls' && !(typeof code === 'string' && /^(ECONN|EHOST|ENET)/.test(code)))
      throw new Unavailable('STORAGE_NO_TLS', storageTexts.noTls({ host, reason: message }), { cause })
    throw new Unavailable(
      'STORAGE_UNREACHABLE',
      storageTexts.unreachable({ host, port, reason: typeof code === 'string' && code !== '0' ? code : message }),
      { cause },
    )
  }
}

async function connect(client: Client, { address, port }: Access, tls?: ConnectionOptions) {
  if (tls && port === implicitPort) return client.connectImplicitTLS(address, port, tls)
  const welcome = await client.connect(address, port)
  if (tls) await client.useTLS(tls)
  return welcome
}

/**
 * What a server shows: `ca` where a known authority vouches for its name, otherwise its certificate, which is then the only one it may
 * show from now on. Nothing is said on this connection.
 */
async function certificateOf(access: Access): Promise<string> {
  const looker = new Client(access.timeout * 1000)
  try {
    await connect(looker, access, { host: access.host, servername: nameOf(access.host), rejectUnauthorized: false })
    const socket = looker.ftp.socket as TLSSocket
    return socket.authorized ? vouched : socket.getPeerCertificate().raw.toString('base64')
  } finally {
    looker.close()
  }
}

/** For the control connection and each data connection alike: the remembered certificate and no other. */
function trusting(shown: string, host: string): ConnectionOptions {
  const name = { host, servername: nameOf(host) }
  if (shown === vouched) return name
  const pem = `-----BEGIN CERTIFICATE-----\n${shown}\n-----END CERTIFICATE-----`
  const isIt = (_: string, certificate: PeerCertificate) =>
    certificate.raw.toString('base64') === shown ? undefined : new Error('another certificate')
  return { ...name, ca: [pem], allowPartialTrustChain: true, checkServerIdentity: isIt } as ConnectionOptions
}

/** An IP address is no server name in TLS. */
const nameOf = (host: string) => (/^[\d.]+$|:/.test(host) ? '' : host)
