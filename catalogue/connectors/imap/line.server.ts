import type { TLSSocket } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import type { Reach } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { tlsSettingsOf } from '@weft/kit/network/start-tls-settings.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type { z } from 'zod'
import type { imap } from './imap.ts'

export type Settings = z.output<typeof imap.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | Message) => void

/** More in one answer is no mail. */
const largest = 200_000_000

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(settings: Settings, reach: Reach, passed: Passed = () => undefined): Promise<ImapFlow> {
  const { host, port, encryption, user, auth, password, token } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { ImapFlow: Client } = await import('imapflow')
  const line = new Client({
    host: address.host,
    port: address.port,
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'starttls',
    tls: tlsOptions(host, tlsSettingsOf(settings)),
    auth: auth === 'token' ? { user, accessToken: token } : { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    maxLineLength: largest,
    maxLiteralSize: largest,
    maxResponseSize: largest + 1_000_000,
  })
  line.on('error', ignore('a mailbox is gone, which whoever waits is told'))
  const connected = () =>
    passed(
      'connection',
      encryptionOf(encryption === 'none' ? undefined : (line as unknown as { socket: TLSSocket }).socket),
    )
  try {
    await line.connect()
  } catch (cause) {
    const { authenticationFailed, responseText } = cause as { authenticationFailed?: boolean; responseText?: string }
    if (!authenticationFailed) throw imapError(settings, cause)
    connected()
    throw deniedError(host, quotedTexts(responseText ?? messageOf(cause)), cause)
  }
  connected()
  passed('sign_in', user)
  return line
}

export function imapError({ host }: Settings, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const { responseText } = cause as { responseText?: string }
  return lineError(host, responseText ? new Error(responseText, { cause }) : cause)
}
