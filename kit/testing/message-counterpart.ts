import type { MessageSession } from '../define/message-session.ts'

/** A real server beside a connector for messages. */
export type MessageCounterpart = {
  /** What it is, with its version, as it stands in docs/connectors.md. */
  product: string
  open(): Promise<MessageSession>
  /** The same with a wrong password. */
  denied(): Promise<MessageSession>
  /** Makes a topic nobody has used and answers what it is called. */
  topic(name: string): Promise<string>
  /** Whether its messages have keys and headers, and whether it lists its topics. */
  knows: { keys: boolean; headers: boolean; topics: boolean }
  /** It keeps what was read, so that a reading goes on behind a cursor; others forget what was settled. */
  keeps: boolean
  stop(): Promise<void>
  start(): Promise<void>
}
