import { murmur2 } from '@platformatic/kafka'
import type { SentMessage } from '@weft/kit/define/message-session.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { answered, type Clients } from './clients.server.ts'
import { brokersError } from './errors.ts'

/** Brokers take 1 MB at once unless they are told otherwise. */
const chunk_bytes = 900_000
const chunk_messages = 1_000
/** What the broker says about a message and not about itself. */
const refusals = [
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
  'CORRUPT_MESSAGE',
  'POLICY_VIOLATION',
]

type Numbered = { at: number; message: SentMessage }

/** Messages with a key go to the partition every client of Kafka puts them into, the others all into one, so that they stay in order. */
export async function sendAll(clients: Clients, topic: string, messages: readonly SentMessage[]) {
  const outcomes = new Array<Message | undefined>(messages.length).fill(undefined)
  if (messages.length === 0) return outcomes
  const found = (await answered(clients.producer.metadata({ topics: [topic] }))).topics.get(topic)!
  const own = Math.floor(Math.random() * found.partitionsCount)
  const numbered = messages.map((message, at) => ({ at, message }))
  const byPartition = Map.groupBy(numbered, ({ message: { key } }) =>
    key === undefined ? own : (murmur2(Buffer.from(key)) & 0x7fffffff) % found.partitionsCount,
  )
  await Promise.all(
    [...byPartition].map(async ([partition, some]) => {
      for (const chunk of chunksOf(some)) await send(clients, { topic, partition }, chunk, outcomes)
    }),
  )
  return outcomes
}

/** Sends a part; one that is refused is halved until the messages are found that the broker does not take. */
async function send(
  clients: Clients,
  to: { topic: string; partition: number },
  chunk: Numbered[],
  outcomes: (Message | undefined)[],
): Promise<void> {
  try {
    const sending = clients.producer.send({
      acks: -1,
      idempotent: true,
      messages: chunk.map(({ message: { key, headers, body } }) => ({
        ...to,
        ...(key !== undefined && { key }),
        ...(headers && { headers }),
        value: Buffer.from(body.buffer, body.byteOffset, body.length),
      })),
    })
    await answered(sending)
  } catch (error) {
    const refusal = brokersError(error, refusals)
    if (!refusal) throw error
    if (chunk.length === 1) {
      outcomes[chunk[0]!.at] = quotedTexts(messageOf(refusal))
      return
    }
    const middle = chunk.length >> 1
    await send(clients, to, chunk.slice(0, middle), outcomes)
    await send(clients, to, chunk.slice(middle), outcomes)
  }
}

function* chunksOf(messages: Numbered[]): Generator<Numbered[]> {
  let chunk: Numbered[] = []
  let size = 0
  for (const one of messages) {
    const bytes = one.message.body.length + 200
    if (chunk.length > 0 && (size + bytes > chunk_bytes || chunk.length === chunk_messages)) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(one)
    size += bytes
  }
  if (chunk.length > 0) yield chunk
}
