import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FormulaPart } from './parts.ts'

/** A field that is computed when the rows are there: from columns that are asked for with them and taken out again, by the origin of each. */
export type ComputedLater = { name: string; parts: FormulaPart[]; inputs: Record<string, string> }

/** Who computes them for an owner: rows in, the same rows with them out. */
export type ComputeFields = (
  owner: string,
  work: { fields: ComputedLater[]; rows: DataRecord[]; now: Date },
) => Promise<DataRecord[]>

const hidden = '_input_'
/** What columns are called that are only computed from; no output is called so. */
export const hiddenName = (number: number) => `${hidden}${number}`
export const isHidden = (name: string) => name.startsWith(hidden)
