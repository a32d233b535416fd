import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { headers as newHeaders, type NatsConnection } from '@nats-io/transport-node'
import type { SentMessage } from '@weft/kit/define/message-session.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'

const texts = defineMessages({
  large: {
    en: 'The message has {size, number} bytes; the server takes {most, number} at most.',
    de: 'Die Nachricht hat {size, number} Bytes; der Server nimmt höchstens {most, number}.',
  },
  subject: {
    en: 'Nothing can be sent to the subject "{topic}": it needs a name, without spaces, * and >.',
    de: 'An das Subject „{topic}“ lässt sich nichts senden: Es braucht einen Namen, ohne Leerzeichen, * und >.',
  },
})

/** So many are under way at once. */
const under_way = 200

/** What a stream takes is answered one by one; without a stream it is enough that the server has passed everything on. */
export async function sendAll(line: NatsConnection, topic: string, messages: readonly SentMessage[]) {
  if (!/^[^\s*>.]+(\.[^\s*>.]+)*$/.test(topic)) return messages.map(() => texts.subject({ topic }))
  const most = line.info?.max_payload ?? 1_048_576
  const isKept = await isKeptByStream(line, topic)
  const client = jetstream(line, { timeout: 15_000 })
  const limited = createSemaphore({ at_once: under_way })
  const outcomes = await Promise.all(
    messages.map(({ headers = {}, body }) =>
      limited(async (): Promise<Message | undefined> => {
        const all = newHeaders()
        try {
          for (const [name, value] of Object.entries(headers)) all.set(name, value)
        } catch (error) {
          return quotedTexts(messageOf(error))
        }
        const options = Object.keys(headers).length > 0 ? { headers: all } : {}
        const size = body.length + JSON.stringify(headers).length
        if (size > most) return texts.large({ size: body.length, most })
        if (!isKept) {
          line.publish(topic, body, options)
          return undefined
        }
        try {
          await client.publish(topic, body, options)
          return undefined
        } catch (error) {
          // With a code it is the stream's word, without one the line's.
          if ((error as Error).name !== 'JetStreamApiError') throw error
          return quotedTexts(messageOf(error))
        }
      }),
    ),
  )
  if (!isKept) await line.flush()
  return outcomes
}

async function isKeptByStream(line: NatsConnection, topic: string): Promise<boolean> {
  try {
    const manager = await jetstreamManager(line)
    return (await manager.streams.find(topic)) !== ''
  } catch (error) {
    // No stream for it, or no streams at all.
    if (['JetStreamNotEnabled', 'NoRespondersError'].includes((error as Error).name)) return false
    if (/no stream matches subject/.test(messageOf(error))) return false
    throw error
  }
}
