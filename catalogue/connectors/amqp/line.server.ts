import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { Channel, ChannelModel } from 'amqplib'
import type { Reach } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, NotFound, type WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type { z } from 'zod'
import type { amqp } from './amqp.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no queue and no exchange {topic}: {reason}',
    de: 'Eine Queue oder einen Exchange {topic} gibt es nicht: {reason}',
  },
  virtualHost: {
    en: 'there is no virtual host {name}, or not for this user',
    de: 'einen virtuellen Host {name} gibt es nicht, oder nicht für diesen Benutzer',
  },
  refused: { en: '{topic} cannot be used: {reason}', de: '{topic} lässt sich nicht verwenden: {reason}' },
})

/** A broker that does not answer by then is left without. */
const goodbye_ms = 2_000

export type Settings = z.output<typeof amqp.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | Message) => void

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<ChannelModel> {
  const { host, port, user, password, virtual_host, encryption } = settings
  const isEncrypted = encryption !== 'none'
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { connect } = await import('amqplib')
  try {
    const line = await connect(
      {
        protocol: isEncrypted ? 'amqps' : 'amqp',
        hostname: address.host,
        port: address.port,
        username: user,
        password,
        vhost: encodeURIComponent(virtual_host),
        heartbeat: 30,
      },
      { ...(isEncrypted && tlsOptions(host, settings)), timeout: 10_000, noDelay: true },
    )
    line.on('error', ignore('a connection is gone, which whoever waits is told'))
    passed('connection', encryptionOf(isEncrypted ? lineOf(line) : undefined))
    passed('sign_in', user)
    return line
  } catch (cause) {
    if (!isDenied(cause)) throw lineError(host, cause)
    passed('connection', isEncrypted ? quotedTexts('TLS') : encryptionOf(undefined))
    const isElsewhere = closedAtOpening.test(messageOf(cause))
    const reason = isElsewhere ? texts.virtualHost({ name: virtual_host }) : quotedTexts(messageOf(cause))
    throw deniedError(host, reason, cause)
  }
}

const lineOf = (line: ChannelModel) => (line.connection as unknown as { stream: TLSSocket }).stream

/** The driver waits for the broker's answer even where the line is gone. */
export async function closeLine(line: ChannelModel) {
  const closed = line.close().catch(ignore('a connection was gone before it was left'))
  await Promise.race([closed, sleep(goodbye_ms, undefined, { ref: false })])
  lineOf(line).destroy()
}

/** The driver waits for the broker's answer for ever where the line goes meanwhile; it says only that the channel is closed. */
export async function closeChannel(channel: Channel) {
  const gone = new Promise<void>((done) => channel.once('close', done))
  await Promise.race([channel.close().catch(ignore('a channel was gone before it was left')), gone])
}

/** The sign-in has passed, and the virtual host is refused; the driver keeps the broker's words to itself. */
const closedAtOpening = /^Expected ConnectionOpenOk; got <ConnectionClose/
const isDenied = (cause: unknown) =>
  /ACCESS[-_]REFUSED/.test(messageOf(cause)) || closedAtOpening.test(messageOf(cause))

/** What the broker says of a queue or an exchange ends its channel: https://www.rabbitmq.com/docs/channels#error-handling */
export function topicError({ host }: Settings, topic: string, cause: unknown): WeftError {
  const { code } = cause as { code?: unknown }
  const about = (text: Message) => inserted(text, 'reason', quotedTexts(messageOf(cause)))
  if (code === 404) return new NotFound('TOPIC_MISSING', about(texts.missing({ topic, reason: '' })), { cause })
  if (code === 403 || code === 405 || code === 406)
    return new Invalid('TOPIC_REFUSED', about(texts.refused({ topic, reason: '' })), { cause })
  return lineError(host, cause)
}
