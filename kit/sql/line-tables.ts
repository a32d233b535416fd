import type { DescribedTable, FoundField, WriteTarget } from '../define/connector-session.ts'
import type { DataRecord, Rejected } from '../define/record.ts'
import { isObject } from '../define/is-object.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import type { MadeKeys } from './batch-markers.ts'
import type { Applied, SqlWrite } from './sql-write.ts'
import { isNull, tableFields, writtenAtOnce } from './table-fields.ts'

const texts = defineMessages({
  noList: { en: 'This is no list of lines.', de: 'Das ist keine Liste von Positionen.' },
  noSingleKey: {
    en: 'Lines belong to the records of {table} by one key field, and there is none, or records are recognised by another one.',
    de: 'Positionen gehören über ein einziges Schlüsselfeld zu den Datensätzen von {table}, und es gibt keines, oder Datensätze werden an einem anderen erkannt.',
  },
  keyUntold: {
    en: 'The database has not told the key of a record of {table}, so its lines cannot be written.',
    de: 'Die Datenbank hat den Schlüssel eines Datensatzes von {table} nicht genannt, daher lassen sich seine Positionen nicht schreiben.',
  },
})

/** A list of records and the table in which it lies; `column` takes the key of the record that it belongs to. */
export type Lines = { field: string; table: DescribedTable; column: FoundField }

/** The tables of lines of a target, as they are. */
export async function linesOf(
  { lines = [] }: Pick<WriteTarget, 'lines'>,
  describe: (table: string) => Promise<DescribedTable>,
): Promise<Lines[]> {
  const found: Lines[] = []
  for (const { field, table: name, column } of lines) {
    const table = await describe(name)
    found.push({ field, table, column: tableFields(table).named(column) })
  }
  return found
}

type Apply = (write: SqlWrite) => Promise<number | Applied>

/** Writes the lines of records that are written themselves: new ones are inserted, and those of a changed record take the place of the ones before. */
export function lineWriter(
  header: DescribedTable,
  lines: readonly Lines[],
  { mode, key }: Pick<SqlWrite, 'mode' | 'key'>,
  made: MadeKeys,
) {
  const [own, second] = header.key
  const byOther = mode === 'delete' && key.some(({ name }) => name !== own)
  if (lines.length > 0 && (own === undefined || second !== undefined || byOther))
    throw new Invalid('NO_SINGLE_KEY', texts.noSingleKey({ table: header.name }))
  const known = new Map(lines.map(({ field, table }) => [field, tableFields(table)]))

  function keyOf(record: DataRecord): unknown {
    const value = record[own!] ?? made.get(record)?.[own!]
    if (isNull(value)) throw new Invalid('NO_KEY', texts.keyUntold({ table: header.name }))
    return value
  }

  async function remove(records: readonly DataRecord[], { table, column }: Lines, apply: Apply) {
    const keys = records.map((record) => ({ [column.name]: keyOf(record) }))
    if (keys.length > 0)
      await apply({ table, mode: 'delete', key: [column], fields: [column], records: keys, wanted: [] })
  }

  async function insert(records: readonly DataRecord[], { field, table, column }: Lines, apply: Apply) {
    const fields = known.get(field)!
    const given = records.flatMap((record) =>
      (record[field] as DataRecord[]).map((line) => ({
        ...withoutLeftOut(line, fields),
        [column.name]: keyOf(record),
      })),
    )
    const keys: DataRecord[] = []
    for (const alike of writtenAtOnce(given, Object.keys, { most: at_once })) {
      const [first] = alike as [DataRecord]
      const wanted = fields.those(table.key.filter((name) => !(name in first)))
      const named = fields.those(Object.keys(first))
      const done = await apply({ table, mode: 'insert', key: [], fields: named, records: alike, wanted })
      for (const i of alike.keys()) keys.push((typeof done === 'number' ? undefined : done.made?.[i]) ?? {})
    }
    for (const record of records) {
      const own = keys.splice(0, (record[field] as DataRecord[]).length)
      if (own.some((one) => Object.keys(one).length > 0)) made.set(record, { ...made.get(record), [field]: own })
    }
  }

  return {
    isLines: (name: string) => known.has(name),
    /** What can be told of a record's lines before the database is asked. */
    objection(record: DataRecord): Rejected | undefined {
      for (const { field } of mode === 'delete' ? [] : lines) {
        const value = record[field]
        if (isNull(value)) continue
        if (!Array.isArray(value) || !value.every(isObject)) return { record, field, reason: texts.noList() }
        for (const name of value.flatMap(Object.keys)) {
          const reason = known.get(field)!.objection(name)
          if (reason) return { record, field, reason }
        }
      }
      return undefined
    },
    async before(records: readonly DataRecord[], apply: Apply) {
      if (mode === 'delete') for (const one of lines) await remove(records, one, apply)
    },
    /** A record that says nothing of its lines keeps them. */
    async after(records: readonly DataRecord[], apply: Apply) {
      if (mode === 'delete') return
      for (const one of lines) {
        const told = records.filter((record) => !isNull(record[one.field]))
        if (mode !== 'insert') await remove(told, one, apply)
        await insert(told, one, apply)
      }
    },
  }
}

const withoutLeftOut = (line: DataRecord, { isLeftOut }: ReturnType<typeof tableFields>): DataRecord =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !isLeftOut(line, name)))

/** So many lines are written by one statement. */
const at_once = 1_000
