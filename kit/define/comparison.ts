import type { Message } from '../messages/messages.ts'
import type { DataRecord, Rejected } from './record.ts'

/** What would become of a record that is not written: a call or a write whose outcome nobody can tell is held back. */
export const verdicts = ['added', 'changed', 'unchanged', 'removed', 'refused', 'held_back'] as const
export type Verdict = (typeof verdicts)[number]

export type Comparison = {
  verdict: Verdict
  /** As it would be; of a call what it would say. */
  record: DataRecord
  /** Of a call: the record it would have been made for. */
  about?: DataRecord | undefined
  /** Of what is changed: the record as it is now, and the fields that differ. */
  before?: DataRecord
  fields?: string[]
  /** Of what is refused. */
  field?: string | undefined
  value?: unknown
  reason?: Message
}

/** What goes on after records were compared, each in its place: all but those that would be refused. */
export function comparedOutcome(
  records: readonly DataRecord[],
  compared: Comparison[],
  exit: string,
): { exits: Record<string, DataRecord[]>; rejected: Rejected[]; compared: Comparison[] } {
  return {
    exits: { [exit]: records.filter((_, i) => compared[i]?.verdict !== 'refused') },
    rejected: compared.flatMap(({ verdict, field, value, reason }, i) =>
      verdict === 'refused' && reason
        ? [
            {
              record: records[i]!,
              ...(field !== undefined && { field, value: value ?? records[i]![field] ?? null }),
              reason,
            },
          ]
        : [],
    ),
    compared,
  }
}

/** Lets the first record of all batches through, for what is done once for all of them. */
export function firstOnly(): (records: readonly DataRecord[]) => readonly DataRecord[] {
  let isOver = false
  return (records) => {
    if (isOver || records.length === 0) return []
    isOver = true
    return records.slice(0, 1)
  }
}
