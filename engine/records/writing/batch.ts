import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'

export type Refusal = { position: number; field?: string; value?: unknown; reason: Message }

/** A batch as lines for the database. `positions[i]` is the record line `i` came from. */
export type Encoded = {
  lines: string[]
  positions: number[]
  /** What tells the records apart, in the form the database compares by; empty where the mode needs none. */
  keys: string[]
  /** One letter a field, `1` where the record does not speak of it: the same for all lines, or one each. */
  absent: string | string[]
  refused: Refusal[]
  /** Of each line what it refers to, by the order of the references that are checked; empty where none are. */
  refers: string[][]
  /** Of each line its own key as others may refer to it; empty where none can. */
  names: string[]
}

/** How a batch ended, kept with its marker so that a repetition answers the same. */
export type WriteOutcome = { refused?: Refusal[] }

/** A batch on its way. */
export type Batch = {
  number: number
  records: DataRecord[]
  encoded: Encoded
  refused: Refusal[]
  settle: (outcome: WriteOutcome) => void
  fail: (error: unknown) => void
}
