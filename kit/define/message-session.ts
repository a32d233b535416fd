import type { Message } from '../messages/messages.ts'

/** What messages lie in or go to. */
export type FoundTopic = {
  name: string
  kind: 'queue' | 'topic' | 'stream' | 'exchange'
  /** How many lie there; null where the system does not say. */
  messages: number | null
}

export type ReceivedMessage = {
  /** Tells the message from all others of its topic, as far as the system knows such a thing. */
  id: string | null
  key: string | null
  /** The same as it came, of systems whose contents may be described by schemas. */
  key_bytes?: Uint8Array | undefined
  headers: Record<string, string>
  body: Uint8Array
  /** When it was sent, as ISO 8601. */
  at: string | null
  /** What only this kind of system knows, such as a partition or a routing key. */
  details: Record<string, string | number | boolean | null>
}

export type SentMessage = { key?: string | undefined; headers?: Record<string, string> | undefined; body: Uint8Array }

export type ReceiveQuery = {
  topic: string
  /** Stops after so many. */
  limit: number
  /** Stops when nothing new has come for so long, in milliseconds. */
  wait_ms: number
  /** Messages are shared by those of one group, where the system knows such a thing. */
  group: string
  /** Where nothing was read before: from the oldest that is kept, or only what comes from now on. */
  from: 'oldest' | 'newest'
}

/**
 * `cursor`: where to go on behind the batch, as JSON, of systems that keep their messages; a batch without messages only tells where
 * the next reading begins. Of others `settle` tells the system that the messages of the batch are safe and may be forgotten, at any time
 * until the session is closed, in the order of the batches; what was not settled is delivered again.
 */
export type MessageBatch = {
  messages: ReceivedMessage[]
  cursor?: unknown
  settle?: () => Promise<void>
  /** What people should know of it, such as that messages behind the cursor are not kept any more. */
  notice?: Message
}

/** Contents that are described by schemas of a registry. Throws where that cannot be asked. */
export type MessageSchemas = {
  /** What a content says, by the schema it names; or why it cannot be read, with its place. */
  decode(body: Uint8Array): Promise<{ value: unknown } | { reason: Message }>
  /** A value as a content of the subject's latest schema, or why it does not go with that. */
  encode(subject: string, value: unknown): Promise<{ body: Uint8Array } | { reason: Message }>
}

/** An open line to a system of queues or topics. */
export type MessageSession = {
  /** Receiving leaves everything as it was, so that messages may be looked at. */
  keeps?: true
  /** Empty where the system does not name them. */
  topics(): Promise<FoundTopic[]>
  /** What waits, the oldest first. Behind `cursor` where one is given. */
  receive?(query: ReceiveQuery, cursor?: unknown): AsyncIterable<MessageBatch>
  /** Sends all of them, in order, and answers for each why it was refused; undefined: the system has it. */
  send?(topic: string, messages: readonly SentMessage[]): Promise<(Message | undefined)[]>
  schemas?: MessageSchemas
  close(): Promise<void>
}
