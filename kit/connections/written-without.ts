import type { DescribedTable, TableWriter } from '../define/connector-session.ts'
import { pathOf } from '../define/path.ts'
import type { DataRecord } from '../define/record.ts'

/** The field or path of records, and the field that it lies in, where the table has neither: it comes along without being written. */
export function notOf({ fields }: Pick<DescribedTable, 'fields'>, field: string): string[] {
  const isThere = (one: string) => fields.some((known) => known.name === one)
  const whole = isThere(field) ? field : String(pathOf(field)?.[0] ?? field)
  return [field, whole].some(isThere) ? [] : [field, whole]
}

/** Writes records without the fields that the table does not have, and answers with them as they came: in their order, without those refused. */
export async function writtenWithout(
  writer: Pick<TableWriter, 'write'>,
  fields: readonly string[],
  records: DataRecord[],
  number?: number,
): ReturnType<TableWriter['write']> {
  if (fields.length === 0) return writer.write(records, number)
  const whole = new Map(records.map((record) => [without(record, fields), record]))
  const { written, rejected } = await writer.write([...whole.keys()], number)
  const refused = new Set(rejected.map(({ record }) => record))
  const rest = [...whole].flatMap(([part, record]) => (refused.has(part) ? [] : [record]))
  return {
    written: written.map((record, i) => ({ ...rest[i], ...record })),
    rejected: rejected.map((one) => ({ ...one, record: whole.get(one.record) ?? one.record })),
  }
}

export const without = (record: DataRecord, fields: readonly string[]): DataRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)))
