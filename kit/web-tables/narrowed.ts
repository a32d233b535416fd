import { compareValues } from '../define/compare.ts'
import type { TableQuery } from '../define/connector-session.ts'
import { matchesAll } from '../define/evaluate-condition.ts'
import { fieldOf } from '../define/path.ts'
import type { DataRecord } from '../define/record.ts'

/** What of some records a query asks for, where the system could not be told. */
export function narrowed(records: DataRecord[], { filter = [], changed, fields }: TableQuery): DataRecord[] {
  const isChanged = ({ field, from, until }: NonNullable<TableQuery['changed']>, record: DataRecord) => {
    const value = fieldOf(record, field)
    if (value === undefined || value === null) return false
    return (from === undefined || from === null || compareValues(value, from) >= 0) && compareValues(value, until) <= 0
  }
  const wanted = records.filter(
    (record) => matchesAll(record, filter) && (changed === undefined || isChanged(changed, record)),
  )
  return fields
    ? wanted.map((record) => Object.fromEntries(fields.map((name) => [name, fieldOf(record, name)])))
    : wanted
}
