import type { LookupQuery } from './lookup-query.ts'
import type { ColumnType } from './query-types.ts'
import type { Asker } from './query-places.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { PlanStep } from '@weft/kit/define/query-plan.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { SourceBatch } from '@weft/kit/define/step-context.ts'
import type { Reference } from './structure.ts'
import type { Dialect } from './sql/dialect.ts'
import type { Structure } from './structure.ts'
import type { TablePlan } from './table-plan.ts'
import type { Transfer } from './transfer.ts'
import type { RecordUndo } from './undo/undo.ts'
import type { Target, WriteDriver } from './writing/driver.ts'

/** What a grid shows: which records, in which order. `sort` is a field, with `-` in front for descending. */
export type RecordSelection = {
  filters?: Condition[] | undefined
  searchTerm?: string | undefined
  sort?: string | undefined
  state?: 'dirty' | 'clean' | undefined
}
/** A record as it was until it was changed, deleted or, as a `touch`, only confirmed: `by` the run, or the undoing of one, that did it; null by hand or where it is not known. */
export type RecordVersion = {
  version: number
  operation: string
  replaced_at: string
  by: string | null
  record: DataRecord
}
export type RecordPage = RecordSelection & { page: number; perPage: number }
export type PageMeta = {
  page: number
  perPage: number
  total: number
  lastPage: number
  /** The total is an estimate. */ about: boolean
  /** There are more than the total. */ more: boolean
}

/** A compiled question: its columns say how the values look. `base` names the structure errors speak of. */
type Question = { base: Structure; text: string; values: unknown[]; fields: Map<string, StructureField> }

/** A user's own query with the values its names stand for, and who asks it. */
export type OwnQuery = {
  project_id: string
  asker: Asker
  sql: string
  parameters?: Record<string, unknown>
  seconds?: number
  signal?: AbortSignal
}
export type QueryAnswer = {
  columns: string[]
  types: ColumnType[]
  rows: DataRecord[]
  more: boolean
  took_ms: number
}
/** How the database would run a query: in its own words, line by line, and as steps. */
export type QueryPlan = { lines: string[]; root: PlanStep }

/** From here on counting or looking through all records takes too long for a screen. */
export const manyRows = 50_000

/**
 * The records of one tenant, as the kind of database it has keeps them. Each verb asks for the pool anew, so a store
 * may be kept; it is the same to everybody which database answers.
 */
export type RecordStore = {
  dialect: Dialect

  /** Finds or creates what a project's records need beside their tables. */
  ensureProject(project_id: string): Promise<void>
  dropProject(project_id: string): Promise<void>
  /** What it takes to bring a structure's table from what it is to this. */
  plan(next: Structure): Promise<TablePlan>
  /** Does it; refused where records stand against it or, unless accepted, where values would be lost. */
  apply(next: Structure, more: { accept_losses: boolean }): Promise<TablePlan>
  drop(structure: Structure): Promise<void>
  /** The check before an import: the table stands and has every column the structure speaks of. */
  check(structure: Structure): Promise<void>

  writing(target: Target): WriteDriver
  /** The end of a step's input: what replace mode did not bring goes away, and an import without any record does what the structure says. May be repeated. */
  finish(target: Target, more: { wroteAny: boolean }): Promise<void>

  /** Records in the order they were first written; the cursor is the `_id` of the last one. */
  read(
    structure: Structure,
    source: { filter?: Condition[]; only_dirty?: boolean; batch?: number },
    cursor?: unknown,
  ): AsyncIterable<SourceBatch>
  /** The first record for each value of a field, keyed by the value as it was asked for; or the newest that holds on a day. */
  lookup(structure: Structure, query: LookupQuery): Promise<Map<string, DataRecord>>
  /** Marks records as processed (clean) or to be processed (dirty); says how many changed. */
  mark(structure: Structure, target: { mark: 'dirty' | 'clean'; ids: string[] | 'all' }): Promise<number>
  markSelected(structure: Structure, mark: 'dirty' | 'clean', selection: RecordSelection): Promise<number>
  /** Marks the records whose ids a question asks for. */
  markAsked(mark: 'dirty' | 'clean', ids: Omit<Question, 'fields'>): Promise<number>

  /** One page of records. When `signal` aborts, the database stops looking. */
  page(structure: Structure, page: RecordPage, signal?: AbortSignal): Promise<{ data: DataRecord[]; meta: PageMeta }>
  /** All records of a selection in batches of 1,000, from one moment's state. */
  selected(structure: Structure, selection: RecordSelection): AsyncIterable<DataRecord[]>
  /** Says how many records each structure holds: counted, or estimated where counting takes long. Structures without a table are left out. */
  counts(
    structures: { id: string; project_id: string; table_name: string }[],
  ): Promise<Record<string, { total: number; about: boolean }>>

  one(structure: Structure, id: string): Promise<DataRecord>
  add(structure: Structure, record: DataRecord): Promise<DataRecord>
  /** Changes fields of one record, if it still has the version the change was made on. */
  change(structure: Structure, id: string, changes: DataRecord, version?: number): Promise<DataRecord>
  /** How many records hold a value that refers to nothing, and the most frequent of those values. */
  dangling(reference: Reference): Promise<{ count: number; values: string[] }>
  /** `job_id` says which job does it. */
  remove(structure: Structure, ids: string[], job_id?: string): Promise<number>
  /** Earlier versions of a record, the latest first; none where the structure keeps none. */
  earlierVersions(structure: Structure, id: string): Promise<RecordVersion[]>

  answer(question: Question): Promise<DataRecord[]>
  /** The same in batches, whatever the size. */
  answers(question: Question): AsyncIterable<DataRecord[]>
  /** How the database would answer it, without doing so. */
  explain(question: Question): Promise<PlanStep>
  /** Runs a user's own query: it can only read, sees the project's tables first, and ends after some seconds or rows. */
  runQuery(query: OwnQuery & { most?: number }): Promise<QueryAnswer>
  /** Whether a user's own query could run, and how the database would do it, without running it. */
  explainQuery(query: OwnQuery): Promise<QueryPlan>
  /** All rows of a user's own query, batch by batch; its columns are known with the first. */
  exportQuery(
    query: OwnQuery,
    take: (columns: string[], batches: AsyncIterable<DataRecord[]>) => Promise<unknown>,
  ): Promise<void>
  /** Forgets who may write for these jobs, and which of their batches were written. Nothing may go on with them. */
  forgetMarkers(project_id: string, jobs: string[]): Promise<void>
  /** Taking back what a job has written. */
  undo: RecordUndo
  /** What moving the records to another database needs. */
  transfer: Transfer
  /** How much room the tenant's records take. */
  bytes(): Promise<number>
}
