import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { aConnection, anErp, aWorkflow, killProcess, outcome, progress, run } from './testing/runs-on.ts'

const records = 200_000
const shop = await mariaDb()
const skip = typeof shop === 'string' ? shop : false

test(
  'whatever is killed while a shop that changes is carried over, both databases are equal at the end, nothing twice',
  { skip },
  async () => {
    if (typeof shop === 'string') return
    await aShop(shop)
    const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
    after(() => product.stop())
    const target = await aTarget()
    const tenant = await aTenantOn(product, 'Carry')
    const port = Number(new URL(databaseOf(product).url).port)
    await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
    const { host, username: user, password } = shop
    const there = { host, port: shop.port, user, password, database: 'shop', encryption: 'none' }
    await aConnection(tenant, 'shop', 'mariadb', there)
    const here = { host, port, user: 'erp', password: 'erp', database: 'erp', encryption: 'none' }
    await aConnection(tenant, 'erp', 'postgres', here)
    const carry = await aWorkflow(tenant, carrying)
    const compare = await aWorkflow(tenant, comparing)

    const writing = new AbortController()
    after(() => writing.abort())
    const written = write(shop, writing.signal)
    const first = await run(tenant, carry)
    const killed: string[] = []
    let seen = 0
    // The server last of those that have to be: without it nobody here sees how far the run gets until it is back.
    for (const victim of ['worker', 'source', 'target', 'server', 'worker', 'worker', 'worker', 'source', 'worker']) {
      const job = await progress(tenant, first, seen, 5_000)
      if (job.finished_at) break
      seen = job.records_out
      await kill(victim)
      killed.push(victim)
    }
    assert.deepEqual(new Set(killed), new Set(['worker', 'source', 'target', 'server']))
    const job = await outcome(tenant, first)
    assert.equal(job.status, 'stopped', JSON.stringify([job.error, product.output().slice(-2000)]))
    // A run reads each record once, and a step that writes exactly once has inserted each once.
    const [logged] = (await target.query('select count(*)::int as lines, count(distinct id)::int as records from log'))
      .rows
    assert.equal(logged!['lines'], logged!['records'])
    // While it is being written to, what has changed is carried over, and once more with a worker killed.
    const second = await run(tenant, carry)
    await sleep(300)
    await kill('worker')
    assert.equal((await outcome(tenant, second)).status, 'stopped')
    writing.abort()
    const operations = await written
    assert.ok(operations.insert > 100 && operations.update > 100 && operations.delete > 100, JSON.stringify(operations))
    // What a wrong clock has written for a moment to come is there once that has passed.
    await sleep(6_000)
    assert.equal((await outcome(tenant, await run(tenant, carry))).status, 'stopped')
    assert.equal((await outcome(tenant, await run(tenant, compare))).status, 'stopped')

    const [source, copy] = [await rowsOf(shop), await target.rows()]
    assert.ok(source.length > records - 5_000)
    assert.deepEqual(
      copy.filter((row, i) => row !== source[i]).slice(0, 5),
      [],
      `${copy.length} of ${source.length} rows`,
    )
    assert.equal(copy.length, source.length)

    async function kill(victim: string) {
      if (victim === 'source') {
        await (shop as MariaDb).stop('SIGKILL')
        await sleep(500)
        return (shop as MariaDb).start()
      }
      if (victim === 'target') process.kill(databaseOf(product).pid, 'SIGKILL')
      else killProcess(product, victim as 'worker' | 'server')
    }

    async function aTarget() {
      const url = await anErp(product)
      const query = async (text: string) => {
        const client = new pg.Client(url())
        await client.connect()
        return client.query<Record<string, unknown>>(text).finally(() => client.end())
      }
      await query('create table items (id bigint primary key, n integer, name text, changed_at timestamp)')
      await query('create table log (id bigint not null, n integer, name text, changed_at timestamp)')
      return {
        query,
        rows: async () =>
          (await query(`select concat_ws('|', id, n, name) as row from items order by id`)).rows.map(({ row }) =>
            String(row),
          ),
      }
    }
  },
)

