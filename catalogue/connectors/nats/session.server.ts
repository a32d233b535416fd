import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { FoundTopic, MessageSession } from '@weft/kit/define/message-session.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'
import { natsError, openLine, type Settings } from './line.server.ts'
import { receiveFrom } from './receive.server.ts'
import { sendAll } from './send.server.ts'

const texts = defineMessages({
  missing: { en: 'There is no stream {topic}.', de: 'Einen Stream {topic} gibt es nicht.' },
  none: {
    en: 'There are no streams on this server for this user: JetStream is not switched on.',
    de: 'Auf diesem Server gibt es für diesen Benutzer keine Streams: JetStream ist nicht eingeschaltet.',
  },
})

export async function openSession(settings: Settings, reach: Reach): Promise<MessageSession> {
  const line = await openLine(settings, reach)
  const errorOf = (topic: string, cause: unknown) => {
    const { name } = cause as { name?: string }
    if (name === 'StreamNotFoundError') return new NotFound('TOPIC_MISSING', texts.missing({ topic }), { cause })
    if (name === 'JetStreamNotEnabled') return new Invalid('TOPIC_REFUSED', texts.none(), { cause })
    return natsError(settings, cause)
  }
  return {
    keeps: true,
    async topics() {
      try {
        return await streamsOf(line)
      } catch (cause) {
        throw errorOf('', cause)
      }
    },
    async *receive(query, cursor) {
      try {
        yield* receiveFrom(line, query, cursor)
      } catch (cause) {
        throw errorOf(query.topic, cause)
      }
    },
    async send(topic, messages) {
      if (line.isClosed()) throw natsError(settings, closedEarly())
      try {
        return await sendAll(line, topic, messages)
      } catch (cause) {
        throw natsError(settings, line.isClosed() ? closedEarly() : cause)
      }
    },
    close: () => line.close().catch(ignore('a connection was gone before it was left')),
  }
}

export async function streamsOf(line: NatsConnection): Promise<FoundTopic[]> {
  const manager = await jetstreamManager(line)
  const found: FoundTopic[] = []
  for await (const { config, state } of manager.streams.list())
    found.push({ name: config.name, kind: 'stream', messages: state.messages })
  return found
}
