import { MongoClient, type Collection } from 'mongodb'
import { mongodbBody } from '@weft/catalogue/connectors/mongodb/mongodb.server.ts'
import { settingsOf, startFerretDb } from '@weft/catalogue/connectors/mongodb/testing/counterpart.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { Row } from '../figure.ts'
import { batchFrom } from './orders.ts'
import { measureTables, type ByHand } from './tables.ts'

/** What stands in for MongoDB keeps everything in SQLite. */
const most_rows = 20_000

type Order = { _id: string } & DataRecord
const recordsFrom = (from: number): Order[] =>
  batchFrom(from).map(({ id, ...more }) => ({ _id: String(100_000_000 + Number(id)), ...more }))

export async function onMongoDb(rows: number): Promise<Row[]> {
  const server = await startFerretDb()
  if (typeof server === 'string') return []
  try {
    const settings = settingsOf(server.port)
    const { host, port, user: username, password, sign_in_database: authSource } = settings
    const client = await MongoClient.connect(`mongodb://${host}:${port}/`, {
      auth: { username, password },
      authSource,
      directConnection: true,
    })
    const shop = client.db('shop')
    for (const name of ['ours', 'by_hand']) await shop.createCollection(name)
    const session = await mongodbBody.open!(settings, localReach)
    const script = scriptOn(shop.collection<Order>('by_hand'))
    const figures = await measureTables('MongoDB', Math.min(rows, most_rows), session, script, recordsFrom)
    await session.close()
    await client.close()
    return figures
  } finally {
    await server.end()
  }
}

function scriptOn(orders: Collection<Order>): ByHand {
  return {
    insert: (records) => orders.insertMany(records as Order[], { ordered: false }),
    // No changes: of a table as large as this the stand-in never answers to some.
    async read() {
      let count = 0
      for await (const _ of orders.find({}, { batchSize: 1000 }).sort({ _id: 1 })) count++
      return count
    },
  }
}
