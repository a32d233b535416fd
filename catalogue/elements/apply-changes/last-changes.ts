import type { DataRecord } from '@weft/kit/define/record.ts'

/** What a record is recognised by: as text that is the same however its values are written, and as its fields. */
export type Recognised = { text: string; fields: DataRecord }

export type Change = {
  said: DataRecord
  kind: 'put' | 'delete'
  key: Recognised
  /** As the record was recognised before, where the log tells it. */
  before: Recognised | undefined
  /** The fields that are written. */
  record: DataRecord
  /** What a record that gets another key has of those that it does not repeat, as the copy has it. */
  kept?: DataRecord | undefined
}

/** What is left to do for one key: what has to go first, what is to be there in the end, and all the records that said so. */
export type LastChange = { remove: DataRecord | undefined; put: DataRecord | undefined; said: DataRecord[] }

/**
 * Of changes in their order what is left to do for each key. A change that leaves out fields which stayed the same is put onto the one before
 * it; a record that was deleted in between begins anew.
 */
export function lastChanges(changes: readonly Change[]): LastChange[] {
  const last = new Map<string, LastChange>()
  const of = ({ text }: Recognised) => last.get(text) ?? { remove: undefined, put: undefined, said: [] }
  for (const { said, kind, key, before, record, kept } of changes) {
    const moved = before && before.text !== key.text ? of(before) : undefined
    if (moved) last.set(before!.text, { remove: before!.fields, put: undefined, said: [...moved.said, said] })
    const earlier = of(key)
    last.set(key.text, {
      remove: kind === 'delete' ? key.fields : earlier.remove,
      put: kind === 'delete' ? undefined : { ...kept, ...moved?.put, ...earlier.put, ...record },
      said: [...earlier.said, said],
    })
  }
  return [...last.values()]
}
