import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { answersOfSqlServer } from './testing/fixture.ts'
import { sqlServerBody } from './sql-server.server.ts'
import { sqlServer } from './sql-server.ts'

const port = await answersOfSqlServer()

async function asked(near: number) {
  const settings = { host: '127.0.0.1', port: near, database: 'shop', user: 'weft', password: 'x', encryption: 'none' }
  const session = await sqlServerBody.open!(sqlServer.settings.parse(settings), localReach)
  try {
    return (await Array.fromAsync(session.query!('select anything', []))).flatMap(({ records }) => records)
  } finally {
    await session.close()
  }
}

test('answers that are changed on the way end in records or in a sentence', async () => {
  const records = await asked(port)
  assert.deepEqual(
    [records.length, records[7]],
    [40, { id: 7, amount: '2.00', note: 'Grüße', bytes: 'AP8=', at: '2026-03-01T00:00:00' }],
  )
  await survivesGarbledAnswers({ host: '127.0.0.1', port, use: asked })
})
