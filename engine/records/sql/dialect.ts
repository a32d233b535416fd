import type { StructureField } from '@weft/kit/define/structure.ts'
import type { truncations } from '@weft/kit/define/data-set.ts'
import type { Structure } from '../structure.ts'

/** Collects the values of a statement; `$1`, `$2` … in its text. A dialect that writes values into the text leaves it empty. */
export class SqlParameters {
  readonly values: unknown[] = []
  add(value: unknown) {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** What a condition compares: an SQL expression and the field that says how its values look. `json` is the same place inside a nested value, as JSON. */
export type SqlOperand = { sql: string; field: StructureField; json?: string }

/** How a kind of database wants the SQL of conditions and data sets. Texts of values have been checked by `values/check.ts`. */
export type Dialect = {
  name: 'PostgreSQL' | 'MariaDB'
  table(structure: Pick<Structure, 'project_id' | 'table_name'>): string
  /** A value of a field's type. */
  value(text: string, field: StructureField, parameters: SqlParameters): string
  oneOf(sql: string, texts: string[], field: StructureField, parameters: SqlParameters): string
  /** LIKE without regard to small and capital letters; the pattern's own signs are escaped with a backslash. */
  matches(sql: string, pattern: string, parameters: SqlParameters): string
  /** Whether two values differ, where two empty ones do not. */
  differ(a: string, b: string): string
  asText(sql: string): string
  /** What lies at a path inside a JSON value: as JSON, and as a field's type where an empty text counts as nothing. */
  json(sql: string, path: string[]): string
  inside(sql: string, path: string[], field: StructureField): string
  /** The join that gives a row for each entry of a list, in a column named `entry`. */
  entries(json: string, alias: string, keep_empty: boolean): string
  /** Cut to the beginning of a period, where days begin in the zone; a moment for hours, otherwise a day. */
  truncated(sql: string, field: StructureField, period: (typeof truncations)[number], zone: string): string
  /** What stands behind `select` where the rows of another question are grouped. */
  groupingAnswers: string
  sum(sql: string, field: StructureField): string
  average(sql: string): string
  /** An order in which empty values come last. */
  emptyLast(sql: string, descending: boolean): string
  compute: ComputingDialect
}

/** What formulas compute with beside that. Nothing in gives nothing out; numbers are exact. */
export type ComputingDialect = {
  /** A number with at most so many places. */
  decimal(sql: string, scale: number): string
  /** A number without zeros at its end, wherever its values differ in their places. */
  trimmed(sql: string): string
  /** a ÷ b, rounded half up at a place; nothing where b is zero. */
  quotient(a: string, b: string, decimals: number): string
  /** How often one whole number is in another, cut off. */
  whole(a: string, b: string): string
  concat(texts: string[]): string
  /** Whether two texts are the same to the last sign, where two that are nothing are. */
  sameText(a: string, b: string): string
  same(a: string, b: string): string
  includes(text: string, part: string): string
  /** The beginning of a day in UTC as a point in time. */
  moment(date: string): string
  momentText(moment: string): string
  /** A computed number, and one that stands in a field without a limit of its places. */
  numberText(number: string): string
  fieldText(number: string): string
  part(
    moment: string,
    part: 'year' | 'quarter' | 'month' | 'day' | 'hour' | 'minute' | 'weekday' | 'weekNumber' | 'ordinal',
    zone: string,
  ): string
  /** Milliseconds since 1970. */
  milliseconds(moment: string): string
  later(moment: string, milliseconds: number): string
}
