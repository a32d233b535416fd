import { test } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import pg from 'pg'
import { postgresBody } from './postgres.server.ts'
import { postgres } from './postgres.ts'

const { owner_url } = await testDatabase()
const { hostname: host, port, username: user, password, pathname } = new URL(owner_url)
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
await owner.query(
  `create table kinds (id int primary key, amount numeric, at timestamptz, flag boolean, bytes bytea, document jsonb)`,
)
await owner.query(
  `insert into kinds select n, n / 7.0, now(), n % 2 = 0, '\\x00ff', '{"n": [1, 2]}' from generate_series(1, 300) n`,
)
await owner.end()

test('answers that are changed on the way end in records or in a sentence', () =>
  survivesGarbledAnswers({
    host,
    port: Number(port),
    async use(near) {
      const settings = { host, port: near, user, password, database: pathname.slice(1), encryption: 'none' }
      const session = await postgresBody.open!(postgres.settings.parse(settings), localReach)
      try {
        await session.discover()
        for await (const _ of session.read({ table: 'kinds' }));
        for await (const _ of session.read({ table: 'kinds', order: '-amount' }));
        for await (const _ of session.query!('select *, $1::text as given from kinds', ['x']));
        const writer = await session.write!({ table: 'kinds', mode: 'upsert' })
        await writer.write([{ id: 1, amount: '1.5' }, { id: 'no number' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
  }))
