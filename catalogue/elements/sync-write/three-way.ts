import type { FieldMarks } from '@weft/kit/define/synced.ts'

/** What becomes of the fields of a record: those to be written, and those that both sides have changed, each in its own way. */
export type ThreeWay = { write: string[]; conflicts: string[] }

/**
 * Compares field by field what is to be written (`ours`) and what stands there (`theirs`) with what both sides agreed on (`base`), as a
 * three-way merge does: who alone has changed a field has it. What nobody has agreed on yet is filled in where it is empty on one side.
 */
export function threeWay(ours: FieldMarks, theirs: FieldMarks, base: FieldMarks): ThreeWay {
  const merged: ThreeWay = { write: [], conflicts: [] }
  for (const [field, own] of Object.entries(ours)) {
    const [there, agreed] = [theirs[field] ?? '', base[field]]
    const [isEmptyThere, isEmptyHere] = agreed === undefined ? [there === '', own === ''] : [false, false]
    if (own === there || own === agreed || isEmptyHere) continue
    if (there === agreed || isEmptyThere) merged.write.push(field)
    else merged.conflicts.push(field)
  }
  return merged
}
