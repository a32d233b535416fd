import type { Message } from '../messages/messages.ts'

/** A record on its way: plain JSON, keys are field names. Decimals, dates and large integers travel as text. */
export type DataRecord = Record<string, unknown>

/** A record that could not go on: where and why, for the `rejected` exit and the error inbox. */
export type Rejected = {
  record: DataRecord
  field?: string
  value?: unknown
  reason: Message
  /** The input the record came in by. A source leaves it out for what it has read itself, and so may whatever has one input. */
  port?: string
}

/** A record a source has read and refused, as it is tried again; `corrected`: somebody has changed it since. */
export type Retried = Pick<Rejected, 'record' | 'field' | 'reason'> & { corrected: boolean }

/** A file in a tenant's storage, as it travels in a record: `path` is relative to the storage's root. */
export type FileReference = { path: string; size: number; modified_at: string }
