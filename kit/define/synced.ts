import type { ReferenceSide } from './cross-reference.ts'

/** One of two systems that are kept the same: the pair as cross-references name it, and which of the two. */
export type SyncedSide = { name: string; side: ReferenceSide }

/** What the fields of a record hold, as marks that differ where the values do; nothing is the empty text. */
export type FieldMarks = Record<string, string>

/**
 * What is known of a record: as it was when both sides agreed, as it is while somebody is asked, whether this run has read it last, and how
 * often it was read by any.
 */
export type SyncedState = { seen: FieldMarks | undefined; held: FieldMarks | undefined; own: boolean; noted: number }

/**
 * A record of one side by its id, and what belongs to it on the other: its id, what is known of it, and how often it had been read by then;
 * `written`: the fields that were brought there, where all that had changed here was; `replaced`: what stood there in those that were written.
 */
export type SyncedPair = {
  id: string
  other?: string | undefined
  marks?: FieldMarks | undefined
  noted?: number | undefined
  written?: FieldMarks | undefined
  replaced?: FieldMarks | undefined
}
