import type { MessageBatch, ReceivedMessage, ReceiveQuery } from '@weft/kit/define/message-session.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { answered, type Clients } from './clients.server.ts'
import { committedRecords, type KeptRecord } from './committed.ts'

const texts = defineMessages({
  lost: {
    en: 'The topic {topic} does not keep what the last run has read up to (partition {partitions}): it was made anew, or messages are gone. Reading begins with the oldest that is there.',
    de: 'Das Topic {topic} enthält nicht mehr, bis wohin der letzte Lauf gelesen hat (Partition {partitions}): Es wurde neu angelegt, oder Nachrichten sind weg. Gelesen wird ab der ältesten, die da ist.',
  },
})

/** The offset to go on with, by partition. */
type Positions = Map<number, bigint>
type Pending = { message: ReceivedMessage; partition: number; offset: bigint }

const batch_messages = 1_000
const batch_bytes = 4_000_000
/** How long a broker holds a request where nothing is new. */
const hold_ms = 500

/** What lies in a topic from the cursor's offsets on. No group is joined: where a run goes on, its cursor alone says. */
export async function* receiveFrom(
  clients: Clients,
  { topic, limit, wait_ms, from }: ReceiveQuery,
  cursor: unknown,
): AsyncGenerator<MessageBatch> {
  clients.consumer.topics.track(topic)
  const { positions: fetched, lost } = await startOf(clients, topic, from, cursor as Record<string, string> | undefined)
  const done: Positions = new Map(fetched)
  if (lost.length > 0)
    yield { messages: [], cursor: cursorOf(done), notice: texts.lost({ topic, partitions: lost.join(', ') }) }
  else if (cursor === undefined && from === 'newest') yield { messages: [], cursor: cursorOf(done) }
  let pending: Pending[] = []
  let left = limit
  let waited = performance.now()
  while (left > 0) {
    if (pending.length === 0) {
      const patience = wait_ms - (performance.now() - waited)
      if (patience <= 0) return
      pending = await fetchSome(clients, topic, fetched, Math.min(hold_ms, patience))
      if (pending.length === 0) for (const [partition, offset] of fetched) done.set(partition, offset)
      continue
    }
    const some = pending.splice(0, fitting(pending, Math.min(left, batch_messages)))
    left -= some.length
    for (const { partition, offset } of some) done.set(partition, offset + 1n)
    yield { messages: some.map(({ message }) => message), cursor: cursorOf(done) }
    waited = performance.now()
  }
}

/** The cursor's offsets; where the topic does not keep them any more or was made anew, its oldest ones. */
async function startOf(
  { consumer }: Clients,
  topic: string,
  from: ReceiveQuery['from'],
  cursor: Record<string, string> | undefined,
): Promise<{ positions: Positions; lost: number[] }> {
  const listed = async (timestamp: bigint) =>
    (await answered(consumer.listOffsets({ topics: [topic], timestamp }))).get(topic)!
  const [oldest, newest] = [await listed(-2n), await listed(-1n)]
  const lost: number[] = []
  const positions = oldest.map((first, partition): [number, bigint] => {
    const wanted = cursor ? BigInt(cursor[partition] ?? first) : from === 'newest' ? newest[partition]! : first
    if (wanted >= first && wanted <= newest[partition]!) return [partition, wanted]
    lost.push(partition)
    return [partition, first]
  })
  return { positions: new Map(positions), lost }
}

/** Asks every broker that leads a partition, and moves the positions on. */
async function fetchSome(
  { consumer, waiting }: Clients,
  topic: string,
  positions: Positions,
  maxWaitTime: number,
): Promise<Pending[]> {
  const { id: topicId, partitions } = (await answered(consumer.metadata({ topics: [topic] }))).topics.get(topic)!
  const byLeader = Map.groupBy(positions, ([partition]) => partitions[partition]!.leader)
  const asking = Promise.all(
    [...byLeader].map(([node, asked]) =>
      consumer.fetch({
        node,
        maxWaitTime: Math.ceil(maxWaitTime),
        minBytes: 1,
        maxBytes: batch_bytes,
        isolationLevel: 1,
        connectionPool: waiting,
        topics: [
          {
            topicId,
            partitions: asked.map(([partition, fetchOffset]) => ({
              partition,
              fetchOffset,
              currentLeaderEpoch: -1,
              lastFetchedEpoch: -1,
              partitionMaxBytes: 1_000_000,
            })),
          },
        ],
      }),
    ),
  )
  return (await answered(asking))
    .flatMap(({ responses }) => responses.flatMap((one) => one.partitions))
    .flatMap((answer) => {
      const partition = answer.partitionIndex
      const { kept, next } = committedRecords(answer, positions.get(partition)!)
      positions.set(partition, next)
      return kept.map((one) => ({ message: messageOf(one, partition), partition, offset: one.offset }))
    })
}

function fitting(pending: Pending[], most: number): number {
  let [count, size] = [0, 0]
  while (count < Math.min(most, pending.length)) {
    size += pending[count]!.message.body.length
    if (count > 0 && size > batch_bytes) break
    count++
  }
  return count
}

const cursorOf = (positions: Positions) =>
  Object.fromEntries([...positions].map(([partition, offset]) => [partition, String(offset)]))

const textOf = (bytes: Buffer | null) => (bytes === null ? '' : bytes.toString('utf8'))

const messageOf = ({ record, offset, timestamp }: KeptRecord, partition: number): ReceivedMessage => ({
  id: `${partition}-${offset}`,
  key: record.key && textOf(record.key),
  key_bytes: record.key ?? undefined,
  headers: Object.fromEntries(record.headers.map(([name, value]) => [textOf(name), textOf(value)])),
  body: record.value ?? new Uint8Array(0),
  at: timestamp < 0n ? null : new Date(Number(timestamp)).toISOString(),
  // Without a value, what was sent with this key before is to be deleted.
  details: { partition, offset: String(offset), deleted: record.value === null },
})
