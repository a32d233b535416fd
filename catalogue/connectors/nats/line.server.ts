import type { NatsConnection } from '@nats-io/transport-node'
import type { Reach } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type { z } from 'zod'
import type { nats } from './nats.ts'

const texts = defineMessages({
  encrypted: { en: 'Encrypted', de: 'Verschlüsselt' },
})

export type Settings = z.output<typeof nats.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in' | 'version', detail: string | Message) => void

/** Connects and signs in. Other servers of the cluster are not gone to: which one is reached was cleared. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<NatsConnection> {
  const { host, port, auth, user, password, token, encryption, ca } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const isEncrypted = encryption !== 'none'
  const connected = () => passed('connection', isEncrypted ? texts.encrypted() : encryptionOf(undefined))
  const { connect } = await import('@nats-io/transport-node')
  try {
    const line = await connect({
      servers: address.host.includes(':') ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`,
      resolve: false,
      ignoreClusterUpdates: true,
      reconnect: false,
      timeout: 10_000,
      name: 'weft',
      // Without it an encrypted server would be spoken to encrypted, its certificate checked, whatever the settings say.
      tls: isEncrypted ? (tlsOptions(host, { encryption, ca }) as Record<string, unknown>) : null,
      ...(auth === 'password' && { user, pass: password }),
      ...(auth === 'token' && { token }),
    })
    connected()
    passed('sign_in', auth === 'password' ? user : '')
    passed('version', `NATS ${line.info?.version ?? ''}`)
    return line
  } catch (cause) {
    if (!isDenied(cause)) throw natsError(settings, cause)
    connected()
    throw deniedError(host, quotedTexts(messageOf(cause)), cause)
  }
}

const isDenied = (cause: unknown) =>
  ['AuthorizationError', 'UserAuthenticationExpiredError'].includes((cause as { name?: string }).name ?? '') ||
  /authori[sz]ation violation|authentication/i.test(messageOf(cause))

/** What the client says about the line stands in what it says about itself. */
export function natsError({ host }: Settings, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const inner = (cause as { cause?: unknown }).cause
  return lineError(host, inner instanceof Error ? inner : cause)
}
