import type { DataRecord } from '@weft/kit/define/record.ts'

/** Records with other names of their fields, in the order they came in; those that no name is given for keep theirs. */
export function renamer(names: Readonly<Record<string, string>>): (records: DataRecord[]) => DataRecord[] {
  const known = new Map(Object.entries(names))
  if (known.size === 0) return (records) => records
  return (records) =>
    records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [known.get(name) ?? name, value])),
    )
}
