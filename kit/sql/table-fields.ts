import type { DescribedTable, FoundField } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  noField: {
    en: 'The table {table} has no field named {field}.',
    de: 'Die Tabelle {table} hat kein Feld namens {field}.',
  },
  calculated: {
    en: 'The database calculates {field} itself; please leave it out.',
    de: 'Das Feld {field} berechnet die Datenbank selbst; bitte lassen Sie es weg.',
  },
})

export const isNull = (value: unknown) => value === null || value === undefined

/** The fields of a table for whoever writes into it. */
export function tableFields(table: DescribedTable) {
  const byName = new Map(table.fields.map((field) => [field.name, field]))
  const unknown = (field: string) => texts.noField({ table: table.name, field })
  return {
    named(name: string): FoundField {
      const field = byName.get(name)
      if (!field) throw new Invalid('NO_SUCH_FIELD', unknown(name))
      return field
    },
    those: (names: readonly string[]): FoundField[] => names.flatMap((name) => byName.get(name) ?? []),
    /** Why nothing is written into a field; nothing where it may be. */
    objection(name: string): Message | undefined {
      const field = byName.get(name)
      if (!field) return unknown(name)
      return field.generated === 'always' ? texts.calculated({ field: name }) : undefined
    },
    /** A number that is not there is given by the database when the record is inserted. */
    isLeftOut: (record: DataRecord, name: string) => isNull(record[name]) && byName.get(name)?.generated === 'default',
  }
}

type AtOnce = { key?: readonly FoundField[]; most?: number }

/** Neighbours that have the same fields, in their order; of two records with one key the later one is written later. */
export function writtenAtOnce(
  records: readonly DataRecord[],
  namesOf: (record: DataRecord) => string[],
  { key = [], most = Infinity }: AtOnce,
): DataRecord[][] {
  const runs: DataRecord[][] = []
  const known = new Set<string>()
  let last: string[] | undefined
  for (const record of records) {
    const names = namesOf(record)
    const own = keyText(key, record)
    if (!last || !isSame(names, last) || (own !== undefined && known.has(own)) || runs.at(-1)!.length >= most) {
      runs.push([])
      known.clear()
    }
    runs.at(-1)!.push(record)
    if (own !== undefined) known.add(own)
    last = names
  }
  return runs
}

const isSame = (names: readonly string[], others: readonly string[]) =>
  names.length === others.length && names.every((name, i) => name === others[i])

/** What tells the records of a key apart; nothing where there is no key. */
function keyText(key: readonly FoundField[], record: DataRecord): string | undefined {
  const [first, second] = key
  if (!first) return undefined
  return second ? JSON.stringify(key.map(({ name }) => String(record[name]))) : String(record[first.name])
}
