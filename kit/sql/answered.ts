import type { DataRecord } from '../define/record.ts'

/** A column of what a statement answers, and how its values read where they do not come as records carry them. */
export type AnsweredColumn = { name: string; read?: ((value: never) => unknown) | undefined }

/** Rows of an answer as records. Two columns of one name, as joins have them, are both kept: the second is called `name_2`. */
export function answeredRecords(columns: readonly AnsweredColumn[]): (rows: readonly unknown[][]) => DataRecord[] {
  const taken = new Set(columns.map(({ name }) => name))
  const seen = new Set<string>()
  const own = columns.map(({ name, read }) => {
    let free = name
    for (let n = 2; seen.has(free) || (free !== name && taken.has(free)); n++) free = `${name}_${n}`
    seen.add(free)
    return { name: free, read: read as ((value: unknown) => unknown) | undefined }
  })
  return (rows) =>
    rows.map((row) => {
      const record: DataRecord = {}
      for (const [i, { name, read }] of own.entries()) {
        const value = row[i]
        record[name] = value === null || value === undefined ? null : read ? read(value) : value
      }
      return record
    })
}
