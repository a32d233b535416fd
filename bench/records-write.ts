import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { ensureProjectSchema } from '@weft/engine/records/postgres/house.server.ts'
import { tableOf } from '@weft/engine/records/postgres/names.ts'
import { planChange } from '@weft/engine/records/postgres/plan-change.server.ts'
import { postgresWriteDriver } from '@weft/engine/records/postgres/write-driver.server.ts'
import type { Structure } from '@weft/engine/records/structure.ts'
import type { Target } from '@weft/engine/records/writing/driver.ts'
import { openWriter } from '@weft/engine/records/writing/writer.server.ts'
import { row, type Row } from './figure.ts'

const fields: [string, FieldType][] = [
  ['order_no', 'text'],
  ['customer', 'text'],
  ['email', 'text'],
  ['country', 'text'],
  ['city', 'text'],
  ['sku', 'text'],
  ['quantity', 'integer'],
  ['total', 'decimal'],
  ['discount', 'decimal'],
  ['ordered_on', 'date'],
  ['note', 'text'],
  ['express', 'boolean'],
]
const structure: Structure = {
  id: randomUUID(),
  project_id: randomUUID(),
  class_name: 'Orders',
  table_name: 'orders',
  label: 'Orders',
  version: 1,
  locked: false,
  data_versioning: false,
  run_changes_days: null,
  structural_versioning: false,
  structure_check: false,
  on_empty_import: 'keep',
  fields: fields.map(([name, type], i) => ({
    id: randomUUID(),
    name,
    type,
    nullable: i > 0,
    unsigned: false,
    unique: false,
    index: false,
    required: false,
    primary_key: i === 0,
    show_in_view: true,
    skip_on_delta: false,
    ...(type === 'decimal' ? { precision: 12, scale: 2 } : {}),
  })),
}

const record = (n: number, round: number): DataRecord => ({
  order_no: `O-${String(n).padStart(9, '0')}`,
  customer: `First${n % 977} Last${n % 1361}`,
  email: `user${n}@example.com`,
  country: 'GERMANY',
  city: 'Hamburg',
  sku: `SKU-${n % 5003}`,
  quantity: (n % 9) + 1 + round,
  total: ((n * 7919) % 50_000) / 100,
  discount: n % 25,
  ordered_on: `2026-0${(n % 9) + 1}-1${n % 10}`,
  note: `note, number ${n}`,
  express: n % 2 === 0,
})

/** Records of a batch, made when they are asked for. */
const batchOf = (b: number, round: number) => Array.from({ length: 1000 }, (_, i) => record(b * 1000 + i, round))

/** Streams records into a structure's table, against one COPY and one statement written by hand. */
export async function measure(rows = 500_000): Promise<Row[]> {
  return withTestCluster(async ({ url }) => {
    await execute(url, 'create database bench')
    const pool = new pg.Pool({ connectionString: databaseUrl(url, 'bench'), max: 4 })
    await inTransaction(pool, async (client) => {
      await ensureProjectSchema(client, structure.project_id)
      for (const { statement } of (await planChange(client, undefined, structure)).changes)
        await client.query(statement)
    })
    await pool.query(
      `create table by_hand (${structure.fields.map((f) => `${f.name} ${columnOf(f.type)}`).join(', ')}, primary key (order_no))`,
    )
    const figures: Row[] = []
    for (const [name, round] of [
      ['insert into an empty table', 0],
      ['upsert, nothing changed', 0],
      ['upsert, everything changed', 1],
    ] as const) {
      const reference = rows / (await seconds(() => byHand(pool, rows, round)))
      await pool.query('checkpoint')
      const value = rows / (await seconds(() => byWriter(pool, rows, round)))
      await pool.query('checkpoint')
      figures.push(row(name, value, 'rows/s', reference))
    }
    const { rows: counted } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${tableOf(structure)}`,
    )
    if (counted[0]!.count !== rows) throw new Error(`${counted[0]!.count} rows instead of ${rows}`)
    figures.push(row('one record a batch, one after the other', await single(pool), 'batches/s'))
    await pool.end()
    return figures
  })
}

const columnOf = (type: FieldType) =>
  ({ text: 'text', integer: 'integer', decimal: 'numeric(12,2)', date: 'date', boolean: 'boolean' })[type as string]!

async function byWriter(pool: pg.Pool, rows: number, round: number) {
  const writer = await open(pool)
  const under = new Set<Promise<unknown>>()
  for (let b = 0; b < rows / 1000; b++) {
    const done: Promise<unknown> = writer.write(batchOf(b, round), b).finally(() => under.delete(done))
    under.add(done)
    if (under.size >= 24) await Promise.race(under)
    if (b % 4 === 0) await new Promise(setImmediate)
  }
  await Promise.all(under)
  await writer.close()
}

async function byHand(pool: pg.Pool, rows: number, round: number) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('create temp table staging (like by_hand) on commit drop')
  const stream = client.query(copyFrom('copy staging from stdin'))
  const escape = (text: unknown) =>
    String(text).replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c]!)
  const names = structure.fields.map((f) => f.name)
  for (let b = 0; b < rows / 1000; b++) {
    const text = batchOf(b, round)
      .map((one) => names.map((name) => escape(one[name])).join('\t'))
      .join('\n')
    if (!stream.write(`${text}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  await client.query(
    `insert into by_hand select * from staging on conflict (order_no) do update set ${names
      .slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`,
  )
  await client.query('commit')
  client.release()
}

async function single(pool: pg.Pool) {
  const writer = await open(pool)
  const taken = await seconds(async () => {
    for (let n = 0; n < 1000; n++) await writer.write([record(n, 2)], n)
  })
  return 1000 / taken
}

async function seconds(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

function open(pool: pg.Pool) {
  const target: Target = {
    structure,
    mode: 'upsert',
    key: ['order_no'],
    job_id: randomUUID(),
    step: 'write',
    attempt: 1,
  }
  return openWriter(
    postgresWriteDriver(async () => pool, target),
    target,
  )
}
