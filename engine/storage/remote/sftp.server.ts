import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { sftpLine } from '@weft/kit/files/remote/sftp-line.server.ts'
import ssh2, { type Client } from 'ssh2'
import { storageTexts } from '../texts.ts'
import type { Access } from './access.ts'
import { hostKeyFingerprint } from './fingerprint.server.ts'

/** Signs in by SSH and opens its SFTP channel. */
export async function connectSftp(access: Access): Promise<RemoteConnection> {
  const { host, timeout } = access
  return sftpLine(await signedIn(access), timeout).catch((cause: Error) => {
    throw new Unavailable('STORAGE_REFUSED', storageTexts.refused({ host, reason: cause.message }), { cause })
  })
}

function signedIn({ host, address, port, username, password, timeout, host_key, remember }: Access): Promise<Client> {
  let shown = ''
  const client = new ssh2.Client()
  return new Promise<Client>((resolve, reject) => {
    client
      .once('ready', () => {
        if (host_key === '') remember(shown)
        resolve(client)
      })
      .once('close', () =>
        reject(
          new Unavailable('STORAGE_UNREACHABLE', storageTexts.unreachable({ host, port, reason: 'connection closed' })),
        ),
      )
      .on('error', (error) => reject(whyNot(error)))
      .on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
        answer(prompts.map(() => password)),
      )
      .connect({
        host: address,
        port,
        username,
        password,
        tryKeyboard: true,
        readyTimeout: timeout * 1000,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 3,
        hostVerifier: (key: Buffer) => {
          shown = key.toString('base64')
          return host_key === '' || host_key === shown
        },
      })
  }).catch((error: Error) => {
    client.destroy()
    throw error
  })

  function whyNot(cause: Error & { level?: string; code?: string }) {
    if (shown !== '' && host_key !== '' && shown !== host_key)
      return new Forbidden(
        'STORAGE_STRANGER',
        storageTexts.stranger({ host, fingerprint: hostKeyFingerprint(shown) }),
        {
          cause,
          meta: { host_key: shown },
        },
      )
    if (cause.level === 'client-authentication')
      return new Unavailable('STORAGE_LOGIN', storageTexts.login({ host }), { cause })
    if (cause.level === 'client-timeout')
      return new Unavailable('STORAGE_TIMEOUT', storageTexts.late({ host, seconds: timeout }), { cause })
    return new Unavailable(
      'STORAGE_UNREACHABLE',
      storageTexts.unreachable({ host, port, reason: cause.code ?? cause.message }),
      { cause },
    )
  }
}
