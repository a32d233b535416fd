import { setTimeout as sleep } from 'node:timers/promises'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { closedEarly, openSocket } from '@weft/kit/network/open-socket.server.ts'
import type { IConnackPacket, IPublishPacket, Packet } from 'mqtt-packet'
import type { z } from 'zod'
import type { mqtt } from './mqtt.ts'
import { isDenial, reasonOf } from './reasons.ts'

const texts = defineMessages({
  refused: { en: '{host} ends the connection: {reason}', de: '{host} beendet die Verbindung: {reason}' },
})

export type Settings = z.output<typeof mqtt.settings>
type Passed = (
  step: 'host' | 'connection' | 'sign_in',
  detail: Parameters<Parameters<typeof openSocket>[2] & {}>[1],
) => void

type Opening = {
  client_id: string
  /** The broker keeps what it has for this client id while nobody is connected. */
  isKept: boolean
  /** Messages come as they arrive; each is acknowledged by its number. */
  message?(packet: IPublishPacket): void
  /** The line is gone. */
  gone?(error: Error): void
}

export type Line = {
  /** What the broker says about itself and the session. */
  said: IConnackPacket
  /** Sends what is answered, such as a publication, and waits for the answer. */
  ask(packet: Packet): Promise<Packet>
  acknowledge(messageId: number): Promise<void>
  pause(): void
  resume(): void
  close(): Promise<void>
}

const keepalive_s = 60
const patience_ms = 10_000
/** What is said takes longer to be answered where the broker has much to do. */
const answer_ms = 30_000
/** A broker that does not answer by then loses what was said last: it brings those messages once more. */
const goodbye_ms = 2_000
const kept_s = 30 * 24 * 3600
/** So many messages come before the first of them has to be acknowledged. */
const unacknowledged = 1_000
/** More in one message is nothing that a message is. */
const largest = 64_000_000

/**
 * A signed-in connection to a broker. Spoken in packets and not by a client that answers for itself: a message is acknowledged when it
 * is safe, and not when it has arrived.
 */
export async function openLine(
  settings: Settings,
  reach: Reach,
  opening: Opening,
  passed: Passed = () => undefined,
): Promise<Line> {
  const { host, user, password, version } = settings
  const socket = await openSocket(settings, reach, passed)
  const { default: codec } = await import('mqtt-packet')
  const protocolVersion = version === '5' ? 5 : 4
  const parser = codec.parser({ protocolVersion })
  const waiting = new Map<number, { done(packet: Packet): void; fail(error: Error): void }>()
  const pings: { done(): void; fail(error: Error): void }[] = []
  let isEnding = false
  let ended: Error | undefined
  let welcome: ((packet: Packet) => void) | undefined
  let last = 0

  const fail = (cause: unknown) => {
    if (ended) return
    ended = lineError(host, cause)
    socket.destroy()
    clearInterval(beat)
    for (const { fail } of waiting.values()) fail(ended)
    for (const { fail } of pings.splice(0)) fail(ended)
    waiting.clear()
    opening.gone?.(ended)
  }
  const write = (packet: Packet) =>
    new Promise<void>((done, refuse) => {
      if (ended) return refuse(ended)
      socket.write(codec.generate(packet, { protocolVersion }), (error) =>
        error ? refuse(ended ?? lineError(host, error)) : done(),
      )
    })
  /** A broker answers a ping when it has read everything before it. */
  const ping = () =>
    new Promise<void>((done, refuse) => {
      if (ended) return refuse(ended)
      pings.push({ done, fail: refuse })
      write({ cmd: 'pingreq' }).catch(fail)
    })
  const beat = setInterval(
    () => (pings.length > 0 ? fail(timedOut()) : void ping().catch(fail)),
    (keepalive_s * 1000) / 2,
  ).unref()

  parser.on('error', fail)
  parser.on('packet', (packet) => {
    if (packet.cmd === 'connack') welcome?.(packet)
    else if (packet.cmd === 'pingresp') pings.shift()?.done()
    else if (packet.cmd === 'publish') {
      if (!isEnding) opening.message?.(packet)
    } else if (packet.cmd === 'disconnect')
      fail(
        new Unavailable(
          'CONNECTION_FAILED',
          inserted(texts.refused({ host, reason: '' }), 'reason', reasonOf(packet.reasonCode ?? 0x80)),
        ),
      )
    else if (packet.cmd === 'puback' || packet.cmd === 'suback') {
      waiting.get(packet.messageId!)?.done(packet)
      waiting.delete(packet.messageId!)
    }
  })
  socket.on('data', (chunk) => {
    try {
      if (parser.parse(chunk) > largest) fail(new Error(`a message of more than ${largest} bytes`))
    } catch (error) {
      fail(error)
    }
  })
  socket.on('error', fail)
  socket.on('close', () => fail(closedEarly()))

  const said = await new Promise<IConnackPacket>((done, refuse) => {
    const timer = setTimeout(() => fail(timedOut()), patience_ms)
    waiting.set(0, { done: () => undefined, fail: refuse })
    welcome = (packet) => {
      clearTimeout(timer)
      waiting.delete(0)
      done(packet as IConnackPacket)
    }
    write({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion,
      clientId: opening.client_id,
      clean: !opening.isKept,
      keepalive: keepalive_s,
      ...(user !== '' && { username: user, password: Buffer.from(password) }),
      ...(version === '5' && {
        properties: {
          ...(opening.isKept && { sessionExpiryInterval: kept_s }),
          receiveMaximum: unacknowledged,
          maximumPacketSize: largest,
        },
      }),
    }).catch(fail)
  })
  const code = said.reasonCode ?? said.returnCode ?? 0
  if (code !== 0) {
    const reason = reasonOf(code, said.properties?.reasonString)
    const error = isDenial(code)
      ? deniedError(host, reason)
      : new Unavailable('CONNECTION_FAILED', inserted(texts.refused({ host, reason: '' }), 'reason', reason))
    fail(error)
    throw error
  }
  if (said.properties?.receiveMaximum === 0) {
    const error = lineError(host, new Error('CONNACK with a receive maximum of 0'))
    fail(error)
    throw error
  }
  passed('sign_in', user)

  return {
    said,
    ask: (packet) =>
      new Promise((done, refuse) => {
        do last = (last % 65_535) + 1
        while (waiting.has(last))
        const timer = setTimeout(() => fail(timedOut()), answer_ms)
        waiting.set(last, {
          done: (packet) => (clearTimeout(timer), done(packet)),
          fail: (error) => (clearTimeout(timer), refuse(error)),
        })
        write({ ...packet, messageId: last }).catch(refuse)
      }),
    acknowledge: (messageId) => write({ cmd: 'puback', messageId }),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    /** Says goodbye, so that the broker does not take it for a failure, and not before it has read what was acknowledged. */
    async close() {
      isEnding = true
      socket.resume()
      await Promise.race([ping(), sleep(goodbye_ms, undefined, { ref: false })]).catch(heardElsewhere)
      socket.removeAllListeners('close')
      await write({ cmd: 'disconnect' }).catch(fail)
      fail(closedEarly())
    },
  }
}

const timedOut = () => Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
