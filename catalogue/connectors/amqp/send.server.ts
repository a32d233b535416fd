import { randomUUID } from 'node:crypto'
import type { ChannelModel } from 'amqplib'
import type { SentMessage } from '@weft/kit/define/message-session.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { closeChannel } from './line.server.ts'

const texts = defineMessages({
  nowhere: {
    en: 'The broker knows no queue for it: {reason}',
    de: 'Der Broker kennt keine Queue dafür: {reason}',
  },
  full: { en: 'The queue does not take it, as it is full.', de: 'Die Queue nimmt sie nicht an, da sie voll ist.' },
})

/** So many are under way at once. */
const under_way = 500

/** A queue by its name, or an exchange with the routing key behind the slash; where nothing is behind it, the message's key is. */
function placeOf(topic: string, key?: string): { exchange: string; routing_key: string } {
  const slash = topic.indexOf('/')
  if (slash < 0) return { exchange: '', routing_key: topic }
  return { exchange: topic.slice(0, slash), routing_key: topic.slice(slash + 1) || (key ?? '') }
}

/** Each is answered when the broker has it on its disk; what no queue wants comes back. */
export async function sendAll(line: ChannelModel, topic: string, messages: readonly SentMessage[]) {
  const channel = await line.createConfirmChannel()
  const returned = new Map<string, string>()
  let broken: unknown
  channel.on('return', ({ properties, fields }) => {
    returned.set(String(properties.messageId), (fields as { replyText?: string }).replyText ?? '')
  })
  channel.on('error', (cause: unknown) => (broken = cause))
  const limited = createSemaphore({ at_once: under_way })
  try {
    return await Promise.all(
      messages.map(({ key, headers = {}, body }) =>
        limited(async (): Promise<Message | undefined> => {
          const { exchange, routing_key } = placeOf(topic, key)
          const { 'content-type': contentType, ...others } = headers
          const messageId = randomUUID()
          const isTaken = await new Promise<boolean>((done, fail) => {
            if (broken) return fail(broken as Error)
            channel.publish(
              exchange,
              routing_key,
              Buffer.from(body.buffer, body.byteOffset, body.length),
              {
                mandatory: true,
                persistent: true,
                messageId,
                timestamp: Math.floor(Date.now() / 1000),
                headers: others,
                ...(contentType !== undefined && { contentType }),
              },
              // An error without a channel behind it is the broker's no.
              (error: unknown) => (error && isClosed(error) ? fail((broken ?? error) as Error) : done(!error)),
            )
          })
          const reason = returned.get(messageId)
          if (reason !== undefined) return texts.nowhere({ reason })
          return isTaken ? undefined : texts.full()
        }),
      ),
    )
  } finally {
    await closeChannel(channel)
  }
}

const isClosed = (error: unknown) => error instanceof Error && /closed|ended|connection/i.test(error.message)
