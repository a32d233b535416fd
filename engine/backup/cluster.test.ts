import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { baseBackup } from '@weft/kit/database/base-backup.server.ts'
import { startEmbedded, takeOverData } from '@weft/kit/database/embedded.server.ts'
import pg from 'pg'
import { unpackTar } from './unpack-tar.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'weft-cluster-'))
const cluster = await startEmbedded(path.join(folder, 'one'))
const client = new pg.Client({ connectionString: cluster.url })
await client.connect()
after(async () => {
  await client.end()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})
await client.query('create table numbers (n int primary key)')

test('a server copied while it is written to comes up with everything that was committed before, and nothing that is half done', async () => {
  const archive = await baseBackup(cluster.url)
  const pieces = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = (await pieces.next()).value as Buffer
  await client.query('insert into numbers select generate_series(1, 100000)')
  await client.query('begin')
  await client.query('insert into numbers values (100001)')
  async function* all() {
    yield first
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  const data = path.join(folder, 'two', 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  await unpackTar(all(), data)
  await client.query('rollback')
  takeOverData(path.dirname(data))

  const copy = await startEmbedded(path.dirname(data))
  const { username: user, password } = new URL(cluster.url)
  const other = new pg.Client({ host: '127.0.0.1', port: copy.port, database: 'postgres', user, password })
  await other.connect()
  const { rows } = await other.query('select count(*)::int as count, max(n) as last from numbers')
  assert.deepEqual(rows, [{ count: 100_000, last: 100_000 }])
  await other.end()
  await copy.stop()
})

test('a copy that is given up leaves neither a session nor its slot on the server', async () => {
  const archive = await baseBackup(cluster.url)
  for await (const piece of archive) {
    assert.ok(piece.length > 0)
    break
  }
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await client.query<{ left: number }>(
      "select (select count(*) from pg_replication_slots)::int + (select count(*) from pg_stat_activity where backend_type = 'walsender')::int as left",
    )
    if (rows[0]!.left === 0) return
  }
  assert.fail('it is still there')
})

test('a login that may not replicate is refused by the server', async () => {
  await client.query("create role plain login password 'plain'")
  const url = new URL(cluster.url)
  await assert.rejects(
    baseBackup(`postgres://plain:plain@${url.host}/postgres`),
    /permission denied to start WAL sender/,
  )
})
