import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Row } from '../figure.ts'
import { batchFrom } from './orders.ts'
import { memoryOver, sideBySide, speedRow } from './side-by-side.ts'

type Write = (records: DataRecord[]) => Promise<unknown>

/** What a script does by hand, with the same driver. It reads records as ours are, and answers how many. */
export type ByHand = { insert: Write; upsert?: Write; read(): Promise<number> }

const readings = 3

/** A session and a script that write the same records and read them again, each into a table of its own. */
export async function measureTables(
  name: string,
  rows: number,
  session: ConnectorSession,
  byHand: ByHand,
  recordsFrom = batchFrom,
): Promise<Row[]> {
  const inserting = await session.write!({ table: 'ours', mode: 'insert' })
  const inserted = await writing(rows, recordsFrom, (records) => inserting.write(records), byHand.insert)
  const upserting = byHand.upsert && (await session.write!({ table: 'ours', mode: 'upsert' }))
  const upserted =
    upserting && (await writing(rows, recordsFrom, (records) => upserting.write(records), byHand.upsert!))
  const memory = memoryOver(rows)
  const whole = (count: number) => {
    if (count !== rows) throw new Error(`${name} gave ${count} rows instead of ${rows}`)
  }
  const turn = {
    async ours() {
      let count = 0
      for await (const { records } of session.read({ table: 'ours' })) {
        count += records.length
        memory.pass(records.length)
      }
      whole(count)
    },
    byHand: async () => whole(await byHand.read()),
  }
  const read = await sideBySide(
    rows * readings,
    Array.from({ length: readings }, () => turn),
  )
  return [
    speedRow(`${name}: insert`, inserted),
    ...(upserted ? [speedRow(`${name}: insert or update`, upserted)] : []),
    speedRow(`${name}: read`, read),
    memory.row(`${name}: most memory while reading`),
  ]
}

/** A thousand records at a time; what it takes to make them counts for nobody. */
function writing(rows: number, recordsFrom: typeof batchFrom, ours: Write, byHand: Write) {
  function* turns() {
    for (let from = 0; from < rows; from += 1000) {
      const records = recordsFrom(from)
      yield { ours: () => ours(records), byHand: () => byHand(records) }
    }
  }
  return sideBySide(rows, turns())
}
