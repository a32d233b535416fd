import type { ConnectorSession } from '../define/connector-session.ts'

/**
 * What a value of each kind is written as in SQL, and the column it lies in. `arrives`: what it is in a record, where the database holds
 * less than others. Absent: it has no such kind.
 */
export type SqlValues = Record<
  'whole' | 'large' | 'exact' | 'double' | 'flag' | 'text' | 'day' | 'moment' | 'wall' | 'bytes' | 'document',
  { column: string; value: string; arrives?: unknown } | undefined
>

/** A real server beside a connector: how to reach it, and how to put something into it. */
export type SqlCounterpart = {
  /** What it is, with its version, as it stands in docs/connectors.md. */
  product: string
  open(): Promise<ConnectorSession>
  run(statement: string): Promise<unknown>
  values: SqlValues
  /** The place of a parameter, the first is 1, in a statement of `query`. */
  parameter(at: number): string
  /** It can keep a table of the batches that were written. */
  remembersBatches?: true
  /** It tells the keys it has made for what is inserted. */
  tellsKeys?: true
  /** The column of a key that the server numbers by itself. */
  numbered: string
  /** A column that the server calculates. */
  calculated(from: string): string
  /** How it inserts several rows at once, where that is not with `values (…), (…)`. */
  insertion?(table: string, rows: readonly string[]): string
}
