import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineTask } from '../isolation/task.ts'
import type { ToMend } from './fields.ts'

/**
 * What is done to the records that wait at a cause. `field` is a path such as `delivery.country`; in `lines[].sku` it is the entry that was
 * rejected. `as_is` changes nothing: the steps have changed instead.
 */
export type Mend =
  | { way: 'set'; field: string; value: unknown; only_empty: boolean }
  | { way: 'replace'; field: string; rules: { pattern: string; text: string }[] }
  | { way: 'map'; field: string; values: { from: unknown; to: unknown }[] }
  | { way: 'as_is' }

const limits = { seconds: 20, memory_mb: 800, answer_mb: 64 }
const advice = {
  en: 'Simplify the pattern, or mend fewer records at once.',
  de: 'Vereinfachen Sie das Muster, oder beheben Sie weniger Datensätze auf einmal.',
}

/** Patterns somebody has written, put to records of a tenant. */
export const mendRecords = defineTask<{ mend: Mend; records: ToMend[] }, { id: string; record: DataRecord }[]>({
  name: 'mend_records',
  limits,
  advice,
})
/** What becomes of single values; null where the mend says nothing of one. */
export const mendValues = defineTask<{ mend: Mend; values: unknown[] }, ({ value: unknown } | null)[]>({
  name: 'mend_values',
  limits,
  advice,
})
