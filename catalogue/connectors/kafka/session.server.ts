import type { Reach } from '@weft/kit/define/connector.ts'
import type { MessageSession } from '@weft/kit/define/message-session.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages, inserted, quotedTexts } from '@weft/kit/messages/messages.ts'
import { answered, openClients } from './clients.server.ts'
import type { Settings } from './kafka.ts'
import { brokersError, kafkaError } from './errors.ts'
import { receiveFrom } from './receive.server.ts'
import { messageSchemas } from './schemas/schemas.server.ts'
import { openRegistry } from './schemas/registry.server.ts'
import { sendAll } from './send.server.ts'

const texts = defineMessages({
  missing: { en: 'There is no topic {topic}.', de: 'Ein Topic {topic} gibt es nicht.' },
  refused: {
    en: 'The topic {topic} cannot be used: {reason}',
    de: 'Das Topic {topic} lässt sich nicht verwenden: {reason}',
  },
})

export async function openSession(settings: Settings, reach: Reach): Promise<MessageSession> {
  const clients = await openClients(settings, reach)
  const errorOf = (topic: string, cause: unknown) => {
    if (isMissing(cause)) return new NotFound('TOPIC_MISSING', texts.missing({ topic }), { cause })
    const refusal = brokersError(cause, ['TOPIC_AUTHORIZATION_FAILED', 'INVALID_TOPIC_EXCEPTION'])
    if (!refusal) return kafkaError(settings.brokers, cause)
    const say = inserted(texts.refused({ topic, reason: '' }), 'reason', quotedTexts(messageOf(refusal)))
    return new Invalid('TOPIC_REFUSED', say, { cause })
  }
  return {
    keeps: true,
    async topics() {
      try {
        const names = await answered(clients.admin.listTopics({ includeInternals: false }))
        return names.toSorted().map((name) => ({ name, kind: 'topic', messages: null }))
      } catch (cause) {
        throw kafkaError(settings.brokers, cause)
      }
    },
    async *receive(query, cursor) {
      try {
        yield* receiveFrom(clients, query, cursor)
      } catch (cause) {
        throw errorOf(query.topic, cause)
      }
    },
    async send(topic, messages) {
      try {
        return await sendAll(clients, topic, messages)
      } catch (cause) {
        throw errorOf(topic, cause)
      }
    },
    ...(settings.registry !== 'none' && { schemas: messageSchemas(openRegistry(settings, reach)) }),
    close: () => clients.close(),
  }
}

const isMissing = (cause: unknown) =>
  brokersError(cause, ['UNKNOWN_TOPIC_OR_PARTITION']) !== undefined || messageOf(cause).startsWith('Unknown topic ')
