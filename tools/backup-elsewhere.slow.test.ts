import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { onControl, onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import pg from 'pg'

const place = mkdtempSync(path.join(tmpdir(), 'weft-elsewhere-'))
const sea = await startEmbedded(path.join(place, 'sea'))
const product = await startProduct()
const running: Product[] = [product]
after(async () => {
  for (const one of running) await one.stop()
  if (sea.lives()) await sea.stop()
  rmSync(place, { recursive: true, force: true })
})

const admin = await Client.signIn(product.url, adminSignIn, 'admin')
await admin.post('database_servers', {
  ...{ name: 'Sea', engine: 'postgres', host: '127.0.0.1', port: sea.port },
  ...{ username: 'postgres', password: new URL(sea.url).password },
})
await aTenantOn(product, 'Land Trade') // the next one goes where fewer are
const { user, tenant_id, project_id, sign_in } = await aTenantOn(product, 'Sea Trade')
const field = (name: string, type: string, more: object = {}) => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  ...more,
})
const structure = await user.post('data_structures', {
  ...{ class_name: 'Ship', table_name: 'ships', label: 'Ship', data_versioning: true },
  fields: [
    field('n', 'integer', { primary_key: true, required: true, nullable: false }),
    field('name', 'text', { length: 100 }),
    field('crew', 'json'),
    field('tons', 'decimal', { precision: 12, scale: 3 }),
    field('built', 'date_time'),
  ],
})
const folder = path.join(product.home, 'storage', tenant_id)
mkdirSync(folder, { recursive: true })
const ships = (suffix: string) =>
  Array.from({ length: 2_500 }, (_, n) =>
    JSON.stringify({
      n: n + 1,
      name: `Schiff ${n + 1}${suffix}`,
      crew: { ranks: [n, null] },
      tons: '12345678.125',
      built: '2020-02-02T02:02:02.123456Z',
    }),
  ).join('\n')
const source = `weft: 1
label: Ships
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: ships.jsonl, format: jsonl } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: upsert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: write.in }
`
const workflow = await user.post('workflows', { label: 'Ships', class_name: 'Ships', source })
for (const suffix of ['', ' II']) {
  writeFileSync(path.join(folder, 'ships.jsonl'), ships(suffix))
  const { job_id } = await user.post(`workflows/${workflow.id}/run`)
  const job = await user.ended(job_id)
  assert.equal(job.status, 'stopped', JSON.stringify(job.error))
}

