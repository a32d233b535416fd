import { setTimeout as sleep } from 'node:timers/promises'
import { monthBefore } from '@weft/engine/billing/month.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import type pg from 'pg'
import { row, type Row } from './figure.ts'

const tenants = Number(process.env['WEFT_BENCH_PAYERS'] ?? 1_000)

/** A month of usage of a thousand tenants with two projects each: from starting the run to the last invoice, then to the last file. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
  try {
    const admin = await Client.signIn(product.url, adminSignIn, 'admin')
    const period = monthBefore(new Date().toISOString().slice(0, 10))
    await furnish(admin, pool, period)
    const begun = performance.now()
    await admin.post('invoice_runs', { month: period.slice(0, 7), mode: 'issue' })
    await until(pool, `select count(*)::int = ${tenants} as done from invoices where number is not null`)
    const issued = (performance.now() - begun) / 1_000
    await until(pool, `select count(*)::int = ${tenants} as done from invoices where pdf_hash is not null`)
    const filed = (performance.now() - begun) / 1_000
    await check(pool, product)
    const [counted, uncounted] = await endings(product)
    return [
      row('jobs ended with their usage counted', counted, 'jobs/s', uncounted),
      row(`${tenants} invoices issued`, issued, 's'),
      row('issued', tenants / issued, 'invoices/s'),
      row(`${tenants} invoices with their PDF files`, filed, 's'),
      row('with PDF files', tenants / filed, 'invoices/s'),
    ]
  } finally {
    await pool.end()
    await product.stop()
  }
}

async function furnish(admin: Client, pool: pg.Pool, period: string) {
  await admin.put('company/general', { name: 'Weft GmbH', short: 'Weft', language: 'de' })
  await admin.put('company/billing', { street: 'Speicherweg 1', zip: '20457', city: 'Hamburg', country: 'DE' })
  await admin.put('company/accounting', { vat_number: 'DE123456789' })
  const plan = await admin.post('plans', {
    name: 'Business',
    base_fee: '49.90',
    included_runs: 1_000,
    run_price: '1.5',
    included_records: 100_000,
    record_price: '4',
    included_gb: 1,
    gb_price: '0.35',
  })
  await pool.query(
    `insert into tenants (name, number, workspace, street, zip, city, country, active, status) select 'Tenant ' || n, (10000 + n)::text, 't' || n || '.example', 'Hauptstr. ' || n, '10115', 'Berlin', 'DE', true, 'active' from generate_series(1, $1::int) n`,
    [tenants],
  )
  await pool.query(`insert into contracts (tenant_id, plan_id, start_on) select id, $1, $2 from tenants`, [
    plan.id,
    period,
  ])
  await pool.query(
    `insert into usage_days (tenant_id, project_id, day, runs, records) select t.id, gen_random_uuid(), d, 40 + p, 20000 * p from tenants t, generate_series(1, 2) p, generate_series($1::date, $1::date + interval '1 month' - interval '1 day', interval '1 day') d`,
    [period],
  )
  await pool.query(
    `insert into storage_days (tenant_id, day, database_bytes, file_bytes) select t.id, d, 2e9, 1e9 from tenants t, generate_series($1::date, $1::date + interval '1 month' - interval '1 day', interval '1 day') d`,
    [period],
  )
  await pool.query('analyze usage_days, storage_days, contracts, tenants')
}

const ended = 20_000

/** Jobs a second that one statement ends, as the journal does, with their usage counted and without. */
async function endings(product: Product): Promise<[number, number]> {
  return onControl(product, async (client) => {
    await client.query(
      `with p as (insert into projects (tenant_id, name) select id, 'Bench' from tenants order by name limit 1 returning id, tenant_id),
      q as (insert into queues (tenant_id, name) select tenant_id, 'bench' from p returning id), w as (insert into workflows (tenant_id, project_id, label, class_name, concurrency_limit) select tenant_id, id, 'Bench', 'Bench', 1000 from p returning id),
      s as (insert into workflow_sources (id, workflow_id, tenant_id, project_id, source) select weft_source_id(w.id, ''), w.id, p.tenant_id, p.id, '' from p, w returning id)
      insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, started_by, status, started_at) select p.tenant_id, p.id, w.id, q.id, s.id, 1, 'hand', 'working', now() from p, q, w, s, generate_series(1, $1::int)`,
      [4 * ended],
    )
    const speeds: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
    for (const trigger of ['enable', 'disable', 'disable', 'enable'] as const) {
      await client.query(`alter table jobs ${trigger} trigger usage`)
      const begun = performance.now()
      for (let done = 0; done < ended; done += 200)
        await client.query(
          `update jobs set status = 'stopped', records_out = 3, finished_at = clock_timestamp() where id in (select id from jobs where status = 'working' limit 200)`,
        )
      speeds[trigger].push(ended / ((performance.now() - begun) / 1_000))
    }
    await client.query('alter table jobs enable trigger usage')
    const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    return [mean(speeds.enable), mean(speeds.disable)]
  })
}

/** Numbers without a gap, one invoice for each. */
async function check(pool: pg.Pool, product: Product) {
  const { rows } = await pool.query<{ invoices: number; payers: number; last: number }>(
    'select count(*)::int as invoices, count(distinct tenant_id)::int as payers, max(right(number, 5)::int) as last from invoices',
  )
  const { invoices, payers, last } = rows[0]!
  if (invoices !== tenants || payers !== tenants || last !== tenants)
    throw new Error(`${invoices} invoices of ${payers} payers up to number ${last}: ${product.output().slice(-2000)}`)
}

async function until(pool: pg.Pool, question: string) {
  for (const end = Date.now() + 15 * 60_000; Date.now() < end; await sleep(100))
    if ((await pool.query<{ done: boolean }>(question)).rows[0]!.done) return
  throw new Error(`not within 15 minutes: ${question}`)
}
