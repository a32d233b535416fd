import { test } from 'node:test'
import { MongoClient } from 'mongodb'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { mongodbBody } from './mongodb.server.ts'
import { ferretDb, settingsOf } from './testing/counterpart.ts'

const server = await ferretDb()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in records or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  const { user: username, password } = settingsOf(server.port)
  const owner = new MongoClient(`mongodb://127.0.0.1:${server.port}/`, {
    auth: { username, password },
    authSource: 'shop',
    directConnection: true,
  })
  const rows = Array.from({ length: 120 }, (_, n) => ({ number: n, at: new Date(), list: ['a', n], note: null }))
  await owner.db('shop').collection('kinds').insertMany(rows)
  await owner.close()
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: server.port,
    async use(port) {
      const session = await mongodbBody.open!(settingsOf(port), localReach)
      try {
        await session.discover()
        for await (const _ of session.read({ table: 'kinds' }));
        for await (const _ of session.read({ table: 'kinds', order: '-number' }));
        for await (const _ of session.query!('{ "find": "kinds", "filter": { "number": "$1" } }', [7]));
        const writer = await session.write!({ table: 'kinds', mode: 'upsert' })
        await writer.write([{ _id: '652d0f1a2b3c4d5e6f708192', number: 1 }, { number: 'none' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
    runs: 40,
  })
})