function run(tool: string, args: string[], home: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/${tool}.ts`, ...args], {
    env: { ...process.env, WEFT_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
}

/** Where a tenant's records lie. */
const connection = (of: Product) =>
  onControl(of, async (client) => {
    const { rows } = await client.query<{ port: number; database: string; embedded: boolean }>(
      "select c.port, c.database, s.embedded from tenant_connections c join database_servers s on s.id = c.server_id where c.tenant_id = $1 and c.name = 'tenant'",
      [tenant_id],
    )
    return rows[0]!
  })

/** Every row of every table of a database outside of PostgreSQL's own, and what the next record gets as its id. */
async function rowsOf(url: string, database: string) {
  const client = new pg.Client({ connectionString: databaseUrl(url, database) })
  await client.connect()
  const list = async (text: string) => (await client.query<{ text: string }>(text)).rows.map((row) => row.text)
  try {
    const found: Record<string, string[]> = {}
    for (const table of await list(
      "select format('%I.%I', schemaname, tablename) as text from pg_tables where schemaname not in ('pg_catalog', 'information_schema') and schemaname not like 'pg_temp%' order by 1",
    ))
      // When a table was made is no record.
      found[table] = await list(`select (to_jsonb(t) - 'applied_at')::text as text from ${table} t order by 1`)
    for (const sequence of await list(
      "select format('%I.%I', schemaname, sequencename) as text from pg_sequences order by 1",
    ))
      found[`next of ${sequence}`] = await list(`select (last_value + is_called::int)::text as text from ${sequence}`)
    return found
  } finally {
    await client.end()
  }
}

test(
  'records on another PostgreSQL are in the backup and come back on the own one, row by row, and the other is left alone',
  { timeout: 600_000 },
  async () => {
    const before = await connection(product)
    assert.deepEqual([before.port, before.embedded], [sea.port, false])
    const there = await rowsOf(sea.url, before.database)
    const counts = Object.values(there).map(({ length }) => length)
    assert.equal(counts.filter((count) => count === 2_500).length, 2, `records and their versions: ${counts.join()}`)
    const databases = (client: pg.Client) => client.query('select datname from pg_database order by 1')
    const onSea = new pg.Client({ connectionString: sea.url })
    await onSea.connect()
    const known = (await databases(onSea)).rows

    const made = await run('backup', [path.join(place, 'backup')], product.home)
    assert.equal(made.status, 0, made.output)
    assert.match(made.output, /Copying the records of Sea Trade: database weft_t_\w+ on 127\.0\.0\.1:\d+ …/)
    assert.ok(!made.output.includes('NOT IN THIS BACKUP'), made.output)

    const home = path.join(place, 'home')
    const back = await run(
      'restore',
      [path.join(place, 'backup'), '--key', path.join(product.home, 'secret.key')],
      home,
    )
    assert.equal(back.status, 0, back.output)
    const copy = await startProduct({ environment: { WEFT_HOME: home } })
    running.push(copy)
    const after = await connection(copy)
    assert.equal(after.embedded, true)
    assert.notEqual(after.database, before.database)
    const cluster = await startEmbedded(path.join(home, 'postgres')) // the one that runs
    assert.deepEqual(await rowsOf(cluster.url, after.database), there)
    assert.deepEqual((await databases(onSea)).rows, known)
    await onSea.end()
    assert.deepEqual(await rowsOf(sea.url, before.database), there)

    const again = (await Client.signIn(copy.url, sign_in)).with({ 'x-project-id': project_id })
    const page = await again.call('GET', `data_structures/${structure.id}/records?perPage=1&sort=n`)
    assert.equal(page.body.data[0].name, 'Schiff 1 II')
    assert.equal(page.body.meta.total, 2_500)
  },
)

test(
  'what a run had written there after the moment of the backup is known to it and not written again',
  { timeout: 600_000 },
  async () => {
    const cargo = await user.post('data_structures', {
      ...{ class_name: 'Cargo', table_name: 'cargo', label: 'Cargo' },
      fields: [
        field('n', 'integer', { primary_key: true, required: true, nullable: false }),
        field('name', 'text', { length: 100 }),
      ],
    })
    writeFileSync(
      path.join(folder, 'cargo.jsonl'),
      Array.from({ length: 40_000 }, (_, n) => JSON.stringify({ n: n + 1 })).join('\n'),
    )
    const slow = await user.post('workflows', {
      ...{ label: 'Cargo', class_name: 'Cargo' },
      source: `weft: 1
label: Cargo
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: cargo.jsonl, format: jsonl } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 500; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${cargo.id}, mode: insert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
`,
    })
    const { job_id } = await user.post(`workflows/${slow.id}/run`)
    for (let written = 0; written < 3_000; await sleep(50)) written = (await user.get(`jobs/${job_id}`)).records_out
    const made = await run('backup', [path.join(place, 'hot')], product.home)
    assert.equal(made.status, 0, made.output)
    assert.equal((await user.get(`jobs/${job_id}`)).finished_at, null, 'it was copied while the run wrote')

    const home = path.join(place, 'hot-home')
    const back = await run('restore', [path.join(place, 'hot'), '--key', path.join(product.home, 'secret.key')], home)
    assert.equal(back.status, 0, back.output)
    const copy = await startProduct({ environment: { WEFT_HOME: home } })
    running.push(copy)
    const known = await onControl(copy, async (client) =>
      Number(
        (await client.query<{ n: string }>('select records_out as n from jobs where id = $1', [job_id])).rows[0]!.n,
      ),
    )
    const [there] = await numbersIn(copy)
    assert.ok(there!.count >= known && there!.count < 40_000, `${known} known, ${there!.count} written`)
    const operator = await Client.signIn(copy.url, adminSignIn, 'admin')
    await operator.post('supervisor/release')
    const again = (await Client.signIn(copy.url, sign_in)).with({ 'x-project-id': project_id })
    const job = await again.ended(job_id)
    assert.deepEqual(
      [job.status, job.records_out, job.records_rejected],
      ['stopped', 40_000, 0],
      JSON.stringify(job.error),
    )
    assert.deepEqual(await numbersIn(copy), [{ count: 40_000, different: 40_000, sum: '800020000' }])
  },
)

const numbersIn = (of: Product) =>
  onRecords(of, tenant_id, async (client) => {
    const { rows } = await client.query<{ place: string }>(
      "select format('%I.%I', schemaname, tablename) as place from pg_tables where tablename = 'cargo'",
    )
    return (
      await client.query<{ count: number; different: number; sum: string }>(
        `select count(*)::int as count, count(distinct n)::int as different, sum(n)::text as sum from ${rows[0]!.place}`,
      )
    ).rows
  })

test('a server that is away keeps nobody else from a backup, which says so', { timeout: 300_000 }, async () => {
  await sea.stop()
  const { status, output } = await run('backup', [path.join(place, 'without')], product.home)
  assert.equal(status, 0, output)
  assert.match(
    output,
    /NOT IN THIS BACKUP: the records of Sea Trade: database weft_t_\w+ on 127\.0\.0\.1:\d+ could not be copied: /,
  )
  assert.deepEqual(readdirSync(path.join(place, 'without')).sort(), [
    'cluster.tar.zst',
    'files',
    'files.jsonl',
    'manifest.json',
    'secrets.json',
  ])
})
