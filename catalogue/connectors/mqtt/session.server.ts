import { createHash, randomUUID } from 'node:crypto'
import { createArrivals, type Arrivals } from '@weft/kit/arrivals/arrivals.ts'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { MessageBatch, MessageSession, ReceivedMessage, ReceiveQuery } from '@weft/kit/define/message-session.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import type { IPublishPacket, ISubackPacket } from 'mqtt-packet'
import { openLine, type Line, type Settings } from './line.server.ts'
import { reasonOf } from './reasons.ts'
import { sendAll } from './send.server.ts'

const texts = defineMessages({
  topic: { en: 'The topic {topic} cannot be read: {reason}', de: 'Das Thema {topic} lässt sich nicht lesen: {reason}' },
})

/** Messages that have come on a line of their own, not yet acknowledged. */
type Subscription = { line: Line; arrivals: Arrivals<IPublishPacket> }

/** A broker names no topics, so there are none to choose from. */
export async function openSession(settings: Settings, reach: Reach): Promise<MessageSession> {
  const own = await openLine(settings, reach, { client_id: `${settings.client_id}-${randomUUID()}`, isKept: false })
  const subscriptions = new Map<string, Promise<Subscription>>()

  /** One for each group and topic, which stays until the end: what it has brought may be acknowledged late. */
  const subscriptionOf = (query: ReceiveQuery) => {
    const client_id = clientIdOf(settings, query)
    const known = subscriptions.get(client_id)
    if (known) return known
    const opened = subscribe(settings, reach, client_id, query)
    subscriptions.set(client_id, opened)
    opened.catch(() => subscriptions.delete(client_id))
    return opened
  }

  return {
    topics: async () => [],
    async *receive(query) {
      const { line, arrivals } = await subscriptionOf(query)
      for await (const packets of arrivals.batches(query)) yield batchOf(packets, line)
    },
    send: (topic, messages) => sendAll(own, settings, topic, messages),
    async close() {
      const open = await Promise.allSettled(subscriptions.values())
      const lines = open.flatMap((one) => (one.status === 'fulfilled' ? [one.value.line] : []))
      await Promise.all([own, ...lines].map((line) => line.close()))
    },
  }
}

/** The broker keeps what comes for a client id. Up to 23 letters and digits are understood by every broker where the prefix is short. */
const clientIdOf = ({ client_id }: Settings, { group, topic }: ReceiveQuery) =>
  `${client_id}-${createHash('sha256').update(`${group}\0${topic}`).digest('hex').slice(0, 16)}`

async function subscribe(
  settings: Settings,
  reach: Reach,
  client_id: string,
  { topic, from }: ReceiveQuery,
): Promise<Subscription> {
  // Some brokers hang up instead of saying what is wrong.
  if (!filter.test(topic)) throw refusal(topic, 0x8f)
  const arrivals = createArrivals<IPublishPacket>({
    bytesOf: ({ payload, topic }) => payload.length + topic.length + 100,
    full: () => line.pause(),
    drained: () => line.resume(),
  })
  const line: Line = await openLine(settings, reach, {
    client_id,
    isKept: true,
    message: (packet) => arrivals.push(packet),
    gone: (error) => arrivals.fail(error),
  })
  if (line.said.sessionPresent) return { line, arrivals }
  // What the broker retains for newcomers is old.
  const rh = from === 'oldest' ? 0 : 2
  const { granted } = (await line.ask({
    cmd: 'subscribe',
    subscriptions: [{ topic, qos: 1, ...(settings.version === '5' && { rh }) }],
  })) as ISubackPacket
  const code = Number(granted[0])
  if (code < 0x80) return { line, arrivals }
  await line.close()
  throw refusal(topic, code)
}

/** Levels between slashes; + stands for one, # for all that follow. */
const filter = /^(?:(?:\+|[^+#\0/]*)\/)*(?:[+#]|[^+#\0/]+|(?<=\/))$/

const refusal = (topic: string, code: number) =>
  new Invalid('TOPIC_REFUSED', inserted(texts.topic({ topic, reason: '' }), 'reason', reasonOf(code)))

const batchOf = (packets: IPublishPacket[], line: Line): MessageBatch => ({
  messages: packets.map(messageOf),
  // In the order in which they came, as the protocol wants it.
  settle: async () => {
    for (const { qos, messageId } of packets) if (qos > 0) await line.acknowledge(messageId!)
  },
})

const messageOf = ({ topic, payload, qos, retain, properties }: IPublishPacket): ReceivedMessage => ({
  id: null,
  key: null,
  headers: {
    ...Object.fromEntries(
      Object.entries(properties?.userProperties ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    ...(properties?.contentType !== undefined && { 'content-type': properties.contentType }),
  },
  body: payload as Buffer,
  at: null,
  details: { topic, qos, retained: retain },
})
