import { heldBy } from '@weft/kit/connections/same-value.ts'
import type { ConnectorSession, LineTable } from '@weft/kit/define/connector-session.ts'
import { compareValues } from '@weft/kit/define/compare.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  notAsked: {
    en: 'Lines cannot be read through the connection {name}.',
    de: 'Über die Verbindung {name} lassen sich keine Positionen lesen.',
  },
  noSingleKey: {
    en: 'Lines belong to the records of {table} by one key field, which has to be read with them.',
    de: 'Positionen gehören über ein einziges Schlüsselfeld zu den Datensätzen von {table}, das mit ihnen gelesen werden muss.',
  },
})

type Settings = { connection: string; table: string; fields: readonly string[]; lines: readonly LineTable[] }

/** Reads the lines of a batch of records into them, all of one table at once, in the order of their key. */
export async function lineReader(session: ConnectorSession, { connection, table: name, fields, lines }: Settings) {
  if (lines.length === 0) return async (records: DataRecord[]) => records
  if (!session.lines || !session.lookup) throw new Invalid('NO_LINES', texts.notAsked({ name: connection }))
  const { key } = await session.describe(name)
  const [own] = key
  if (own === undefined || key.length > 1 || (fields.length > 0 && !fields.includes(own)))
    throw new Invalid('NO_SINGLE_KEY', texts.noSingleKey({ table: name }))

  async function read(records: DataRecord[], { field, table, column }: LineTable): Promise<DataRecord[]> {
    const described = await session.describe(table)
    const held = described.fields.find((one) => one.name === column) ?? { type: 'text' as const }
    const keys = records.map((record) => ({ [column]: record[own!] }))
    const found = Map.groupBy(await session.lookup!({ table, by: [column], keys }), (line) =>
      heldBy(held, line[column]),
    )
    const byKey = (a: DataRecord, b: DataRecord) =>
      described.key.reduce((order, name) => order || compareValues(a[name], b[name]), 0)
    return records.map((record) => ({
      ...record,
      [field]: (found.get(heldBy(held, record[own!])) ?? [])
        .toSorted(byKey)
        .map((line) => Object.fromEntries(Object.entries(line).filter(([one]) => one !== column))),
    }))
  }

  return async (records: DataRecord[]) => {
    let nested = records
    for (const one of lines) nested = await read(nested, one)
    return nested
  }
}
