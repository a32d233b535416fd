import type { DescribedTable, FoundField, WriteTarget } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'

/** Records of one shape that are written at once; no key comes twice. */
export type SqlWrite = {
  table: DescribedTable
  mode: WriteTarget['mode']
  key: readonly FoundField[]
  fields: readonly FoundField[]
  records: readonly DataRecord[]
  /** Fields of the table's own key that not every record has, and whoever writes wants to know. */
  wanted: readonly FoundField[]
}

/** How many rows a statement met, and what its rows have in the fields `wanted`, record by record, where it is known for certain. */
export type Applied = { count: number; made?: readonly (DataRecord | undefined)[] | undefined }