/** Each batch takes a moment, so that a run on a quick machine does not end before all have been killed. */
const carrying = `weft: 1
label: Carry
steps:
  - { id: go, element: manual }
  - { id: read, element: connector_read, settings: { connection: shop, table: items, read: changed, cursor_field: changed_at, overlap: 30 } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 40; while (Date.now() < until); return records }" } }
  - { id: write, element: connector_write, settings: { connection: erp, table: items, mode: upsert } }
  - { id: log, element: connector_write, settings: { connection: erp, table: log, mode: insert, exactly_once: true } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
  - { from: slow.out, to: log.in }
`

const comparing = `weft: 1
label: Compare
steps:
  - { id: go, element: manual }
  - { id: here, element: connector_read, settings: { connection: erp, table: items, fields: [id] } }
  - { id: there, element: connector_read, settings: { connection: shop, table: items, fields: [id] } }
  - { id: compare, element: compare_records, settings: { key: [id] } }
  - { id: remove, element: connector_write, settings: { connection: erp, table: items, mode: delete } }
edges:
  - { from: go.out, to: here.in }
  - { from: go.out, to: there.in }
  - { from: here.out, to: compare.old }
  - { from: there.out, to: compare.new }
  - { from: compare.removed, to: remove.in }
`

const line = ({ host, port, username: user, password }: MariaDb) =>
  mysql.createConnection({ host, port, user, password, database: 'shop', timezone: 'Z', dateStrings: true })

/** So many rows of three seconds: there are far more of one value than fit into a batch. */
async function aShop(shop: MariaDb) {
  const { host, port, username: user, password } = shop
  const root = await mysql.createConnection({ host, port, user, password })
  await root.query('create database shop')
  await root.end()
  const client = await line(shop)
  await client.query(
    'create table items (id bigint primary key auto_increment, n int not null, name varchar(100) not null, changed_at datetime not null, key (changed_at))',
  )
  await client.query(
    `insert into items (n, name, changed_at) select seq, concat('Item ', seq), utc_timestamp() - interval (100 + seq % 3) second from seq_1_to_${records}`,
  )
  await client.end()
}

/**
 * At most 200 changes a second: inserts, updates, deletes; every tenth in a transaction that is committed seconds after the point in time it says,
 * every fiftieth by a clock that goes ahead.
 */
async function write(shop: MariaDb, signal: AbortSignal) {
  const done = { insert: 0, update: 0, delete: 0, lost: 0 }
  const late: Promise<unknown>[] = []
  let client: mysql.Connection | undefined
  // What a busy machine was late with is not caught up: lines for hundreds of changes at once would leave none for the run.
  for (let i = 0, due = performance.now(); !signal.aborted; i++, due = Math.max(due + 5, performance.now())) {
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const verb = (['insert', 'update', 'delete'] as const)[i % 3]!
    const at = i % 50 === 49 ? 'utc_timestamp() + interval 5 second' : 'utc_timestamp()'
    const id = 1 + Math.floor(Math.random() * records)
    const statement = {
      insert: `insert into items (n, name, changed_at) values (${i}, 'New ${i}', ${at})`,
      update: `update items set n = ${i}, name = 'Changed ${i}', changed_at = ${at} where id = ${id}`,
      delete: `delete from items where id = ${id}`,
    }[verb]
    try {
      if (i % 10 === 9) late.push(committedLate(shop, statement).catch(() => done.lost++))
      else {
        client ??= await line(shop)
        await client.query(statement)
      }
      done[verb]++
    } catch {
      // The database was killed under it: what was not committed is not there.
      client?.destroy()
      client = undefined
      done.lost++
      await sleep(200)
    }
  }
  await Promise.all(late)
  await client?.end()
  return done
}

async function committedLate(shop: MariaDb, statement: string) {
  const client = await line(shop)
  client.on('error', () => undefined)
  try {
    await client.query('start transaction')
    await client.query(statement)
    await sleep(1_500)
    await client.query('commit')
  } finally {
    client.destroy()
  }
}

async function rowsOf(shop: MariaDb): Promise<string[]> {
  const client = await line(shop)
  const [rows] = await client.query(`select concat_ws('|', id, n, name) as row from items order by id`)
  await client.end()
  return (rows as { row: string }[]).map(({ row }) => row)
}
