import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Reference } from '../structure.ts'
import type { Structure } from '../structure.ts'
import type { WriteOutcome } from './batch.ts'

export type Target = {
  structure: Structure
  mode: WriteMode
  key: string[]
  job_id: string
  step: string
  attempt: number
}

/** Lines in the database's own form. `absent` says which fields each line, or all of them, do not speak of; a numbered line can be asked for again. */
export type Staged = { lines: string[]; absent: string | string[]; numbered: boolean }

/** How the values of a record become a line a database is given. */
export type LineFormat = {
  /** What stands for no value. */
  nothing: string
  separator: string
  /** What a field can hold here, where that is less than its definition says. */
  bounded?(field: StructureField): StructureField
  /** How a field's checked text is written, or why it cannot be; absent: as it is. */
  written(field: StructureField): ((text: string) => string | Message) | undefined
  /** What is written of a text without control characters, backslashes and half characters is that text. */
  keepsPlainText: boolean
  /** Two written values that are the same to the database give the same key. */
  keyOf(field: StructureField, written: string): string
}

export type NumberedRecord = DataRecord & { _n: number }

/** One transaction of writing. */
export type WriteSession = {
  stage(part: Staged): Promise<void>
  /** Forgets what is staged. */
  clear(): Promise<void>
  /** Staged lines that have no record to update. */
  missing(): Promise<number[]>
  /** Brings what is staged into the table. */
  merge(absent: string | string[]): Promise<void>
  /** What stands in the staged lines, and in the records they meet by the key, each with the number of its line. */
  staged(): Promise<{ lines: NumberedRecord[]; met: NumberedRecord[] }>
  /** Staged lines a unique field stands against, with the field; undefined where there is none that could. */
  clashes(): Promise<Map<number, string> | undefined>
  /** Which of these written values are the key of no record; a record that is found stays until the transaction ends. */
  absent(reference: Reference, values: string[]): Promise<Set<string>>
  /** Notes batches as written; refused when a newer attempt has taken over. */
  mark(batches: number[], outcomes: WriteOutcome[]): Promise<void>
  /** When `work` throws, nothing of it stays, and everything before does. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

/** What writing needs of a kind of database. Every verb may throw what the driver says; the writer explains it. */
export type WriteDriver = {
  format: LineFormat
  /** Claims the step for this attempt, so that an older one can write no more, and reads what was written before. */
  takeOver(): Promise<Map<number, WriteOutcome>>
  wasWritten(batch: number): Promise<boolean>
  inTransaction<T>(work: (session: WriteSession) => Promise<T>): Promise<T>
  /** Merges and marks a few lines in a single round trip, where the database can. `turn` is awaited before anything is sent. */
  atOnce?(
    parts: { lines: string[]; absent: string }[],
    batches: number[],
    outcomes: WriteOutcome[],
    turn: () => Promise<void>,
  ): Promise<void>
}
