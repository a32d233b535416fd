import pg from 'pg'
import mysql from 'mysql2/promise'
import type { Connection as PlainConnection } from 'mysql2'
import { mariadbBody } from '@weft/catalogue/connectors/mariadb/mariadb.server.ts'
import { mariadb } from '@weft/catalogue/connectors/mariadb/mariadb.ts'
import { postgresBody } from '@weft/catalogue/connectors/postgres/postgres.server.ts'
import { postgres } from '@weft/catalogue/connectors/postgres/postgres.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { startMariaDb } from '@weft/kit/testing/mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { row, type Row } from './figure.ts'

const columns = [
  'id int not null primary key',
  'number varchar(20) not null',
  'email varchar(254)',
  'total decimal(20,2)',
  'quantity int',
  'placed_on date',
  'note varchar(200)',
]
const names = columns.map((column) => column.split(' ')[0]!)
const valuesOf = (n: number) => [
  n,
  `O-${String(n).padStart(9, '0')}`,
  `user${n}@example.com`,
  `${(n * 7919) % 50_000}.${String(n % 100).padStart(2, '0')}`,
  (n % 9) + 1,
  `2026-0${(n % 9) + 1}-1${n % 10}`,
  `note, number ${n}`,
]
const recordOf = (n: number): DataRecord => Object.fromEntries(valuesOf(n).map((value, i) => [names[i]!, value]))
const batches = (rows: number) => Array.from({ length: rows / 1000 }, (_, b) => b * 1000)
const inBatch = <T>(from: number, make: (n: number) => T) => Array.from({ length: 1000 }, (_, i) => make(from + i))

/** What a statement sets where the row is there already. */
const assigned = (value: (name: string) => string) =>
  names
    .slice(1)
    .map((name) => `${name} = ${value(name)}`)
    .join(', ')

/** Rows a second. */
async function timed(rows: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (rows / (performance.now() - began)) * 1000
}

/** What a script does by hand, with the same driver. */
type ByHand = {
  insert(from: number): Promise<unknown>
  upsert(from: number): Promise<unknown>
  read(): Promise<number>
}

/** Reads and writes tables through connectors, beside scripts written by hand with the same drivers, in one run. */
export async function measure(rows = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)): Promise<Row[]> {
  return [...(await onPostgres(rows)), ...(await onMariaDb(rows))]
}

async function measured(name: string, rows: number, session: ConnectorSession, byHand: ByHand): Promise<Row[]> {
  const handWritten = await timed(rows, async () => {
    for (const from of batches(rows)) await byHand.insert(from)
  })
  const handUpserted = await timed(rows, async () => {
    for (const from of batches(rows)) await byHand.upsert(from)
  })
  const writer = await session.write!({ table: 'ours', mode: 'insert' })
  const written = await timed(rows, async () => {
    for (const from of batches(rows)) await writer.write(inBatch(from, recordOf))
  })
  const upserting = await session.write!({ table: 'ours', mode: 'upsert' })
  const upserted = await timed(rows, async () => {
    for (const from of batches(rows)) await upserting.write(inBatch(from, recordOf))
  })
  const handRead = await timed(rows, () => byHand.read())
  // By the first tenth everything is compiled and the heap has its size: from then on it is to stay there.
  let [count, early, most] = [0, 0, 0]
  const read = await timed(rows, async () => {
    for await (const { records } of session.read({ table: 'ours' })) {
      count += records.length
      most = Math.max(most, process.memoryUsage.rss())
      if (count <= rows / 10) early = most
    }
  })
  if (count !== rows) throw new Error(`${name} gave ${count} rows instead of ${rows}`)
  return [
    row(`${name}: insert`, written, 'rows/s', handWritten),
    row(`${name}: insert or update`, upserted, 'rows/s', handUpserted),
    row(`${name}: read`, read, 'rows/s', handRead),
    row(`${name}: most memory while reading`, most / 1024 / 1024, 'MB', early / 1024 / 1024),
  ]
}

const onPostgres = (rows: number) =>
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
    const places = inBatch(0, (n) => `(${names.map((_, i) => `$${n * names.length + i + 1}`).join(', ')})`).join(', ')
    const byHand: ByHand = {
      insert: (from) => client.query(`insert into by_hand values ${places}`, inBatch(from, valuesOf).flat()),
      upsert: (from) =>
        client.query(
          `insert into by_hand values ${places} on conflict (id) do update set ${assigned((name) => `excluded.${name}`)}`,
          inBatch(from, valuesOf).flat(),
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
    const figures = await measured('PostgreSQL', rows, session, byHand)
    await session.close()
    await client.end()
    return figures
  })

async function onMariaDb(rows: number): Promise<Row[]> {
  const server = await startMariaDb()
  if (typeof server === 'string') return []
  try {
    const { host, port, username: user, password } = server
    const connection = await mysql.createConnection({ host, port, user, password, dateStrings: true })
    await connection.query('create database bench')
    await connection.query('use bench')
    for (const table of ['ours', 'by_hand']) await connection.query(`create table ${table} (${columns.join(', ')})`)
    const settings = mariadb.settings.parse({ host, port, user, password, database: 'bench', encryption: 'none' })
    const session = await mariadbBody.open!(settings, localReach)
    const byHand: ByHand = {
      insert: (from) => connection.query('insert into by_hand values ?', [inBatch(from, valuesOf)]),
      upsert: (from) =>
        connection.query(
          `insert into by_hand values ? on duplicate key update ${assigned((name) => `values(${name})`)}`,
          [inBatch(from, valuesOf)],
        ),
      async read() {
        const line = (connection as unknown as { connection: PlainConnection }).connection
        let count = 0
        for await (const _ of line.query('select * from by_hand order by id').stream({ highWaterMark: 1000 })) count++
        return count
      },
    }
    const figures = await measured('MariaDB', rows, session, byHand)
    await session.close()
    await connection.end()
    return figures
  } finally {
    await server.end()
  }
}
