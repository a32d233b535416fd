import type { Message } from '../messages/messages.ts'
import type { ReadBatch } from './connector-session.ts'
import type { DataRecord } from './record.ts'

/** One change of a record as the database's own log tells it. */
export type CapturedChange = {
  kind: 'insert' | 'update' | 'delete'
  /** The record as it was then; of a deleted one what the log still knows, at least its key. */
  record: DataRecord
  /** What the log knows of the record before: its key where that has changed, all of it where the table is told to log that. */
  before?: DataRecord | undefined
  /** Fields that are not in the record, as the log does not repeat large values that stayed the same. */
  unchanged?: string[] | undefined
  /** When it was committed, as ISO 8601. */
  at: string
  /** Where in the log it stands, which no other change has. */
  position: string
}

/** `cursor`: where to go on behind the batch, as JSON; a batch without changes only tells how far the log was read. */
export type CapturedBatch = {
  changes: CapturedChange[]
  cursor: unknown
  /** What people should know of it, such as that a table was emptied at once. */
  notice?: Message | undefined
}

/** Who reads the log, by a name that no other has there, and the table whose changes it is about. */
export type CaptureReader = { name: string; table: string }

/**
 * A line to the log of a database. What it tells is in the order of the commits, and the same however often it is asked behind the same
 * cursor. Throws Invalid with POSITION_LOST where the log does not reach back so far any more.
 */
export type CaptureSession = {
  /** From now on the log is kept for this reader, unless it is already; answers from where. Throws where the database or the login cannot. */
  begin(reader: CaptureReader): Promise<unknown>
  /** Begins anew, with all records of the table as they were at the very moment from which the changes behind `cursor` follow. */
  whole(reader: CaptureReader): Promise<{ cursor: unknown; batches: AsyncIterable<ReadBatch> }>
  /** What was committed up to now, in about so many entries of the log at most. */
  read(reader: CaptureReader, cursor: unknown, most: number): AsyncIterable<CapturedBatch>
  /** All before the cursor is safe here: the database may forget it. */
  confirm(reader: CaptureReader, cursor: unknown): Promise<void>
  /** How many bytes of the log are kept for the reader's sake; null where nothing is. */
  kept(reader: string): Promise<number | null>
  /** The log is not kept for this reader any more; it may be gone already. */
  end(reader: string): Promise<void>
  close(): Promise<void>
}
