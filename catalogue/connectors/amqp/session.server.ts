import type { Reach } from '@weft/kit/define/connector.ts'
import type { MessageSession } from '@weft/kit/define/message-session.ts'
import { closeLine, openLine, topicError, type Settings } from './line.server.ts'
import { openQueue, type Queue } from './receive.server.ts'
import { sendAll } from './send.server.ts'

/** A broker names its queues over another door only, so there are none to choose from. */
export async function openSession(settings: Settings, reach: Reach): Promise<MessageSession> {
  const line = await openLine(settings, reach)
  /** One channel for each queue, which stays until the end: what it has brought may be acknowledged late. */
  const queues = new Map<string, Promise<Queue>>()
  const queueOf = (topic: string) => {
    const known = queues.get(topic)
    if (known) return known
    const opened = openQueue(line, settings, topic)
    queues.set(topic, opened)
    opened.catch(() => queues.delete(topic))
    return opened
  }
  return {
    topics: async () => [],
    async *receive(query) {
      const queue = await queueOf(query.topic)
      yield* queue.receive(query)
    },
    async send(topic, messages) {
      try {
        return await sendAll(line, topic, messages)
      } catch (cause) {
        throw topicError(settings, topic, cause)
      }
    },
    close: () => closeLine(line),
  }
}
