import type { ChannelModel, ConsumeMessage } from 'amqplib'
import { createArrivals } from '@weft/kit/arrivals/arrivals.ts'
import type { MessageBatch, ReceivedMessage, ReceiveQuery } from '@weft/kit/define/message-session.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { topicError, type Settings } from './line.server.ts'

export type Queue = { receive(query: ReceiveQuery): AsyncGenerator<MessageBatch> }

/** So many messages come before the first of them has to be acknowledged. */
const unacknowledged = 500

export async function openQueue(line: ChannelModel, settings: Settings, topic: string): Promise<Queue> {
  let gone: Error | undefined
  let whenGone: ((error: Error) => void) | undefined
  const errorOf = (cause: unknown) => topicError(settings, topic, cause)
  const channel = await line.createChannel().catch((cause: unknown) => {
    throw errorOf(cause)
  })
  const end = (cause: unknown) => {
    gone ??= errorOf(cause)
    whenGone?.(gone)
  }
  channel.on('error', end)
  channel.on('close', () => end(new Error('the channel was closed')))
  line.on('error', end)

  /** Of a channel that is about to close the driver throws at once. */
  const whileOpen = (work: () => void) => {
    if (gone) throw gone
    try {
      work()
    } catch (cause) {
      throw errorOf(cause)
    }
  }
  /** The broker answers in order: what it says to this, it says behind the acknowledgements. */
  const acknowledged = async () => {
    if (gone) throw gone
    await channel.checkQueue(topic).catch((cause: unknown) => {
      throw gone ?? errorOf(cause)
    })
  }
  await acknowledged()
  await channel.prefetch(unacknowledged)

  return {
    async *receive(query) {
      if (gone) throw gone
      const arrivals = createArrivals<ConsumeMessage>({ bytesOf: ({ content }) => content.length + 200 })
      whenGone = (error) => arrivals.fail(error)
      const { consumerTag } = await channel
        .consume(topic, (message) => {
          if (message) arrivals.push(message)
          else end(Object.assign(new Error('the queue was deleted'), { code: 404 }))
        })
        .catch((cause: unknown) => {
          throw gone ?? errorOf(cause)
        })
      try {
        for await (const messages of arrivals.batches(query))
          yield {
            messages: messages.map(messageOf),
            settle: async () => {
              whileOpen(() => messages.forEach((message) => channel.ack(message)))
              await acknowledged()
            },
          }
      } finally {
        // What has come beyond the limit goes back to the queue, for whoever is next.
        if (!gone) await channel.cancel(consumerTag).catch(ignore('a queue was gone before it was left'))
        if (!gone)
          whileOpen(() =>
            arrivals
              .rest()
              .toReversed()
              .forEach((message) => channel.nack(message, false, true)),
          )
      }
    },
  }
}

const messageOf = ({ content, fields, properties }: ConsumeMessage): ReceivedMessage => {
  const { messageId, timestamp, contentType, headers, correlationId, replyTo, type } = properties as Known
  return {
    id: messageId ?? null,
    key: null,
    headers: {
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, textOf(value)])),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body: content,
    at: typeof timestamp === 'number' ? instantOf(timestamp) : null,
    details: {
      exchange: fields.exchange,
      routing_key: fields.routingKey,
      redelivered: fields.redelivered,
      correlation_id: correlationId ?? null,
      reply_to: replyTo ?? null,
      type: type ?? null,
    },
  }
}
type Known = {
  messageId?: string
  timestamp?: number
  contentType?: string
  headers?: Record<string, unknown>
  correlationId?: string
  replyTo?: string
  type?: string
}

/** Seconds as the protocol wants them; some clients send milliseconds. */
function instantOf(timestamp: number) {
  const at = new Date(timestamp > 100_000_000_000 ? timestamp : timestamp * 1000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return JSON.stringify(value) ?? ''
}
