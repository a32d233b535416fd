import pg from 'pg'
import { postgresBody } from '@weft/catalogue/connectors/postgres/postgres.server.ts'
import { postgres } from '@weft/catalogue/connectors/postgres/postgres.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { Row } from '../figure.ts'
import { assigned, columns, names, valuesOf } from './orders.ts'
import { measureTables, type ByHand } from './tables.ts'

export const onPostgres = (rows: number): Promise<Row[]> =>
  withTestCluster(async ({ url }) => {
    await execute(url, 'create database bench')
    const at = new URL(databaseUrl(url, 'bench'))
    const client = new pg.Client({ connectionString: at.href })
    await client.connect()
    for (const table of ['ours', 'by_hand']) await client.query(`create table ${table} (${columns.join(', ')})`)
    const settings = postgres.settings.parse({
      host: at.hostname,
      port: Number(at.port),
      database: 'bench',
      user: at.username,
      password: at.password,
      encryption: 'none',
    })
    const session = await postgresBody.open!(settings, localReach)
    const figures = await measureTables('PostgreSQL', rows, session, scriptOn(client))
    await session.close()
    await client.end()
    return figures
  })

function scriptOn(client: pg.Client): ByHand {
  const rowOf = (n: number) => `(${names.map((_, i) => `$${n * names.length + i + 1}`).join(', ')})`
  const places = Array.from({ length: 1000 }, (_, n) => rowOf(n)).join(', ')
  const changes = assigned((name) => `excluded.${name}`)
  return {
    insert: (records) => client.query(`insert into by_hand values ${places}`, records.flatMap(valuesOf)),
    upsert: (records) =>
      client.query(
        `insert into by_hand values ${places} on conflict (id) do update set ${changes}`,
        records.flatMap(valuesOf),
      ),
    async read() {
      await client.query('begin')
      await client.query('declare c cursor for select * from by_hand order by id')
      for (let count = 0; ;) {
        const { rows: found } = await client.query('fetch 1000 from c')
        if (found.length === 0) return client.query('commit').then(() => count)
        count += found.length
      }
    },
  }
}
