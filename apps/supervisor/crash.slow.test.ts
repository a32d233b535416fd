import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import pg from 'pg'
import { processes } from './testing/processes.ts'

const records = 200_000
const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
after(() => product.stop())

test('whatever is killed while 200,000 records are written, the target holds each of them once', async () => {
  const tenant = await aTenantOn(product, 'Crash')
  const folder = path.join(product.home, 'storage', tenant.tenant_id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'numbers.jsonl'),
    Array.from({ length: records }, (_, n) => JSON.stringify({ n: n + 1, name: `Record ${n + 1}` })).join('\n'),
  )
  const field = (name: string, type: string, more: object = {}) => ({
    id: randomUUID(),
    name,
    type,
    nullable: true,
    ...more,
  })
  const structure = await tenant.user.post('data_structures', {
    class_name: 'Number',
    table_name: 'numbers',
    label: 'Number',
    fields: [
      field('n', 'integer', { primary_key: true, required: true, nullable: false }),
      field('name', 'text', { length: 100 }),
    ],
  })
  // Each batch takes a moment, so that there is something to interrupt.
  const workflow = await tenant.user.post('workflows', {
    label: 'Numbers',
    class_name: 'Numbers',
    source: `weft: 1
label: Numbers
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: numbers.jsonl, format: jsonl } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 120; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: insert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
`,
  })
  const { job_id } = await tenant.user.post(`workflows/${workflow.id}/run`)

  const killed: string[] = []
  let seen = 0
  for (const target of [
    'worker',
    'worker',
    'server',
    'worker',
    'worker',
    'worker',
    'postgres',
    'worker',
    'worker',
    'server',
    'worker',
    'worker',
    'worker',
  ]) {
    seen = await progress(seen)
    await sleep(randomInt(0, 400))
    const pid =
      target === 'postgres'
        ? databaseOf(product).pid
        : target === 'server'
          ? processes('server', product.supervisor.pid!)[0]
          : await busyWorker()
    if (pid === undefined) continue
    process.kill(pid, 'SIGKILL')
    killed.push(target)
  }
  assert.deepEqual(killed.filter((target) => target === 'worker').length, 10)
  const job = await outcome()
  assert.equal(job.status, 'stopped', JSON.stringify([job.error, product.output().slice(-2000)]))
  assert.deepEqual([job.records_in, job.records_out, job.records_rejected], [records, records, 0])
  assert.ok(job.attempt > 10, `${job.attempt} attempts`)

  const { rows } = await query(
    tenant.tenant_id,
    `select count(*)::int as count, count(distinct n)::int as different, sum(n)::text as sum, min(n) as first, max(n) as last from (${await tableOf(tenant.tenant_id)}) t`,
  )
  assert.deepEqual(rows[0], { count: records, different: records, sum: '20000100000', first: 1, last: records })
  const logs = await tenant.user.get(`jobs/${job_id}/logs?perPage=100`)
  assert.ok(
    logs.filter((line: { message: string }) => line.message === 'The process that ran the job died.').length >= 5,
  )

  async function progress(before: number): Promise<number> {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
      const job = await tenant.user.get(`jobs/${job_id}`).catch(() => undefined)
      if (job?.finished_at) throw new Error(`The job was over too early: ${job.status} ${JSON.stringify(job.error)}`)
      if (job && job.records_out > before) return job.records_out
    }
    throw new Error(`No progress behind ${before} records\n${product.output().slice(-3000)}`)
  }
  async function outcome() {
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(200)) {
      const job = await tenant.user.get(`jobs/${job_id}`).catch(() => undefined)
      if (job?.finished_at) return job
    }
    throw new Error(`The job does not end\n${product.output().slice(-3000)}`)
  }
})

/** The worker that runs the job is the one with a sandbox of its own. */
async function busyWorker(): Promise<number | undefined> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(20)) {
    const busy = processes('worker', product.supervisor.pid!).find((pid) => processes('sandbox', pid).length > 0)
    if (busy !== undefined) return busy
  }
  return undefined
}

/** Asks the tenant's own database with its own login. */
async function query(tenant_id: string, text: string) {
  const pool = openPool(databaseOf(product).url, { max: 1, level: 'system' })
  const { rows } = await pool.query(
    `select host, port, database, username, password from tenant_connections where tenant_id = $1 and name = 'tenant'`,
    [tenant_id],
  )
  await pool.end()
  const { username: user, password, ...at } = rows[0]
  const client = new pg.Client({
    ...at,
    user,
    password: unseal(
      openKeyring(product.home),
      placeIn(sealedColumns.connection_password, { tenant_id, name: 'tenant' }),
      password,
    ),
  })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function tableOf(tenant_id: string) {
  const { rows } = await query(
    tenant_id,
    `select format('select n from %I.%I', table_schema, table_name) as text from information_schema.tables where table_name = 'numbers'`,
  )
  return rows[0].text as string
}
