import type { Comparison } from '../define/comparison.ts'
import type { ConnectorSession, DescribedTable, FoundField, WriteTarget } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { defineMessages } from '../messages/messages.ts'
import { tableFields } from '../sql/table-fields.ts'
import { heldBy } from './same-value.ts'

const texts = defineMessages({
  keyMissing: { en: 'The key field {field} is empty.', de: 'Das Schlüsselfeld {field} ist leer.' },
  taken: {
    en: 'There is already a record with this key.',
    de: 'Es gibt schon einen Datensatz mit diesem Schlüssel.',
  },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
})

/** So many records that would have been written are remembered, so that a later one with the same key meets them. */
const mostRemembered = 10_000

type Comparing = {
  session: ConnectorSession
  table: DescribedTable
  fields: ReadonlyMap<string, FoundField>
  key: readonly FoundField[]
  mode: WriteTarget['mode']
  /** Lists that lie in tables of their own. */
  lists: ReadonlySet<string>
  /** What this run would have written already, undefined where it would have been removed. */
  before: Map<string, DataRecord | undefined>
}

/** Says what writing records into a table would do, by looking them up; what cannot be looked up is held back. */
export async function tableComparison(
  session: ConnectorSession,
  { table: name, mode, key: chosen = [], lines = [] }: WriteTarget,
): Promise<(records: readonly DataRecord[]) => Promise<Comparison[]>> {
  const table = await session.describe(name)
  const fields = new Map(table.fields.map((field) => [field.name, field]))
  const key = (chosen.length > 0 ? chosen : table.key).flatMap((one) => fields.get(one) ?? [])
  const lists = new Set(lines.map(({ field }) => field))
  const comparing = { session, table, fields, key, mode, lists, before: new Map<string, DataRecord | undefined>() }
  return (records) => compared(comparing, records)
}

async function compared(comparing: Comparing, records: readonly DataRecord[]): Promise<Comparison[]> {
  const { session, table, key, mode, before } = comparing
  const isTold = (record: DataRecord) => key.length > 0 && key.every(({ name }) => !isEmpty(record[name]))
  const asked = records.filter((record) => isTold(record) && !before.has(keyOf(record, key)))
  const found = new Map<string, DataRecord>()
  const by = key.map(({ name }) => name)
  if (asked.length > 0 && session.lookup)
    for (const row of await session.lookup({ table: table.name, by, keys: asked })) found.set(keyOf(row, key), row)
  return records.map((record) => {
    const refused = objectionTo(comparing, record)
    if (refused) return refused
    if (!session.lookup || !isTold(record)) return { verdict: mode === 'insert' ? 'added' : 'held_back', record }
    const own = keyOf(record, key)
    const present = before.has(own) ? before.get(own) : found.get(own)
    const said = verdictOn(comparing, record, present)
    if (said.verdict !== 'refused' && (before.has(own) || before.size < mostRemembered))
      before.set(own, mode === 'delete' ? undefined : { ...present, ...record })
    return said
  })
}

/** What can be told before the system is asked. */
function objectionTo({ table, key, mode, lists }: Comparing, record: DataRecord): Comparison | undefined {
  const isFixed = table.kind === 'table' || table.kind === 'view'
  for (const field of isFixed && mode !== 'delete' ? Object.keys(record) : []) {
    const reason = lists.has(field) ? undefined : tableFields(table).objection(field)
    if (reason) return { verdict: 'refused', record, field, reason }
  }
  const empty = mode === 'insert' ? undefined : key.find(({ name }) => isEmpty(record[name]))
  return empty && { verdict: 'refused', record, field: empty.name, reason: texts.keyMissing({ field: empty.name }) }
}

function verdictOn(
  { fields, key, mode, table, lists }: Comparing,
  record: DataRecord,
  present: DataRecord | undefined,
): Comparison {
  const field = key[0]?.name
  if (mode === 'delete') return present ? { verdict: 'removed', record: present } : { verdict: 'unchanged', record }
  if (mode === 'insert') {
    const isOwnKey = table.key.length > 0 && table.key.every((name) => key.some((one) => one.name === name))
    return present && isOwnKey
      ? { verdict: 'refused', record, field, reason: texts.taken() }
      : { verdict: 'added', record }
  }
  if (!present)
    return mode === 'update'
      ? { verdict: 'refused', record, field, reason: texts.notThere() }
      : { verdict: 'added', record }
  const changed = Object.keys(record).filter((name) => {
    const known = lists.has(name) ? undefined : fields.get(name)
    const isLeftOut = isEmpty(record[name]) && known?.generated !== undefined
    return known && !isLeftOut && heldBy(known, record[name]) !== heldBy(known, present[name])
  })
  return changed.length > 0
    ? { verdict: 'changed', record: { ...present, ...record }, before: present, fields: changed }
    : { verdict: 'unchanged', record }
}

const isEmpty = (value: unknown) => value === null || value === undefined
const keyOf = (record: DataRecord, key: readonly FoundField[]) =>
  JSON.stringify(key.map((field) => heldBy(field, record[field.name])))
