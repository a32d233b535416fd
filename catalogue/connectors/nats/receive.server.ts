import { DeliverPolicy, jetstreamManager, jetstream, type JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { MessageBatch, ReceivedMessage, ReceiveQuery } from '@weft/kit/define/message-session.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'

const texts = defineMessages({
  lost: {
    en: 'The stream {topic} does not keep all that came since the last run: it was made anew, or messages are gone. Reading begins with the oldest that is there.',
    de: 'Der Stream {topic} enthält nicht mehr alles seit dem letzten Lauf: Er wurde neu angelegt, oder Nachrichten sind weg. Gelesen wird ab der ältesten, die da ist.',
  },
})

const batch_messages = 500
const batch_bytes = 4_000_000
/** The server does not let anybody wait for less. */
const shortest_wait_ms = 1_000
const longest_wait_ms = 30_000

/** What a stream keeps from the cursor's number on. The server is left with nothing to remember. */
export async function* receiveFrom(
  line: NatsConnection,
  { topic, limit, wait_ms, from }: ReceiveQuery,
  cursor: unknown,
): AsyncGenerator<MessageBatch> {
  const gone = line.closed().then((): never => {
    throw closedEarly()
  })
  const whileOpen = <T>(work: Promise<T>) => Promise.race([work, gone])
  gone.catch(ignore('a connection has ended, which whoever waits is told'))
  const { state } = await whileOpen((await jetstreamManager(line)).streams.info(topic))
  const wanted = (cursor as { next: number } | undefined)?.next ?? (from === 'newest' ? state.last_seq + 1 : 1)
  // A stream that was made anew begins to count again.
  const isOther = wanted > state.last_seq + 1
  const start = isOther ? 1 : wanted
  if (isOther || (cursor !== undefined && wanted < state.first_seq && state.messages > 0))
    yield { messages: [], cursor: { next: start }, notice: texts.lost({ topic }) }
  else if (cursor === undefined && from === 'newest') yield { messages: [], cursor: { next: start } }

  const consumer = await whileOpen(
    jetstream(line).consumers.get(topic, { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start }),
  )
  try {
    let left = limit
    let average = 1_000
    let idle_since = performance.now()
    while (left > 0) {
      const patience = wait_ms - (performance.now() - idle_since)
      if (patience <= 0) return
      const expires = Math.min(longest_wait_ms, Math.max(shortest_wait_ms, Math.ceil(patience)))
      const first = await whileOpen(consumer.next({ expires }))
      if (!first) continue
      const some = [first]
      const most = Math.min(first.info.pending, left - 1, batch_messages, Math.floor(batch_bytes / average))
      if (most > 0) {
        const rest = await whileOpen(consumer.fetch({ max_messages: most, expires: longest_wait_ms }))
        await whileOpen(gather(rest, some))
      }
      left -= some.length
      average = Math.max(1, some.reduce((sum, { data }) => sum + data.length, 0) / some.length)
      yield { messages: some.map(messageOf), cursor: { next: some.at(-1)!.seq + 1 } }
      idle_since = performance.now()
    }
  } finally {
    if (!line.isClosed()) await consumer.delete().catch(ignore('a reader that the server forgets by itself'))
  }
}

async function gather(messages: AsyncIterable<JsMsg>, into: JsMsg[]) {
  for await (const message of messages) into.push(message)
}

const messageOf = ({ seq, subject, data, headers, time }: JsMsg): ReceivedMessage => ({
  id: String(seq),
  key: null,
  headers: Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers!.values(name).join(', ')])),
  body: data,
  at: time.toISOString(),
  details: { subject, sequence: seq },
})
