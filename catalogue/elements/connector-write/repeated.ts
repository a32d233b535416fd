import { heldBy } from '@weft/kit/connections/same-value.ts'
import type { ConnectorSession, DescribedTable, FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'

/** Which records of a batch that may have been written are there, as they are there, which are not, and of how many nobody can say. */
export type Repeated = { there: DataRecord[]; missing: DataRecord[]; unknown: number }

/** Looks for the records of a batch whose answer was lost: by their key, and then whether all else that was written is the same. */
export async function whatIsThere(
  session: ConnectorSession,
  table: DescribedTable,
  chosen: readonly string[],
  records: readonly DataRecord[],
): Promise<Repeated> {
  const fields = new Map(table.fields.map((field) => [field.name, field]))
  const key = (chosen.length > 0 ? chosen : table.key).flatMap((name) => fields.get(name) ?? [])
  const counted = new Map<string, number>()
  for (const record of records) counted.set(keyIn(record, key), (counted.get(keyIn(record, key)) ?? 0) + 1)
  const isTold = (record: DataRecord) =>
    key.every(({ name }) => record[name] !== null && record[name] !== undefined) &&
    counted.get(keyIn(record, key)) === 1
  const told = key.length > 0 && session.lookup ? records.filter(isTold) : []
  const found = new Map<string, DataRecord[]>()
  const by = key.map(({ name }) => name)
  if (told.length > 0)
    for (const row of await session.lookup!({ table: table.name, by, keys: told }))
      found.set(keyIn(row, key), [...(found.get(keyIn(row, key)) ?? []), row])
  const isAsked = new Set(told)
  const there: DataRecord[] = []
  const missing: DataRecord[] = []
  for (const record of records) {
    const row = isAsked.has(record)
      ? found.get(keyIn(record, key))?.find((one) => holds(one, record, fields))
      : undefined
    if (row) there.push({ ...record, ...ownKey(row, table) })
    else missing.push(record)
  }
  return { there, missing, unknown: records.length - told.length }
}

const keyIn = (record: DataRecord, key: readonly FoundField[]) =>
  JSON.stringify(key.map((field) => heldBy(field, record[field.name])))

const holds = (row: DataRecord, record: DataRecord, fields: ReadonlyMap<string, FoundField>) =>
  Object.entries(record).every(([name, value]) => {
    const field = fields.get(name)
    const isGiven = value !== null && value !== undefined
    return !field || (!isGiven && field.generated) || heldBy(field, value) === heldBy(field, row[name])
  })

const ownKey = (row: DataRecord, { key }: DescribedTable) => Object.fromEntries(key.map((name) => [name, row[name]]))
