import type { DataRecord, Rejected } from './record.ts'
import type { Condition } from './condition.ts'
import type { FieldType } from './structure.ts'

/** What a system holds records in: a table of a database, a view of one, a collection, a resource of an API. */
export type FoundTable = {
  /** As reading, writing and workflows name it. */
  name: string
  kind: 'table' | 'view' | 'collection' | 'resource'
  /** Estimates; null where the system does not say. */
  rows: number | null
  bytes: number | null
}

export type FoundField = {
  name: string
  /** The type of a structure's field that holds every value of it. */
  type: FieldType
  /** What the system itself calls the type. */
  native: string
  nullable: boolean
  length?: number | undefined
  precision?: number | undefined
  scale?: number | undefined
  unsigned?: boolean | undefined
  values?: string[] | undefined
  /** The system writes it itself where nothing is given, as it numbers records, or always, as it calculates. */
  generated?: 'default' | 'always' | undefined
}

/** A table with its fields, and what can be done with it. */
export type DescribedTable = FoundTable & {
  fields: FoundField[]
  /** The fields that tell one record from another; empty: nothing does. */
  key: string[]
  /** The fields by which changed records can be found, the most likely one first. */
  cursors: string[]
  references: { fields: string[]; table: string; to: string[] }[]
}

export type TableQuery = {
  table: string
  /** All of them unless said. */
  fields?: readonly string[] | undefined
  filter?: readonly Condition[] | undefined
  /** Only records whose field lies in between, both ends included, in its order. */
  changed?: { field: string; from: unknown; until: unknown } | undefined
  /** A field, with `-` in front for descending; the order of the key unless said. */
  order?: string | undefined
  limit?: number | undefined
  /** Records in a batch, 1,000 unless said. */
  batch?: number | undefined
}

/** `keys`: records that hold at least the fields `by`, the table's own key unless said. */
export type LookupQuery = {
  table: string
  by?: readonly string[] | undefined
  keys: readonly DataRecord[]
  fields?: readonly string[] | undefined
}

/** What becomes of records that come to a table. `delete` needs no more of them than their key. */
export const tableWriteModes = ['insert', 'update', 'upsert', 'delete'] as const
export type TableWriteMode = (typeof tableWriteModes)[number]

/** A list of a record and the table in which it lies: `column` takes the key of the record that it belongs to. */
export type LineTable = { field: string; table: string; column: string }

export type WriteTarget = {
  table: string
  mode: TableWriteMode
  /** The fields by which records are recognised; the table's own key unless said. */
  key?: readonly string[] | undefined
  /** Exactly once: each batch is remembered there, in the transaction that writes it. Throws where the system or the login cannot. */
  marker?: { job: string; step: string } | undefined
  /** The table's own key is answered as well where a record was recognised by other fields. What is inserted always tells its key. */
  answer_key?: boolean | undefined
  /** Where the system takes records one by one: so many may be under way. Unless said one in a batch, as batches come. */
  at_once?: number | undefined
  /** Lists that are written with their record, in one transaction. A line that is refused refuses its record. Where `lines` of the session says so. */
  lines?: readonly LineTable[] | undefined
}

export type TableWriter = {
  /**
   * Writes all it can, in one transaction where the system has such. What the system refuses is answered with its own reason. With a
   * marker the same number means the same batch: it changes nothing and answers as it did. What is written carries the key that the
   * system made for it, where that is known for certain.
   */
  write(records: DataRecord[], number?: number): Promise<{ written: DataRecord[]; rejected: Rejected[] }>
  /** An update takes the place of the record: what it does not give is gone. */
  replaces?: boolean | undefined
  close(): Promise<void>
}

/** `cursor`: where to go on behind the batch, as JSON; without one the reading cannot be resumed. */
export type ReadBatch = { records: DataRecord[]; cursor?: unknown }

/**
 * An open line to a system. Values travel as records carry them: decimals and large integers as text with all their digits, points in
 * time as ISO 8601 (with `Z` where the system keeps a zone, without where it does not), nothing as null, which is not an empty text.
 */
export type ConnectorSession = {
  discover(): Promise<FoundTable[]>
  /** Throws NotFound where there is no such table. */
  describe(table: string): Promise<DescribedTable>
  /**
   * The largest value of a field that only grows, null where there is none. Of points in time none that is still to come: a clock that
   * goes wrong would hide all that is changed until then.
   */
  latest?(table: string, field: string): Promise<unknown>
  /**
   * The records with these keys, each at most once and in no order; missing ones are left out. Absent where the system cannot be asked
   * by key: whether a record is there is unknown then.
   */
  lookup?(query: LookupQuery): Promise<DataRecord[]>
  /** What a statement in the system's own language answers; values never stand in its text. Nothing can be resumed. */
  query?(text: string, parameters: readonly unknown[]): AsyncIterable<ReadBatch>
  /** The same where it can change nothing, for looking at it; absent where the system does not promise that. */
  peek?(text: string, parameters: readonly unknown[]): AsyncIterable<ReadBatch>
  /** The records of a table, in constant memory. After `cursor` where one is given. */
  read(query: TableQuery, cursor?: unknown): AsyncIterable<ReadBatch>
  /** Throws where there is no such table, or nothing tells its records apart and the mode needs that. */
  write?(target: WriteTarget): Promise<TableWriter>
  /** Records are written with their lines, and `lookup` gives all records with a key that many have. */
  lines?: true
  close(): Promise<void>
}
